import { UsageError } from '../../base/errors.ts';
import { type Endpoint, fillPath, type Input, type Query } from '../contract/endpoint.ts';

/** Returns a handler that rethrows the error of a call; a 404 gets a message with its possible causes. */
export function rethrowWithCauses(
  endpoint: Endpoint,
  base: URL,
  input: object,
  seen: ReadonlySet<unknown> = new Set(),
): (error: unknown) => Promise<never> {
  return async (error) => {
    throw (await import('./not-found.ts')).withCauses(error, endpoint, base, input, seen);
  };
}

/** Returns the reply and every object in it: its members, the items of its lists, and each version in a list of module versions. */
export function partsOf(reply: unknown): object[] {
  if (typeof reply !== 'object' || reply === null) return [];
  const members: unknown[] = Object.values(reply);
  const listed = members.flatMap((each) => (Array.isArray(each) ? each : []));
  const versions = listed.flatMap((each) => (Array.isArray(each?.versions) ? each.versions : []));
  return [reply, ...members, ...listed, ...versions].filter((part) => typeof part === 'object' && part !== null);
}

/**
 * Returns the URL of one call: base, filled path, and the query parameters that have a value.
 * @throws {UsageError} for a path value that is empty, `.` or `..`
 */
export function endpointUrl<E extends Endpoint>(base: URL, { path }: E, input: Input<E>): URL {
  const url = new URL(base);
  const values = input as Record<string, unknown> & { query?: Query };
  for (const [, name = ''] of path.matchAll(/:([a-zA-Z_-]+)/g)) checkSegment(name, values[name]);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${fillPath(path, values)}`;
  for (const [name, value] of Object.entries(values.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** @throws {UsageError} for a value that cannot be one segment of a path: the URL parser interprets `.` and `..` in any encoding */
export function checkSegment(name: string, value: unknown): void {
  if (value === '' || value === '.' || value === '..') throw new UsageError(`"${value}" is not a valid ${name}.`);
}

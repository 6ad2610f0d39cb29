import { NotFoundError, UsageError } from '../base/errors.ts';
import { accessWords } from '../contract/access.ts';
import { type Endpoint, fillPath, type Input, type Query } from '../contract/endpoint.ts';

/**
 * A 404 may mean that the caller has no access, or that the operation exists in the other edition only (docs/protocol/conventions.md#errors);
 * rethrows with that as the message.
 */
export function explaining(endpoint: Endpoint): (error: unknown) => never {
  const { access, does, edition, path } = endpoint;
  const permission =
    access === 'anyone' || access === 'authenticated' ? [] : [accessWords[access].replace('requires ', '')];
  const required = [...permission, ...(edition === 'both' ? [] : [`the ${edition} edition`])];
  return (error) => {
    if (!(error instanceof NotFoundError) || required.length === 0) throw error;
    const { attempts, errors, request, status } = error;
    const cause = `${path.includes(':') ? 'Not found, or you' : 'You'} can't ${does} with this token.`;
    const message =
      permission.length === 0
        ? `Only the ${edition} edition can ${does}.`
        : `${cause} This requires ${required.join(', on ')}.`;
    throw new NotFoundError(message, { attempts, errors, request, status });
  };
}

/** A document, its members, each resource in its lists, and each version of a versions response. */
export function partsOf(reply: unknown): object[] {
  if (typeof reply !== 'object' || reply === null) return [];
  const members: unknown[] = Object.values(reply);
  const listed = members.flatMap((each) => (Array.isArray(each) ? each : []));
  const versions = listed.flatMap((each) => (Array.isArray(each?.versions) ? each.versions : []));
  return [reply, ...members, ...listed, ...versions].filter((part) => typeof part === 'object' && part !== null);
}

/**
 * The URL of one call: base, filled path, and the query parameters that have a value.
 * @throws {UsageError} for a path value that is empty, `.` or `..`
 */
export function endpointUrl<E extends Endpoint>(base: URL, { path }: E, input: Input<E>): URL {
  const url = new URL(base);
  const given = input as Record<string, unknown> & { query?: Query };
  // The URL parser interprets `.` and `..` in any encoding.
  for (const [, name = ''] of path.matchAll(/:([a-zA-Z_-]+)/g)) {
    const value = given[name];
    if (value === '' || value === '.' || value === '..') throw new UsageError(`"${value}" is not a valid ${name}.`);
  }
  url.pathname = `${url.pathname.replace(/\/$/, '')}${fillPath(path, given)}`;
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

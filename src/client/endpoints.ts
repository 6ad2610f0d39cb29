import { NotFoundError, UsageError } from '../base/errors.ts';
import { accessWords } from '../contract/access.ts';
import { type Endpoint, fillPath, type Input, type Query } from '../contract/endpoint.ts';

/**
 * A 404 may mean that the caller has no access, or that the operation exists in the other edition only (docs/protocol/conventions.md#errors),
 * or that the address has another path than the API; rethrows with that as the message.
 */
export function explaining(endpoint: Endpoint, base: URL, input: object): (error: unknown) => never {
  const { access, does, edition } = endpoint;
  const permission =
    access === 'anyone' || access === 'authenticated' ? [] : [accessWords[access].replace('requires ', '')];
  const required = [...permission, ...(edition === 'both' ? [] : [`the ${edition} edition`])];
  const wanted = wantedBy(endpoint, input);
  const api = new URL('/api/v2', base);
  const isOther = base.pathname !== api.pathname;
  const hint = isOther ? `Check the path of the address, which is usually ${api}` : undefined;
  const requires = required.length === 0 ? '' : ` This requires ${required.join(', on ')}.`;
  return (error) => {
    if (!(error instanceof NotFoundError) || (access === 'anyone' && edition === 'both')) throw error;
    const { attempts, errors, request, status } = error;
    const can = (what: string) => `can't ${what} with this token.${requires}`;
    const named = wanted && `No ${wanted}, or you ${can(does.replace(/\bthis .+/, 'it'))}`;
    const unnamed = required.length === 0 ? error.message : `You ${can(does)}`;
    const message =
      permission.length === 0 && required.length > 0 ? `Only the ${edition} edition can ${does}.` : (named ?? unnamed);
    const isNowhere = isOther && (!wanted || errors.length === 0);
    throw new NotFoundError(isNowhere ? `No API at ${base}.` : message, { attempts, errors, hint, request, status });
  };
}

/** What the path of a call names, such as `team team-1`; undefined if it names nothing. */
function wantedBy({ does, path }: Endpoint, input: object): string | undefined {
  const [, collection, key] = /([^/]+)s\/:(\w+)(?!.*:)/.exec(path) ?? [];
  if (key === undefined) return undefined;
  const { organization_name: organization, [key]: name } = input as Record<string, unknown>;
  const place = organization === undefined || key === 'organization_name' ? '' : ` in ${organization}`;
  return `${/\bthis (.+)/.exec(does)?.[1] ?? collection} ${name}${place}`;
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

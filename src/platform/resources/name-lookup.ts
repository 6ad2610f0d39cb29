import type { Endpoint } from '../../api/contract/endpoint.ts';
import { CheckFailedError, NotFoundError, type SvcError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { joined } from '../../base/text.ts';
import { type Listed, labelOf, type Row } from './resource.ts';

type Named<Live> = Omit<Listed<Live>, 'view'>;

type ReadList = (endpoint: Endpoint, input: never) => AsyncIterable<unknown>;

/** The largest number of names in one request. */
const namesPerRequest = 50;

/** Returns the form in which names are compared: e-mail addresses in lower case. */
const keyOf = ({ key }: { key?: string }, name: unknown) => (key ? String(name).toLowerCase() : String(name));

/** Returns the ids of the things of an organization that have these names. Each name without exactly one thing is in `failures`, with its error. */
export async function idsNamed<Live extends Row>(
  named: Named<Live>,
  names: readonly string[],
  organization: string,
  list: ReadList,
): Promise<{ ids: Map<string, string>; failures: Map<string, SvcError> }> {
  const idsByName = new Map<string, Set<string>>();
  const collectIds = async (lookup: Named<Live>, lookupNames: readonly string[]) => {
    // A service without the query parameter returns all rows, so compare the names here.
    for await (const row of rowsNamed(lookup, lookupNames, organization, list)) {
      const key = keyOf(named, labelOf(named, row));
      idsByName.set(key, (idsByName.get(key) ?? new Set()).add(row.id));
    }
  };
  await collectIds(named, names);
  const missing = names.filter((name) => !idsByName.has(keyOf(named, name)));
  // The filter of a service may be case-sensitive, and people do not know the case of an address: read the whole list.
  if (named.key && missing.length > 0) await collectIds({ ...named, filter: undefined }, missing);
  const ids = new Map<string, string>();
  const failures = new Map<string, SvcError>();
  for (const name of names) {
    const [id, ...others] = idsByName.get(keyOf(named, name)) ?? [];
    if (id === undefined) failures.set(name, noneNamed(named, name, organization, [...idsByName.keys()]));
    else if (others.length > 0) failures.set(name, severalNamed(named, name, organization, [id, ...others]));
    else ids.set(name, id);
  }
  return { ids, failures };
}

/**
 * Reads the things that may have one of these names: with the filter for names, else with a search for a single name, else the whole
 * list.
 */
export async function* rowsNamed<Live>(
  { filter, list: endpoint, search }: Named<Live>,
  names: readonly string[],
  organization: string,
  list: ReadList,
): AsyncGenerator<Live> {
  const starts = names.flatMap((_, index) => (index % namesPerRequest === 0 ? [index] : []));
  const queries = filter
    ? starts.map((at) => ({ [filter]: names.slice(at, at + namesPerRequest).join(',') }))
    : names.slice(0, 1).map((name) => (search && names.length === 1 ? { [search]: name } : {}));
  for (const query of queries)
    yield* list(endpoint, { organization_name: organization, query } as never) as AsyncIterable<Live>;
}

function noneNamed({ key, kind, one }: Named<never>, name: string, organization: string, known: readonly string[]) {
  const subject = key ? `${one} of ${organization} has this ${key}` : `${one} ${name} in ${organization}`;
  const hint = key ? undefined : (didYouMean(name, known) ?? (kind && `To list them: svc ${kind} list`));
  return new NotFoundError(`No ${subject}, or you can't see it with this token.`, { hint });
}

/** Returns the error for a name that several things have. */
export function severalNamed({ key, kind, one }: Named<never>, name: string, place: string, ids: readonly string[]) {
  const subject = key ? `have this ${key}` : `in ${place} are named "${name}"`;
  const hint = key ? undefined : `Use an id.${kind ? ` To list them: svc ${kind} list` : ''}`;
  return new CheckFailedError(`Several ${one}s ${subject}: ${joined(ids)}.`, { hint });
}

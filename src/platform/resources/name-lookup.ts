import type { Endpoint } from '../../api/contract/endpoint.ts';
import { CheckFailedError, NotFoundError, type SvcError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { joined } from '../../base/text.ts';
import { type Listed, labelOf, type Row } from './resource.ts';

type Named<Live> = Omit<Listed<Live>, 'view'>;

type ReadList = (endpoint: Endpoint, input: never) => AsyncIterable<unknown>;

/** The largest number of names in one request. */
const batch = 50;

/** Returns the form in which names are compared: e-mail addresses in lower case. */
const keyOf = ({ by }: { by?: string }, name: unknown) => (by ? String(name).toLowerCase() : String(name));

/** Returns the ids of the things of an organization with these names, and the error of each other name. */
export async function idsNamed<Live extends Row>(
  named: Named<Live>,
  names: readonly string[],
  organization: string,
  list: ReadList,
): Promise<{ ids: Map<string, string>; failures: Map<string, SvcError> }> {
  const idsByName = new Map<string, Set<string>>();
  const read = async (how: Named<Live>, some: readonly string[]) => {
    // A service without the parameter returns all rows.
    for await (const row of rowsNamed(how, some, organization, list)) {
      const key = keyOf(named, labelOf(named, row));
      idsByName.set(key, (idsByName.get(key) ?? new Set()).add(row.id));
    }
  };
  await read(named, names);
  const missing = names.filter((name) => !idsByName.has(keyOf(named, name)));
  // A filter for addresses may compare their case, which people do not know.
  if (named.by && missing.length > 0) await read({ ...named, filter: undefined }, missing);
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
 * Reads the things that may have one of these names: with the filter for names, else with a search for a single name if
 * the service can search.
 */
export async function* rowsNamed<Live>(
  { filter, list: endpoint, search }: Named<Live>,
  names: readonly string[],
  organization: string,
  list: ReadList,
): AsyncGenerator<Live> {
  const starts = names.flatMap((_, index) => (index % batch === 0 ? [index] : []));
  const queries = filter
    ? starts.map((at) => ({ [filter]: names.slice(at, at + batch).join(',') }))
    : names.slice(0, 1).map((name) => (search && names.length === 1 ? { [search]: name } : {}));
  for (const query of queries)
    yield* list(endpoint, { organization_name: organization, query } as never) as AsyncIterable<Live>;
}

function noneNamed({ by, kind, one }: Named<never>, name: string, organization: string, known: readonly string[]) {
  const what = by ? `${one} of ${organization} has this ${by}` : `${one} ${name} in ${organization}`;
  const hint = by ? undefined : (didYouMean(name, known) ?? (kind && `To list them: svc ${kind} list`));
  return new NotFoundError(`No ${what}, or you can't see it with this token.`, { hint });
}

/** Returns the error for a name that several have. */
export function severalNamed({ by, kind, one }: Named<never>, name: string, place: string, ids: readonly string[]) {
  const what = by ? `have this ${by}` : `in ${place} are named "${name}"`;
  const hint = by ? undefined : `Use an id.${kind ? ` To list them: svc ${kind} list` : ''}`;
  return new CheckFailedError(`Several ${one}s ${what}: ${joined(ids)}.`, { hint });
}

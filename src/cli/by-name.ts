import { CheckFailedError, NotFoundError, SvcError, stopsAll } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { joined } from '../base/text.ts';
import type { Draft, Put } from '../platform/resources/put.ts';
import { type Listed, labelOf, type Resource, type Row } from '../platform/resources/resource.ts';
import { all } from '../platform/site/service.ts';
import type { Context } from './context.ts';
import type { Item, MissingItem } from './each-item.ts';
import { organizationName } from './lookup.ts';
import { pickOne } from './pick.ts';

type Kind = Pick<Resource, 'kind' | 'one'>;
type Named<Live> = Listed<Live> & Kind;

export const existsHelp = 'keep the one of this name unchanged, and show it';

/** Returns the help of an argument. */
export const nameWords = ({ one, prefix = '' }: Kind & { prefix?: string }) => `name or id (${prefix}…) of the ${one}`;

/** Returns the id of what is typed; prompts without it. @throws the error of a `MissingItem` */
export async function idNamed<Live extends Row>(
  named: Named<Live>,
  typed: string | undefined,
  argument: string,
  context: Context,
): Promise<string> {
  if (typed === undefined) return pickOne(named, context, `<${argument}>`);
  const [item] = await itemsNamed(named, [typed], context);
  if (!item || 'error' in item) throw item?.error;
  return item.id;
}

/** Finds things by names and ids. The error for a name that several have names all ids (exit 8). */
export async function itemsNamed<Live extends Row>(
  named: Named<Live>,
  texts: readonly string[],
  context: Context,
): Promise<(Item | MissingItem)[]> {
  const { kind, one, prefix = '' } = named;
  const names = texts.filter((text) => !text.startsWith(prefix));
  const organization = names.length > 0 ? await organizationName(context) : '';
  const rows = names.length > 0 ? await rowsOf(named, organization, names, context) : [];
  const known = rows.map((row) => String(labelOf(named, row)));
  return texts.map((name) => {
    if (name.startsWith(prefix)) return { name, id: name };
    const found = rows.filter((_, index) => known[index] === name);
    if (found.length > 1) return { name, error: severalOf(named, name, organization, found) };
    if (found[0]) return { name, id: found[0].id };
    const hint = didYouMean(name, known) ?? `To list them: svc ${kind} list`;
    const message = `No ${one} ${name} in ${organization}, or you can't see it with this token.`;
    return { name, error: new NotFoundError(message, { hint }) };
  });
}

/**
 * Returns what has the identity of a draft, for --if-not-exists. Without the flag, only warns about it.
 * @throws {CheckFailedError} with all ids, if several have it
 */
export async function existingOf<Live extends Row>(
  resource: Resource & Listed<Live>,
  { attributes }: Draft,
  { ifNotExists, organization }: { ifNotExists: true | undefined; organization: string },
  context: Context,
): Promise<Live | undefined> {
  if (context.dryRun && !ifNotExists) return undefined;
  const identity = resource.identity(attributes);
  const rows = await rowsOf(resource, organization, [identity], context).catch((error: unknown) => {
    // Without the list, the service decides.
    if (ifNotExists || !(error instanceof SvcError) || stopsAll(error)) throw error;
    return [];
  });
  const found = rows.filter((row) => resource.identity(row.attributes) === identity);
  if (ifNotExists && found.length > 1) throw severalOf(resource, identity, organization, found);
  if (ifNotExists || found.length === 0) return found[0];
  context.output.warn(`${existing(resource, identity, organization, found)} To keep it unchanged: --if-not-exists`);
  return undefined;
}

/** Reports what came of a creation. */
export function reportCreation(
  resource: Resource,
  { differences = [], result, row }: Put<Row>,
  organization: string,
  { output: { note } }: Context,
): void {
  const { identity, kind, one } = resource;
  const isNew = result === 'created';
  note(isNew ? `Created ${one} ${row.id}.` : existing(resource, identity(row.attributes), organization, [row]));
  if (differences.length === 0) return;
  note(`It differs from the flags in ${joined(differences)}. To change it: svc ${kind} update ${row.id}`);
}

const idsIn = (rows: readonly Row[]) => joined(rows.map(({ id }) => id));

const existing = ({ one }: Kind, name: string, place: string, rows: readonly Row[]) =>
  `In ${place}, ${one} "${name}" exists already: ${idsIn(rows)}.`;

const severalOf = ({ kind, one }: Kind, name: string, place: string, rows: readonly Row[]) =>
  new CheckFailedError(`Several ${one}s in ${place} are named "${name}": ${idsIn(rows)}.`, {
    hint: `Use an id. To list them: svc ${kind} list`,
  });

/** Reads a list; for a single name only what matches it, if the service can search. */
function rowsOf<Live>({ list, search }: Listed<Live>, organization: string, names: string[], context: Context) {
  const query = search === undefined || names.length > 1 ? {} : { [search]: names[0] };
  const input = { organization_name: organization, query } as never;
  return all(context.platformList(list, input) as AsyncIterable<Live>);
}

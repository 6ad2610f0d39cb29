import { NotFoundError, SvcError, stopsAll } from '../base/errors.ts';
import { joined } from '../base/text.ts';
import { idsNamed, rowsNamed, severalNamed } from '../platform/resources/name-lookup.ts';
import type { Draft } from '../platform/resources/put.ts';
import type { Listed, Resource, Row } from '../platform/resources/resource.ts';
import { all } from '../platform/site/service.ts';
import type { Context } from './context.ts';
import type { Item, MissingItem } from './each-item.ts';
import { organizationName, placeOf, type WithOrganization } from './lookup.ts';
import { pickOne } from './pick.ts';
import type { Field } from './wizard.ts';

export const existsHelp = 'if the name exists, change nothing and show it';

/** Returns the id of the thing with a name; prompts if none is given. @throws {NotFoundError}; {CheckFailedError} if several things have the name */
export async function idNamed<Live extends Row>(
  named: Listed<Live>,
  typed: string | undefined,
  argument: string,
  context: Context,
): Promise<string> {
  const { isQualified, kind, one, prefix = '' } = named;
  if (typed === undefined) return pickOne(named, context, `<${argument}>`);
  if (typed.startsWith(prefix)) return typed;
  const { name, organization } = isQualified
    ? placeOf(one, typed, context.settings)
    : { name: typed, organization: await organizationName(context) };
  const { failures, ids } = await idsNamed(named, [name], organization, context.platformList);
  const id = ids.get(name);
  if (id !== undefined) return id;
  const error = failures.get(name);
  const isUnknownTeam = kind === 'team' && error instanceof NotFoundError;
  const near = isUnknownTeam ? await context.suggest({ kind, name, organization }) : undefined;
  throw near ? new NotFoundError(error?.message ?? '', { hint: near }) : error;
}

/** Finds things by names and ids. */
export async function itemsNamed<Live extends Row>(
  named: Listed<Live>,
  texts: readonly string[],
  context: Context,
): Promise<(Item | MissingItem)[]> {
  const names = texts.filter((text) => !text.startsWith(named.prefix ?? ''));
  const organization = names.length > 0 ? await organizationName(context) : '';
  const { failures, ids } = await idsNamed(named, names, organization, context.platformList);
  return texts.map((name) => {
    const error = failures.get(name);
    return error ? { name, error } : { name, id: ids.get(name) ?? name };
  });
}

/** The dependencies and functions of a creation. */
interface CreationDeps<Answers> {
  answers: Answers;
  draft: Draft;
  fields: readonly Field<Answers>[];
  draftOf(answers: Answers): Draft;
  ifNotExists: true | undefined;
  /** True if a last prompt shows all answers and asks for consent. */
  confirms?: true;
}

/**
 * Creates a thing in an organization and returns it. If a thing of the same name exists, --if-not-exists returns that one; without the
 * flag, a warning names it.
 * @throws {CheckFailedError} with all ids, if several things have the name
 */
export async function createNamed<Live extends Row, Answers extends WithOrganization>(
  resource: Resource & Listed<Live>,
  { answers, confirms, draft, draftOf, fields, ifNotExists }: CreationDeps<Answers>,
  context: Context,
): Promise<Live> {
  const { ask, output, platform } = context;
  const { put } = await import('../platform/resources/put.ts');
  const { confirmCreation } = await import('./preview.ts');
  const { submit } = await import('./wizard.ts');
  const { identity, kind, one } = resource;
  const { organization = '' } = answers;
  const name = identity(draft.attributes);
  // Without --if-not-exists an unreadable list does not matter: the service decides whether the name is taken.
  const unread = (error: unknown): Live[] => {
    if (ifNotExists || !(error instanceof SvcError) || stopsAll(error)) throw error;
    return [];
  };
  const reading = () => all(rowsNamed(resource, [name], organization, context.platformList)).catch(unread);
  const rows = context.dryRun && !ifNotExists ? [] : await reading();
  const namesakes = rows.filter((row) => identity(row.attributes) === name);
  const ids = namesakes.map(({ id }) => id);
  if (ifNotExists && namesakes.length > 1) throw severalNamed(resource, name, organization, ids);
  const existing = ifNotExists && namesakes[0];
  const exists = `In ${organization}, ${one} "${name}" exists already: ${joined(ids)}.`;
  if (namesakes.length > 0 && !existing) output.warn(`${exists} To keep it unchanged: --if-not-exists`);
  if (confirms && !existing) await confirmCreation(`${one} for ${organization}`, draft, context);
  const place = { organization_name: organization };
  const writing = { asTyped: true, call: platform, existing, onExisting: 'keep', place } as const;
  const send = (corrected: Answers) => put<Live>(resource, draftOf(corrected), writing);
  const { differences = [], row } = await submit(answers, fields, send, ask);
  output.note(existing ? exists : `Created ${one} ${row.id}.`);
  if (differences.length > 0)
    output.note(`It differs from the flags in ${joined(differences)}. To change it: svc ${kind} update ${row.id}`);
  return row;
}

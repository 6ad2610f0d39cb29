import { counted, firstOf } from '../base/text.ts';
import { columnsOf, type View } from '../base/view.ts';
import { type Draft, put, remove } from '../platform/resources/put.ts';
import type { Listed, Resource, Row } from '../platform/resources/resource.ts';
import { itemsNamed } from './by-name.ts';
import type { Context } from './context.ts';
import { EachItem, type Item } from './each-item.ts';
import { namesFrom } from './names.ts';
import { alsoKnown, pickOne } from './pick.ts';

export interface Acting {
  each: EachItem;
  /** The names of the items in the question about all. */
  known: readonly string[];
  /** The noun phrase for several items in the question (default: their number and the first ones). */
  what?: string;
  step<Result>(act: (item: Item) => Promise<Result>): Promise<[Item, Result][]>;
}

/**
 * Deletes items after one confirmation, and prints the deletions; those of workspaces with the workspace.
 * @param details returns the name that a person uses for a single item; called only if the question is asked
 * @param deleted is called with the ids
 */
export async function deleteEach(
  resource: Pick<Resource, 'one' | 'remove'>,
  { each, known, step, what: many }: Acting,
  context: Context,
  { deleted, details }: { details?(): Promise<string>; deleted?(ids: readonly string[]): Promise<void> } = {},
): Promise<void> {
  const { ask, dryRun, output, platform } = context;
  const { one } = resource;
  const { isMany, items } = each.deed;
  const what = isMany ? (many ?? `${counted(known.length, one)}: ${firstOf(known)}`) : `${one} ${known}`;
  const title = isMany ? undefined : details;
  if (known.length > 0 && !dryRun) await ask.consent(async () => `Delete ${what}${(await title?.()) ?? ''}?`);
  const isPlaced = isMany && !items;
  const view: View<{ id: string }> = { columns: columnsOf(isPlaced ? 'workspace:whole id deleted' : 'id deleted') };
  const done = await step(async ({ id, name }) => {
    await remove(resource, id, platform);
    if (isMany) output.note(isPlaced ? `${name}: deleted ${id}.` : `Deleted ${one} ${id}.`);
    return { ...(isPlaced && { workspace: name }), id, deleted: true };
  });
  const rows = done.map(([, row]) => row);
  await deleted?.(rows.map(({ id }) => id));
  if (isMany) await each.list(view, rows);
  else for (const row of rows) await output.done(view, row, `Deleted ${one} ${row.id}.`);
  each.finish();
}

export interface Deleting {
  /** The argument or the flag to name in the error without a terminal. */
  missing?: string;
  /** Warns of the consequences, and returns the name that a person uses for the item. */
  consider?: ((item: Item, isMany: boolean, context: Context) => Promise<string | null | undefined>) | undefined;
  /** Returns the name that a person uses for a single item; called only if the question is asked. */
  details?: ((id: string, context: Context) => Promise<string>) | undefined;
}

/**
 * Deletes the things with these names and ids, or one that is picked.
 * @throws the errors of `deleteEach`
 */
export async function deleteNamed<Live extends Row>(
  resource: Resource & Listed<Live>,
  { consider, details, missing }: Deleting,
  { failedTo, fromFile }: { failedTo?: string; fromFile?: string },
  args: readonly string[],
  context: Context,
): Promise<void> {
  const given = await namesFrom(args, fromFile, context.read);
  const isMany = fromFile !== undefined || args.length > 1 || args[0] === '-';
  const names = given?.map(({ name }) => name) ?? [await pickOne(resource, context, missing)];
  const items = { one: resource.one, flag: '--from-file' };
  const deed = { words: 'delete', doing: 'Deleting', failedTo, isMany, items, jobs: 1 };
  const each = new EachItem(await itemsNamed(resource, names, context), deed, context);
  const found = context.dryRun ? [] : await each.find(async (item) => consider?.(item, isMany, context) ?? item.name);
  const known = found.map(([{ id, name }, title]) =>
    isMany ? name : `${id}${alsoKnown(title === id ? null : title)}`,
  );
  const about = async () => (names[0] && details?.(names[0], context)) ?? '';
  await deleteEach(resource, { each, known, step: (act) => each.step(act) }, context, { details: about });
}

/** Changes a thing, and returns it. */
export async function updateThing<Live extends Row>(
  resource: Resource & Listed<Live>,
  id: string,
  draft: Draft,
  { output, platform }: Pick<Context, 'output' | 'platform'>,
): Promise<Live> {
  const { row } = await put<Live>(resource, draft, { call: platform, onExisting: 'update', existing: { id } });
  output.note(`Updated ${resource.one} ${row.id}.`);
  return row;
}

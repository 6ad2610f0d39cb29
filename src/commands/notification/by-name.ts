import { NotFoundError, UsageError } from '../../base/errors.ts';
import { firstOf, missingRequired } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { EachItem, type Item } from '../../cli/each-item.ts';
import { namesFrom } from '../../cli/names.ts';
import { pickOne } from '../../cli/pick.ts';
import type { Acting } from '../../cli/resource-writes.ts';
import { type Command, contradiction } from '../../cli/verb.ts';
import { notification } from '../../platform/resources/notification.ts';
import { findNamed } from './same-name.ts';
import {
  isForSeveral,
  namesWorkspaces,
  severalNotes,
  type WorkspacesFlags,
  workspacesFlags,
} from './workspace-flags.ts';
import { inWorkspaces, workspacesOf } from './workspaces.ts';

/** Declares the flags that select configurations: by ids, or by name in workspaces. */
export function selectionFlags(verb: Command) {
  return workspacesFlags(verb)
    .argument('[id...]', 'ids of configurations, nc-…; - reads them from stdin')
    .option('-n, --name <name>', 'name of the configuration in the workspaces, instead of an id');
}

/** The paragraph of a help text about several ids. */
export const idsNotes = `With several ids, or ids on stdin (-), a failure does not stop the others, and --failed-to writes the ids that failed or were not tried.`;

/** The paragraph of a help text about selecting by name. */
export const byNameNotes = `Instead of an id, --name and -w select the configuration of that name in a workspace, or in each of several. A workspace without it is
reported, and is a failure only if no workspace has it (exit 3). A workspace with two of that name fails, with both ids (exit 8).`;

/** The paragraphs of a help text about ids and names. */
export const selectionNotes = `${idsNotes}\n\n${byNameNotes}\n\n${severalNotes}`;

const alternatives = 'Specify an ID, or --name with --workspace, --workspaces-from or --all-workspaces.';

/**
 * Finds the configurations with these ids, or of a name in workspaces. Prompts for one if neither ids nor a name are given.
 * @param verb the operation in both forms, for messages: `delete` and `Deleting`
 * @throws {UsageError} for an id together with workspaces, and for a name without workspaces or workspaces without a name;
 * {NotFoundError} if no workspace has a configuration of the name
 */
export async function findSelected(
  ids: readonly string[],
  name: string | undefined,
  flags: WorkspacesFlags,
  [verb, verbing]: readonly [string, string],
  context: Context,
): Promise<Acting> {
  const { failedTo, jobs } = flags;
  const isMany = ids.length > 1 || ids[0] === '-' || isForSeveral(flags);
  const deed = { words: verb, doing: verbing, failedTo, isMany, jobs };
  if (!namesWorkspaces(flags)) return withIds(ids, name, deed, context);
  if (ids.length > 0) {
    const inFile = flags.workspacesFrom === undefined ? '--workspace' : '--workspaces-from';
    const flag = flags.allWorkspaces ? '--all-workspaces' : inFile;
    throw contradiction(flag, 'an id', 'Specify the ID, or --name and workspaces.');
  }
  if (name === undefined) throw new UsageError(missingRequired(['--name']), { hint: alternatives });
  const [words, doing] = [verb, verbing].map((each) => `${each} the configuration`) as [string, string];
  return named(name, new EachItem(await workspacesOf(flags, context), { ...deed, words, doing }, context), context);
}

async function withIds(
  args: readonly string[],
  name: string | undefined,
  deed: EachItem['deed'],
  context: Context,
): Promise<Acting> {
  if (name !== undefined && args.length > 0) throw contradiction('--name', 'an id', alternatives);
  if (name !== undefined) throw new UsageError(missingRequired(['--workspace']), { hint: alternatives });
  const typed = (await namesFrom(args, undefined, context.read))?.map((each) => each.name);
  const ids = typed ?? (deed.isMany ? [] : [await pickOne(notification, context)]);
  if (ids.length === 0) throw new UsageError(missingRequired(['<id>']), { hint: alternatives });
  const items = { one: 'configuration', what: 'ids', flag: '- <' };
  const each = new EachItem(
    ids.map((id) => ({ name: id, id })),
    { ...deed, items },
    context,
  );
  return { each, known: ids, what: `${notification.one}s ${firstOf(ids)}`, step: (act) => each.step(act) };
}

async function named(name: string, each: EachItem, context: Context): Promise<Acting> {
  const { wanted } = each;
  const rows = await findNamed(name, each, context);
  const ids = new Map(rows.flatMap(([place, row]) => (row ? [[place.name, row.id]] : [])));
  if (ids.size === 0 && rows.length === wanted.length && wanted.length > 0) {
    const where = wanted.length === 1 ? wanted[0]?.name : `the ${inWorkspaces(wanted.map((place) => place.name))}`;
    each.finish();
    throw new NotFoundError(`No configuration of ${where} is named "${name}".`);
  }
  for (const [place] of rows) if (!ids.has(place.name)) context.output.note(`${place.name}: none`);
  return {
    each,
    known: [...ids.values()],
    what: `${notification.one} ${name} in ${inWorkspaces([...ids.keys()])}`,
    async step(act) {
      const done = await each.step(async (place) => {
        const id = ids.get(place.name);
        return id === undefined ? [] : [await act({ name: place.name, id })];
      });
      return done.flatMap(([place, results]) => results.map((result): [Item, typeof result] => [place, result]));
    },
  };
}

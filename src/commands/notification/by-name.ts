import { NotFoundError, UsageError } from '../../base/errors.ts';
import { firstOf, missingRequired } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { contradiction } from '../../cli/contradictions.ts';
import { EachItem, type Item } from '../../cli/each-item.ts';
import { namesFrom } from '../../cli/names.ts';
import { pickOne } from '../../cli/pick.ts';
import type { Acting } from '../../cli/resource-writes.ts';
import { notification } from '../../platform/resources/notification.ts';
import { configurationNamed } from './same-name.ts';
import { isForSeveral, namesWorkspaces, type WorkspacesFlags } from './workspace-flags.ts';
import { inWorkspaces, workspacesOf } from './workspaces.ts';

/** Help of the flag that selects a configuration in workspaces. */
export const nameHelp = 'name of the configuration in the workspaces, instead of an id';

/** Help about several ids. */
export const idsNotes = `With several ids, or ids on stdin (-), a failure does not stop the others, and --failed-to writes the ids that failed or were not tried.`;

/** Help that the verbs share. */
export const byNameNotes = `Instead of an id, --name and -w select the configuration of that name in a workspace, or in each of several. A workspace without it is
reported, and is a failure only if no workspace has it (exit 3). A workspace with two of that name fails, with both ids (exit 8).`;

const alternatives = 'Specify an ID, or --name with --workspace, --workspaces-from or --all-workspaces.';

/**
 * Finds the configurations with these ids, or of a name in workspaces; prompts for a configuration if neither is given. @param verb the
 * operation: `delete`, `Deleting`
 * @throws {UsageError} for an id together with workspaces, and for a name or workspaces without the other; {NotFoundError} if no
 * workspace has a configuration of the name
 */
export async function selected(
  ids: readonly string[],
  name: string | undefined,
  flags: WorkspacesFlags,
  [verb, verbing]: readonly [string, string],
  context: Context,
): Promise<Acting> {
  const { failedTo, jobs = 8 } = flags;
  const isMany = ids.length > 1 || ids[0] === '-' || isForSeveral(flags);
  if (!namesWorkspaces(flags)) {
    if (name !== undefined && ids.length > 0) throw contradiction('--name', 'an id', alternatives);
    if (name !== undefined) throw new UsageError(missingRequired(['--workspace']), { hint: alternatives });
    const only = async () => [{ name: await pickOne(notification, context) }];
    const named = (await namesFrom(ids, undefined, context.read)) ?? (isMany ? [] : await only());
    if (named.length === 0) throw new UsageError(missingRequired(['<id>']), { hint: alternatives });
    const items = { one: 'configuration', what: 'ids', flag: '- <' };
    const all = named.map((each) => ({ name: each.name, id: each.name }));
    const each = new EachItem(all, { words: verb, doing: verbing, items, failedTo, isMany, jobs }, context);
    const known = all.map(({ id }) => id);
    const what = `${notification.one}s ${firstOf(known)}`;
    return { each, known, what, step: (act) => each.step(act) };
  }
  if (ids.length > 0) {
    const inFile = flags.workspacesFrom === undefined ? '--workspace' : '--workspaces-from';
    const flag = flags.allWorkspaces ? '--all-workspaces' : inFile;
    throw contradiction(flag, 'an id', 'Specify the ID, or --name and workspaces.');
  }
  if (name === undefined) throw new UsageError(missingRequired(['--name']), { hint: alternatives });
  const deed = { words: `${verb} the configuration`, doing: `${verbing} the configuration`, failedTo, isMany, jobs };
  const places = await workspacesOf(flags, context);
  const each = new EachItem(places, deed, context);
  const found = await each.find((place) => configurationNamed(name, place, context));
  const rows = new Map(found.flatMap(([place, row]) => (row ? [[place.name, row.id]] : [])));
  if (rows.size === 0 && found.length === places.length && places.length > 0) {
    const where = places.length === 1 ? places[0]?.name : `the ${inWorkspaces(places.map((place) => place.name))}`;
    each.finish();
    throw new NotFoundError(`No configuration of ${where} is named "${name}".`);
  }
  for (const [place] of found) if (!rows.has(place.name)) context.output.note(`${place.name}: none`);
  return {
    each,
    known: [...rows.values()],
    what: `${notification.one} ${name} in ${inWorkspaces([...rows.keys()])}`,
    async step(act) {
      const done = await each.step(async (place) => {
        const id = rows.get(place.name);
        return id === undefined ? [] : [await act({ name: place.name, id })];
      });
      return done.flatMap(([place, results]) => results.map((result): [Item, typeof result] => [place, result]));
    },
  };
}

import { NotFoundError, UsageError } from '../../base/errors.ts';
import { missingRequired } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { contradiction } from '../../cli/contradictions.ts';
import { EachItem } from '../../cli/each-item.ts';
import { namesFrom } from '../../cli/names.ts';
import { pickOne } from '../../cli/pick.ts';
import { notification } from '../../platform/resources/notification.ts';
import { configurationNamed } from './same-name.ts';
import { isForSeveral, namesWorkspaces, type WorkspacesFlags } from './workspace-flags.ts';
import { inWorkspaces, type Place, workspacesOf } from './workspaces.ts';

/** The help of the flag that selects a configuration in workspaces. */
export const nameHelp = 'name of the configuration in the workspaces, instead of an id';

/** The help about several ids. */
export const idsNotes = `With several ids, or ids on stdin (-), a failure does not stop the others, and --failed-to writes the ids that failed or were not tried.`;

/** The help that the verbs share. */
export const byNameNotes = `Instead of an id, --name and -w select the configuration of that name in a workspace, or in each of several. A workspace without it is
reported, and is a failure only if no workspace has it (exit 3). A workspace with two of that name fails, with both ids (exit 8).`;

const alternatives = 'Give an id, or --name with --workspace, --workspaces-from or --all-workspaces.';

/** Configurations of one name in several workspaces. */
export interface NamedConfigurations {
  each: EachItem;
  /** Their workspaces. */
  names: string[];
  /** Acts on each configuration, and returns the results in the order of the workspaces. */
  step<Result>(act: (row: { id: string }, place: Place) => Promise<Result>): Promise<[Place, Result][]>;
}

/**
 * The id that was typed, or of the configuration of a name in one workspace; undefined for several ids, and for a name in several. Prompts without both.
 * @throws {UsageError} for an id beside workspaces, and for a name or workspaces without the other; {NotFoundError} for an unknown name
 */
export async function selectedId(
  ids: readonly string[],
  name: string | undefined,
  flags: WorkspacesFlags,
  context: Context,
): Promise<string | undefined> {
  const { allWorkspaces, failedTo, workspacesFrom } = flags;
  const [id] = ids;
  if (!namesWorkspaces(flags)) {
    if (name === undefined && (ids.length > 1 || id === '-' || failedTo !== undefined)) return undefined;
    if (name === undefined) return id ?? pickOne(notification, context);
    if (id !== undefined) throw contradiction('--name', 'an id', alternatives);
    throw new UsageError(missingRequired(['--workspace']), { hint: alternatives });
  }
  if (id !== undefined) {
    const flag = allWorkspaces
      ? '--all-workspaces'
      : workspacesFrom === undefined
        ? '--workspace'
        : '--workspaces-from';
    throw contradiction(flag, 'an id', 'Give the id, or --name and workspaces.');
  }
  if (name === undefined) throw new UsageError(missingRequired(['--name']), { hint: alternatives });
  if (isForSeveral(flags)) return undefined;
  const [place] = await workspacesOf(flags, context);
  if (place && 'error' in place) throw place.error;
  const found = place && (await configurationNamed(name, place, context));
  if (found) return found.id;
  throw new NotFoundError(`No configuration of ${place?.name} is named "${name}".`);
}

/**
 * Returns the configurations with these ids, or those of a name in several workspaces. @param verb the deed: `delete`, `Deleting`
 * @throws {UsageError} without ids and a name; {NotFoundError} if no workspace has one
 */
export async function namedConfigurations(
  ids: readonly string[],
  name: string | undefined,
  { failedTo, jobs = 8, ...flags }: WorkspacesFlags,
  [verb, verbing]: readonly [string, string],
  context: Context,
): Promise<NamedConfigurations> {
  if (name === undefined) {
    const named = (await namesFrom(ids, undefined, context.read)) ?? [];
    if (named.length === 0) throw new UsageError(missingRequired(['<id>']), { hint: alternatives });
    const items = { one: 'configuration', what: 'ids', flag: '- <' };
    const all = named.map((each) => ({ name: each.name, id: each.name }));
    const deed = { words: verb, doing: verbing, items, failedTo, isMany: true, jobs };
    const each = new EachItem(all, deed, context);
    return { each, names: all.map(({ id }) => id), step: (act) => each.step((place) => act(place, place)) };
  }
  const deed = { words: `${verb} the configuration`, doing: `${verbing} the configuration` };
  const places = await workspacesOf({ ...flags, failedTo }, context);
  const each = new EachItem(places, { ...deed, failedTo, isMany: true, jobs }, context);
  const found = await each.find((place) => configurationNamed(name, place, context));
  const rows = new Map(found.flatMap(([{ id }, row]) => (row ? [[id, row]] : [])));
  if (rows.size === 0 && found.length === places.length && places.length > 0) {
    const where = places.length === 1 ? places[0]?.name : `the ${inWorkspaces(places.map((place) => place.name))}`;
    each.finish();
    throw new NotFoundError(`No configuration of ${where} is named "${name}".`);
  }
  for (const [place, row] of found) if (!row) context.output.note(`${place.name}: none`);
  return {
    each,
    names: found.filter(([, row]) => row).map(([place]) => place.name),
    async step(act) {
      const results = await each.step(async (place) => {
        const row = rows.get(place.id);
        return row && { result: await act(row, place) };
      });
      return results.flatMap(([place, done]) => (done ? [[place, done.result]] : []));
    },
  };
}

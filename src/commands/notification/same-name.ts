import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { CheckFailedError, SvcError, stopsAll } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import type { EachItem } from '../../cli/each-item.ts';
import { all } from '../../platform/site/service.ts';
import type { Place } from './workspaces.ts';

/** Flags that select how to handle an existing configuration of the same name. */
export interface ExistingFlags {
  ifNotExists?: boolean | undefined;
  replace?: boolean | undefined;
}

/**
 * Finds the configuration of a workspace that has a name; undefined if the workspace has none.
 * @throws {CheckFailedError} naming the ids, if several have the name
 */
export async function configurationNamed(
  name: string,
  workspace: Place,
  context: Pick<Context, 'platformList'>,
): Promise<NotificationConfiguration | undefined> {
  const found = await allNamed(name, workspace, context);
  if (found.length < 2) return found[0];
  throw new CheckFailedError(`Several configurations of ${workspace.name} are named "${name}": ${idsOf(found)}.`, {
    hint: 'Delete or rename all but one: svc notification delete ID',
  });
}

async function allNamed(name: string, { id }: Place, { platformList }: Pick<Context, 'platformList'>) {
  const rows = await all(platformList(notifications.list, { workspace_id: id }));
  return rows.filter(({ attributes }) => attributes.name === name);
}

const idsOf = (rows: readonly NotificationConfiguration[]) => joined(rows.map(({ id }) => id));

/**
 * Warns of workspaces that have a configuration of this name. A wizard then offers --replace. Returns whether the person accepted it.
 */
export async function replacesTaken(
  name: string,
  { each, isWizard }: { each: EachItem; isWizard: boolean },
  context: Pick<Context, 'ask' | 'output' | 'platformList'>,
): Promise<boolean> {
  const { ask, output } = context;
  // If the list cannot be read, the service decides.
  const found = await each.find((place) =>
    allNamed(name, place, context).catch((error: unknown) => {
      if (error instanceof SvcError && !stopsAll(error)) return [];
      throw error;
    }),
  );
  const taken = found.filter(([, rows]) => rows.length > 0);
  const words = `A notification configuration named "${name}" exists already in`;
  for (const [place, rows] of taken)
    output.warn(`${words} ${place.name}: ${idsOf(rows)}.${isWizard ? '' : ' To change it instead: --replace'}`);
  if (!isWizard || taken.length === 0 || !(await ask.agrees('Replace it instead of creating another one?')))
    return false;
  ask.answers.set('--replace', ['--replace'], true);
  return true;
}

import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { CheckFailedError, SvcError, stopsAll } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import type { EachItem, Item } from '../../cli/each-item.ts';
import type { Draft } from '../../platform/resources/put.ts';
import { all } from '../../platform/site/service.ts';
import { inWorkspaces } from './workspaces.ts';

/** A workspace and its existing configuration. */
type Existing = [Item, NotificationConfiguration];

/** Reads the configurations of a workspace. */
export function configurationsOf({ id }: Item, { platformList }: Pick<Context, 'platformList'>) {
  return all(platformList(notifications.list, { workspace_id: id }));
}

/**
 * Finds, in each workspace, the configuration that has this name. Also returns the workspaces that could be read.
 * @throws {CheckFailedError} for a workspace in which several have the name, with their ids
 */
export function findNamed(name: string, each: EachItem, context: Pick<Context, 'platformList'>) {
  return each.find(async (workspace) => {
    const [row, ...others] = await allNamed(name, workspace, context);
    if (row === undefined || others.length === 0) return row;
    throw new CheckFailedError(
      `Several configurations of ${workspace.name} are named "${name}": ${idsOf([row, ...others])}.`,
      { hint: 'Delete or rename all but one: svc notification delete ID' },
    );
  });
}

async function allNamed(name: string, workspace: Item, context: Pick<Context, 'platformList'>) {
  return (await configurationsOf(workspace, context)).filter(({ attributes }) => attributes.name === name);
}

const idsOf = (rows: readonly NotificationConfiguration[]) => joined(rows.map(({ id }) => id));

/**
 * Warns of workspaces that already have a configuration of this name. The wizard then offers --replace. Returns whether that was accepted.
 */
export async function acceptsReplacement(
  name: string,
  { each, isWizard }: { each: EachItem; isWizard: boolean },
  context: Pick<Context, 'ask' | 'output' | 'platformList'>,
): Promise<boolean> {
  const { ask, output } = context;
  // If the list cannot be read, the service decides.
  const rowsOfEach = await each.find((place) =>
    allNamed(name, place, context).catch((error: unknown) => {
      if (error instanceof SvcError && !stopsAll(error)) return [];
      throw error;
    }),
  );
  const existing = rowsOfEach.filter(([, rows]) => rows.length > 0);
  for (const [place, rows] of existing) {
    const exists = `A notification configuration named "${name}" already exists in ${place.name}: ${idsOf(rows)}.`;
    output.warn(`${exists}${isWizard ? '' : ' To keep it unchanged: --if-not-exists. To change it: --replace'}`);
  }
  if (!isWizard || existing.length === 0 || !(await ask.wantsRemedy('Replace it instead of creating another one?')))
    return false;
  ask.answers.set('--replace', ['--replace'], true);
  return true;
}

/** Confirms replacements with one prompt, except in a dry run. A mere change of a configuration is not confirmed, as in an update. */
export async function confirmReplacements(
  existing: readonly Existing[],
  { attributes: { 'destination-type': type, name } }: Draft,
  isMany: boolean,
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  const recreated = existing.filter(([, { attributes }]) => attributes['destination-type'] !== type);
  for (const [{ name }, { attributes, id }] of recreated) {
    output.note(
      `${name}: the destination type of ${id} cannot change from ${attributes['destination-type']} to ${type}. A new configuration is created, and ${id} is deleted.`,
    );
  }
  const [first] = isMany ? existing : recreated;
  if (dryRun || first === undefined) return;
  const what = isMany ? `${name} in ${inWorkspaces(existing.map(([place]) => place.name))}` : first[1].id;
  await ask.consent(`Replace notification configuration ${what}?`);
}

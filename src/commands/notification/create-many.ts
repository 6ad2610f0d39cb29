import type { NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import type { EachItem } from '../../cli/each-item.ts';
import { deleteStoredToken, storeToken } from '../../cli/stored-tokens.ts';
import { verificationReport } from '../../platform/notifications/verification.ts';
import { type Created, creating, draftOf } from './create-one.ts';
import type { Draft } from './flags.ts';
import type { Complete } from './questions.ts';
import { configurationNamed, type ExistingFlags } from './same-name.ts';
import { showPlaced } from './view.ts';
import { inWorkspaces, type Place } from './workspaces.ts';

interface Creating extends ExistingFlags {
  each: EachItem;
  isMany: boolean;
  /** True after prompts, which may be repeated after a rejection. */
  isWizard: boolean;
  /** Token to store, if this command generated it. */
  generated: string | undefined;
}

/** Creates a configuration in each workspace, or handles the existing configuration of that name, and shows the results. */
export async function createEach(
  wanted: Complete,
  { each, generated, ifNotExists, isMany, isWizard, replace }: Creating,
  context: Context,
): Promise<void> {
  const { ask, output } = context;
  const draft = await draftOf(wanted, ask);
  const existing = new Map<string, NotificationConfiguration>();
  if (ifNotExists || replace) {
    const found = await each.find((place) => configurationNamed(String(draft.attributes.name), place, context));
    const present = found.flatMap(([place, row]): [Place, NotificationConfiguration][] => (row ? [[place, row]] : []));
    for (const [{ id }, row] of present) existing.set(id, row);
    if (replace) await confirmReplacements(present, draft, isMany, context);
  }
  const create = creating(wanted, { isWizard, needsId: generated !== undefined, replace }, context);
  const made = await each.step(async (place) => {
    const created = await create(place, existing.get(place.id));
    if (isMany) output.note(`${place.name}: ${lineOf(created)}`);
    else tell(created, place.name, output);
    return created;
  });
  const written = made.map(([, created]) => created).filter(({ result }) => result !== 'existing');
  const ids = written.map(({ row }) => row.id);
  const deleted = written.flatMap(({ left, replaced }) => (left ? [] : (replaced ?? [])));
  await deleteStoredToken([...deleted, ...(generated ? [] : ids)], context);
  if (generated) await storeToken(ids, generated, context);
  const isUnsigned = draft.attributes['destination-type'] === 'generic' && !draft.attributes.token;
  if (isUnsigned && made.some(([, { replaced, result }]) => replaced !== undefined || result === 'updated'))
    output.warn(
      'Deliveries are not signed now, because no token was given (--token-file, --token-env, --generate-token).',
    );
  await showPlaced(
    each,
    made.map(([place, { row }]) => [place, row]),
    output,
  );
  const kept = written.filter(({ left }) => left !== undefined);
  for (const { replaced, row } of kept)
    output.warn(
      `${row.id} is there, but ${replaced} was not deleted. Delete it with: svc notification delete ${replaced} --yes`,
    );
  if (kept[0]) throw kept[0].left;
  each.finish();
}

function tell({ differences = [], result, row }: Created, workspace: string, { note, warn }: Context['output']): void {
  const { enabled, name, triggers } = row.attributes;
  if (result === 'existing') {
    note(`Notification configuration ${name} exists already in ${workspace}: ${row.id}.`);
    if (differences.length > 0) note(difference(differences));
    return;
  }
  note(`${result === 'created' ? 'Created' : 'Updated'} notification configuration ${row.id}.`);
  note(enabled ? verificationReport(row) : `It is disabled. To enable it: svc notification update ${row.id} --enabled`);
  if (triggers?.length === 0) warn(`It has no triggers. To add them: svc notification update ${row.id} --trigger all`);
}

/** Returns the result in one of many workspaces. */
function lineOf({ differences = [], replaced, result, row }: Created): string {
  if (result === 'existing') {
    return [`${row.id} exists already.`, ...(differences.length > 0 ? [difference(differences)] : [])].join(' ');
  }
  const { enabled, triggers } = row.attributes;
  return [
    `${result} ${row.id}${replaced === undefined ? '' : `, deleted ${replaced}`}.`,
    enabled ? verificationReport(row) : 'It is disabled.',
    ...(triggers?.length === 0 ? ['It has no triggers.'] : []),
  ].join(' ');
}

function difference(names: readonly string[]): string {
  return `It differs from the flags in ${joined(names)}. To change it: --replace`;
}

/** Asks once before it replaces configurations, except in a dry run. A changed configuration needs no confirmation, as in an update. */
async function confirmReplacements(
  existing: readonly [Place, NotificationConfiguration][],
  draft: Draft,
  isMany: boolean,
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  const to = draft.attributes['destination-type'];
  const succeeded = existing.filter(([, { attributes }]) => attributes['destination-type'] !== to);
  for (const [{ name }, { attributes, id }] of succeeded) {
    output.note(
      `${name}: the destination type of ${id} cannot change from ${attributes['destination-type']} to ${to}. A new configuration is created, and ${id} is deleted.`,
    );
  }
  const replaced = isMany ? existing : succeeded;
  if (dryRun || replaced.length === 0) return;
  const [first] = replaced;
  const what = isMany
    ? `configuration ${draft.attributes.name} in ${inWorkspaces(replaced.map(([{ name }]) => name))}`
    : `configuration ${first?.[1].id}`;
  await ask.consent(`Replace notification ${what}?`);
}

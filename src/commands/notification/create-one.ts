import { CheckFailedError, DryRun, detailOf } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { withUserIds } from '../../cli/lookup.ts';
import { submit } from '../../cli/wizard.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { put } from '../../notifications/put.ts';
import { bodyOf } from './flags.ts';
import { type Complete, notificationFields } from './questions.ts';
import { type Draft, differences, type ExistingFlags, exactly } from './same-name.ts';
import type { Place } from './workspaces.ts';

/** The configuration of a workspace after `create`. */
export interface Created {
  row: NotificationConfiguration;
  result: 'created' | 'updated' | 'existing';
  /** For an existing one: the settings that are not as requested. */
  differences?: string[];
  /** The id of the deleted one that it replaces. */
  replaced?: string;
}

/** The request for a new configuration. */
export async function draftOf(answers: Complete, ask: Context['ask']): Promise<Draft> {
  const { attributes, ...rest } = await bodyOf(answers, ask);
  // Some services require `enabled`, though it has a documented default (docs/protocol/notifications.md#sending-enabled).
  return { attributes: { 'destination-type': answers.destinationType, enabled: false, ...attributes }, ...rest };
}

/** Creates a configuration in each workspace, or handles the existing one. Corrected answers are used for the next workspaces too. */
export function creating(
  wanted: Complete,
  { isWizard, replace }: Pick<ExistingFlags, 'replace'> & { isWizard: boolean },
  context: Pick<Context, 'ask' | 'credentials' | 'dryRun' | 'platform' | 'platformList' | 'progress' | 'settings'>,
): (workspace: Place, existing: NotificationConfiguration | undefined) => Promise<Created> {
  const { ask, platform } = context;
  const fields = notificationFields(context);
  let latest = wanted;

  const send = async ({ id }: Place, existing: NotificationConfiguration | undefined): Promise<Created> => {
    const draft = await draftOf(latest, ask);
    if (existing && !replace) return { row: existing, result: 'existing', differences: differences(existing, draft) };
    if (existing && canBecome(existing, draft)) {
      return { row: await changedTo(draft, existing, context), result: 'updated' };
    }
    const write = () => put(platform, { workspace_id: id }, draft, unverified);
    if (!existing) return { row: await write(), result: 'created' };
    const row = await inOrder(write, () => platform(notifications.remove, { id: existing.id }));
    return { row, result: 'created', replaced: existing.id };
  };

  const sendOrDisable: typeof send = async (workspace, existing) => {
    try {
      return await send(workspace, existing);
    } catch (error) {
      const isUnverified = error instanceof CheckFailedError && error.status === 400;
      if (!isUnverified || !latest.enabled) throw error;
      ask.complain(detailOf(error));
      if (!(await ask.agrees('Save it disabled instead?'))) throw error;
      ask.answers.set('--enabled', ['--no-enabled'], true);
      latest = { ...latest, enabled: false };
      return send(workspace, existing);
    }
  };

  // Without a wizard, several run at the same time, and none may prompt.
  if (!isWizard) return send;
  return (workspace, existing) =>
    submit(
      latest,
      fields,
      async (corrected) => {
        latest = await withUserIds(corrected as Complete, context);
        return sendOrDisable(workspace, existing);
      },
      ask,
    );
}

/** What to do where the destination of a new configuration does not pass the verification. */
const unverified = 'To save it without a verification, omit --enabled.';

/** Whether a configuration can be changed to a draft: its destination type cannot change (docs/protocol/notifications.md#update). */
export function canBecome({ attributes }: NotificationConfiguration, draft: Draft): boolean {
  return attributes['destination-type'] === draft.attributes['destination-type'];
}

/** Makes an existing configuration exactly what a draft says. @throws {CheckFailedError} for a failed verification */
async function changedTo(
  draft: Draft,
  { id }: NotificationConfiguration,
  context: Pick<Context, 'platform'>,
): Promise<NotificationConfiguration> {
  const { attributes, relationships } = exactly(draft);
  const { 'destination-type': _, ...changes } = attributes;
  return put(context.platform, { id }, { attributes: changes, relationships }, unverified);
}

/** One write and then another; a dry run shows both. */
async function inOrder<Reply>(write: () => Promise<Reply>, next: () => Promise<unknown>): Promise<Reply> {
  const reply = await write().catch(async (error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
    await next().catch((other: unknown) => {
      throw other instanceof DryRun ? new DryRun(error.request, [other.request]) : other;
    });
    throw error;
  });
  await next();
  return reply;
}

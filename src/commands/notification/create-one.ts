import type { NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { CheckFailedError, detailOf } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { withUserIds } from '../../cli/lookup.ts';
import { submit } from '../../cli/wizard.ts';
import { notification } from '../../platform/resources/notification.ts';
import { initialOf, type Put, put } from '../../platform/resources/put.ts';
import { bodyOf, type Draft } from './flags.ts';
import { type Complete, notificationFields } from './questions.ts';
import type { ExistingFlags } from './same-name.ts';
import type { Place } from './workspaces.ts';

/** The configuration of a workspace after `create`. */
export type Created = Put<NotificationConfiguration>;

/** Returns the request for a new configuration. */
export async function draftOf(answers: Complete, ask: Context['ask']): Promise<Draft> {
  const { attributes, ...rest } = await bodyOf(answers, ask);
  const { destinationType } = answers;
  return { attributes: { 'destination-type': destinationType, ...initialOf(notification), ...attributes }, ...rest };
}

/**
 * Returns a function that creates a configuration in a workspace, or handles the existing one. Corrected answers also apply to the next
 * workspaces.
 */
export function creating(
  wanted: Complete,
  { isWizard, needsId, replace }: Pick<ExistingFlags, 'replace'> & { isWizard: boolean; needsId: boolean },
  context: Pick<Context, 'ask' | 'credentials' | 'dryRun' | 'platform' | 'platformList' | 'progress' | 'settings'>,
): (workspace: Place, existing: NotificationConfiguration | undefined) => Promise<Created> {
  const { ask, platform } = context;
  const fields = notificationFields(context);
  let latest = wanted;

  const send = async ({ id }: Place, existing: NotificationConfiguration | undefined): Promise<Created> => {
    const onExisting = replace ? 'replace' : 'keep';
    const place = { workspace_id: id };
    const writing = { call: platform, place, hint: unverified, existing, needsId, onExisting } as const;
    return put(notification, await draftOf(latest, ask), writing);
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

  // Without a wizard, workspaces are handled concurrently, so none may prompt.
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

/** Hint for a new configuration whose destination fails the verification. */
const unverified = 'To save it without a verification, omit --enabled.';

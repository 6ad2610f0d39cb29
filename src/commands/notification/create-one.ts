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

/** The request for a new configuration. */
export async function draftOf(answers: Complete, ask: Context['ask']): Promise<Draft> {
  const { attributes, ...rest } = await bodyOf(answers, ask);
  const { destinationType } = answers;
  return { attributes: { 'destination-type': destinationType, ...initialOf(notification), ...attributes }, ...rest };
}

/** Creates a configuration in each workspace, or handles the existing one. Corrected answers are used for the next workspaces too. */
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

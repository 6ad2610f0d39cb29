import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { submit } from '../../cli/wizard.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { CheckFailedError } from '../../errors.ts';
import { verified } from '../listening/verification.ts';
import { type Body, bodyOf } from './flags.ts';
import { type Complete, notificationFields } from './questions.ts';

const unverified = 'To save it without a verification, omit --enabled.';

/** The request for a new configuration. */
export async function draftOf(answers: Complete, ask: Context['ask']): Promise<Body<Record<string, unknown>>> {
  const { attributes, ...rest } = await bodyOf(answers, ask);
  // Some services require `enabled`, though it has a documented default (docs/protocol/notifications.md#sending-enabled).
  return { attributes: { 'destination-type': answers.destinationType, enabled: false, ...attributes }, ...rest };
}

/** Creates a configuration in one workspace after another. Corrected answers are used for the next workspaces too. */
export function creating(
  wanted: Complete,
  context: Context,
): (workspace: string) => Promise<NotificationConfiguration> {
  const { ask, platform, progress } = context;
  const fields = notificationFields(context);
  let latest = wanted;

  const send = async (workspace: string) => {
    const spinner = progress(`Creating it in ${workspace}`);
    try {
      const workspace_id = await workspaceId(workspace, context);
      const data = { type: 'notification-configurations' as const, ...(await draftOf(latest, ask)) };
      const reply = platform(notifications.create, { workspace_id, body: { data: data as never } });
      return (await verified(reply, 'was not created', unverified)).data;
    } finally {
      spinner.stop();
    }
  };

  const sendOrDisable = async (workspace: string) => {
    try {
      return await send(workspace);
    } catch (error) {
      if (!(error instanceof CheckFailedError) || !latest.enabled || ask.answers.words().length === 0) throw error;
      ask.complain([error.message, ...error.errors.map(({ detail, title }) => detail ?? title ?? '')].join(' '));
      if (!(await ask.agrees('Save it disabled instead?'))) throw error;
      ask.answers.set('--enabled', ['--no-enabled'], true);
      latest = { ...latest, enabled: false };
      return send(workspace);
    }
  };

  return (workspace) =>
    submit(
      latest,
      fields,
      (corrected) => {
        latest = corrected as Complete;
        return sendOrDisable(workspace);
      },
      ask,
    );
}

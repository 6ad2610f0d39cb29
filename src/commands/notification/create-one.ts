import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { submit } from '../../cli/wizard.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { CheckFailedError } from '../../errors.ts';
import { verified } from '../listening/verification.ts';
import { bodyOf } from './flags.ts';
import { type Complete, notificationFields } from './questions.ts';
import { canBecome, changedTo, confirmReplacement, deleteReplaced } from './replace.ts';
import { configurationNamed, type Draft, differences, type ExistingFlags } from './same-name.ts';

const unverified = 'To save it without a verification, omit --enabled.';

/** The configuration of a workspace after `create`. */
export interface Created {
  row: NotificationConfiguration;
  result: 'created' | 'updated' | 'existing';
  /** For an existing one: the settings that are not as requested. */
  differences?: string[];
}

/** The request for a new configuration. */
export async function draftOf(answers: Complete, ask: Context['ask']): Promise<Draft> {
  const { attributes, ...rest } = await bodyOf(answers, ask);
  // Some services require `enabled`, though it has a documented default (docs/protocol/notifications.md#sending-enabled).
  return { attributes: { 'destination-type': answers.destinationType, enabled: false, ...attributes }, ...rest };
}

/** Creates a configuration in one workspace after another. Corrected answers are used for the next workspaces too. */
export function creating(
  wanted: Complete,
  { ifNotExists, replace }: ExistingFlags,
  context: Context,
): (workspace: string) => Promise<Created> {
  const { ask, platform, progress } = context;
  const fields = notificationFields(context);
  let latest = wanted;

  const write = async (workspace_id: string, draft: Draft): Promise<Created> => {
    const data = { type: 'notification-configurations' as const, ...draft };
    const reply = platform(notifications.create, { workspace_id, body: { data: data as never } });
    return { row: (await verified(reply, 'was not created', unverified)).data, result: 'created' };
  };

  const send = async (workspace: string) => {
    const spinner = progress(`Creating it in ${workspace}`);
    try {
      const id = await workspaceId(workspace, context);
      const draft = await draftOf(latest, ask);
      const existing =
        ifNotExists || replace
          ? await configurationNamed(String(draft.attributes.name), { id, name: workspace }, context)
          : undefined;
      if (!existing) return await write(id, draft);
      if (!replace) return { row: existing, result: 'existing' as const, differences: differences(existing, draft) };
      if (canBecome(existing, draft)) {
        return { row: await changedTo(draft, existing, context), result: 'updated' as const };
      }
      spinner.stop();
      await confirmReplacement(existing, draft, context);
      const made = await write(id, draft);
      await deleteReplaced(existing, context);
      return made;
    } finally {
      spinner.stop();
    }
  };

  const sendOrDisable = async (workspace: string) => {
    try {
      return await send(workspace);
    } catch (error) {
      const isUnverified = error instanceof CheckFailedError && error.status === 400;
      if (!isUnverified || !latest.enabled || ask.answers.words().length === 0) throw error;
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

import type { Context } from '../../cli/context.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { deleteStoredToken } from '../listening/stored-tokens.ts';
import { verified } from '../listening/verification.ts';
import { type Draft, exactly } from './same-name.ts';

/** Whether a configuration can be changed to a draft: its destination type cannot change (docs/protocol/notifications.md#update). */
export function canBecome({ attributes }: NotificationConfiguration, draft: Draft): boolean {
  return attributes['destination-type'] === draft.attributes['destination-type'];
}

/** Makes an existing configuration exactly what a draft says. @throws {CheckFailedError} for a failed verification */
export async function changedTo(
  draft: Draft,
  { id }: NotificationConfiguration,
  context: Pick<Context, 'output' | 'platform' | 'settings'>,
): Promise<NotificationConfiguration> {
  const { attributes, relationships = {} } = exactly(draft);
  const { 'destination-type': _, ...changes } = attributes;
  const data = {
    type: 'notification-configurations' as const,
    attributes: changes,
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
  };
  const reply = context.platform(notifications.update, { id, body: { data: data as never } });
  const { data: changed } = await verified(
    reply,
    'was not changed',
    'To save it without a verification, omit --enabled.',
  );
  // It has another token now, or is unsigned.
  await deleteStoredToken(id, context);
  return changed;
}

/** Deletes a configuration that another one replaces. */
export async function deleteReplaced(
  { id }: NotificationConfiguration,
  context: Pick<Context, 'output' | 'platform' | 'settings'>,
): Promise<void> {
  await context.platform(notifications.remove, { id });
  await deleteStoredToken(id, context);
}

/** Asks before a configuration is deleted because another one replaces it, except in a dry run. */
export async function confirmReplacement(
  { attributes, id }: NotificationConfiguration,
  draft: Draft,
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  const [from, to] = [attributes['destination-type'], draft.attributes['destination-type']];
  output.note(
    `The destination type of ${id} cannot change from ${from} to ${to}: a new configuration is created, and ${id} is deleted.`,
  );
  if (!dryRun) await ask.consent(`Replace notification configuration ${id}?`);
}

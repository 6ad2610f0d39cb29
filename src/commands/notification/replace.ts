import { DryRun } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import type { NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { put } from '../../notifications/put.ts';
import { type Draft, exactly } from './same-name.ts';
import { inWorkspaces, type Place } from './workspaces.ts';

/** What to do where the destination of a new configuration does not pass the verification. */
export const unverified = 'To save it without a verification, omit --enabled.';

/** Whether a configuration can be changed to a draft: its destination type cannot change (docs/protocol/notifications.md#update). */
export function canBecome({ attributes }: NotificationConfiguration, draft: Draft): boolean {
  return attributes['destination-type'] === draft.attributes['destination-type'];
}

/** Makes an existing configuration exactly what a draft says. @throws {CheckFailedError} for a failed verification */
export async function changedTo(
  draft: Draft,
  { id }: NotificationConfiguration,
  context: Pick<Context, 'platform'>,
): Promise<NotificationConfiguration> {
  const { attributes, relationships } = exactly(draft);
  const { 'destination-type': _, ...changes } = attributes;
  return put(context.platform, { id }, { attributes: changes, relationships }, unverified);
}

/** One write and then another; a dry run shows both. */
export async function inOrder<Reply>(write: () => Promise<Reply>, next: () => Promise<unknown>): Promise<Reply> {
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

/** Asks once before configurations are replaced, except in a dry run. One that only changes is like an update. */
export async function confirmReplacements(
  existing: readonly [Place, NotificationConfiguration][],
  draft: Draft,
  isMany: boolean,
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  const to = draft.attributes['destination-type'];
  const succeeded = existing.filter(([, row]) => !canBecome(row, draft));
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

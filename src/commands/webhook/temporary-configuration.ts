import type { Context } from '../../cli/context.ts';
import type { NotificationDraft } from '../../contract/platform/notifications.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { NotFoundError, SvcError } from '../../errors.ts';
import { reachHint } from '../listening/public-url.ts';
import { verified } from '../listening/verification.ts';
import { forget, leftBehind, remember, type Temporary, withId } from './temporary-store.ts';

/** What a temporary configuration is made of. */
export interface Wanted {
  /** Id of the workspace. */
  workspace: string;
  url: string;
  token: string;
  triggers: readonly string[];
}

/** A configuration that is there as long as it is needed. */
export interface Made {
  id: string;
  /** Removes it. Where that fails it is said, and done at the next start. */
  remove(): Promise<void>;
}

/**
 * Makes a configuration that is verified and enabled. Once it was begun it is not cancelled, so that it is known what there is
 * to remove. @throws {CheckFailedError} where the service did not reach the listener
 */
export async function makeTemporary(wanted: Wanted, context: Context): Promise<Made> {
  const { dryRun, host, output, settings } = context;
  const { token, triggers, url, workspace } = wanted;
  const address = settings.address().value.href;
  await removeLeftovers({ address, workspace }, context);
  const remembered = dryRun ? undefined : remember(host, { address, workspace });
  const attributes = {
    'destination-type': 'generic',
    enabled: true,
    name: remembered?.name ?? 'svc webhook wait',
    token,
    triggers: triggers as NotificationDraft['triggers'],
    url,
  } satisfies NotificationDraft;
  const body = { data: { type: 'notification-configurations' as const, attributes } };
  try {
    const reply = context.uncancelled().platform(notifications.create, { workspace_id: workspace, body });
    const { data } = await verified(reply, 'nothing was made', reachHint);
    const known = remembered && withId(remembered, data.id);
    output.note(`Made notification configuration ${data.id}, until this is over.`);
    return { id: data.id, remove: async () => void (known && (await removed(known, context))) };
  } catch (error) {
    if (remembered) await settle(remembered, error, context);
    throw error;
  }
}

/** After a failure: a refusal made nothing; of everything else it is looked for, now and at the next start. */
async function settle(remembered: Temporary, error: unknown, context: Context): Promise<void> {
  const { status = 0 } = error instanceof SvcError ? error : {};
  if (status >= 400 && status < 500) return forget(remembered);
  await removeAt(remembered, context).catch(() => undefined);
}

/** Removes what runs that were killed left in this workspace, and says so. */
async function removeLeftovers(place: Pick<Temporary, 'address' | 'workspace'>, context: Context): Promise<void> {
  if (context.dryRun) return;
  for (const left of leftBehind(context.host, place)) {
    context.output.note(`A run that was killed left ${left.id ?? left.name} behind.`);
    // What is not found by its name is not there: nobody makes it any more.
    if (await removed(left, context)) forget(left);
  }
}

async function removed(left: Temporary, context: Context): Promise<boolean> {
  const { note, warn } = context.output;
  try {
    for (const id of await removeAt(left, context)) note(`Removed notification configuration ${id}.`);
    return true;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const remedy = left.id === null ? '' : ` Or now: svc notification delete ${left.id} --yes`;
    warn(
      `${left.id ?? left.name} is not removed: ${error.message} The next svc webhook wait --create does it.${remedy}`,
    );
    return false;
  }
}

/** Removes it by its id, or by the name that nothing else has; answers what was there. It is remembered until it is found. */
async function removeAt(left: Temporary, context: Context): Promise<string[]> {
  const { platform, platformList } = context.uncancelled();
  const ids: string[] = [];
  if (left.id !== null) ids.push(left.id);
  else {
    const rows = platformList(notifications.list, { workspace_id: left.workspace });
    for await (const { attributes, id } of rows) if (attributes.name === left.name) ids.push(id);
  }
  for (const id of ids) {
    await platform(notifications.remove, { id }).catch((error: unknown) => {
      // Somebody else was faster.
      if (!(error instanceof NotFoundError)) throw error;
    });
  }
  if (ids.length > 0) forget(left);
  return ids;
}

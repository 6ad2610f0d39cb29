import { NotFoundError, SvcError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import type { NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { put } from '../../notifications/put.ts';
import { verificationReport } from '../../notifications/verification.ts';
import { reachHint } from './public-url.ts';
import { storeToken } from './stored-tokens.ts';
import { forget, leftBehind, remember, type Temporary, withId } from './temporary-store.ts';

/** A configuration to create, whose destination is a listener of this run. */
export interface Draft {
  /** Id of the workspace. */
  workspace: string;
  attributes: { name?: string; token: string; url: string; [attribute: string]: unknown };
  relationships?: Record<string, unknown>;
}

/** A configuration that this run created. */
export interface OwnConfiguration {
  id: string;
  name: string | null;
  url: string;
  /** Deletes a temporary one, and reports the result. */
  end(): Promise<void>;
}

/**
 * Creates an enabled configuration that stays after the run. Ctrl-C does not cancel the request: its result must be known,
 * and a generated token stored. @throws {CheckFailedError} where the service did not reach the listener
 */
export async function createKept(
  draft: Draft,
  { storesToken }: { storesToken: boolean },
  context: Context,
): Promise<OwnConfiguration> {
  const { output } = context;
  const created = await create(draft, context);
  const { id } = created;
  output.note(`Created notification configuration ${id}. ${verificationReport(created)}`);
  if (storesToken) await storeToken([id], draft.attributes.token, context);
  return own(draft, created, async () => {
    output.note(`Kept notification configuration ${id}; delete it with: svc notification delete ${id} --yes`);
  });
}

/**
 * Creates an enabled configuration that is deleted at the end, or by the next run when this one is killed: a file remembers it.
 * A suffix makes its name unique, so that it is found when its id is unknown.
 * @throws {CheckFailedError} where the service did not reach the listener
 */
export async function createTemporary(draft: Draft, context: Context): Promise<OwnConfiguration> {
  const { dryRun, host, output, settings } = context;
  const address = settings.address().value.href;
  const place = { address, workspace: draft.workspace };
  await deleteLeftovers(place, context);
  const { name = 'svc' } = draft.attributes;
  const remembered = dryRun ? undefined : remember(host, place, name);
  try {
    const attributes = { ...draft.attributes, name: remembered?.name ?? name };
    const created = await create({ ...draft, attributes }, context);
    const known = remembered && withId(remembered, created.id);
    output.note(`Created temporary notification configuration ${created.id}. ${verificationReport(created)}`);
    return own(draft, created, async () => void (known && (await deleteAndReport(known, context))));
  } catch (error) {
    if (remembered) await settle(remembered, error, context);
    throw error;
  }
}

function create({ workspace, attributes, relationships }: Draft, context: Context): Promise<NotificationConfiguration> {
  const enabled = { 'destination-type': 'generic', ...attributes, enabled: true };
  const { platform } = context.uncancelled();
  return put(platform, { workspace_id: workspace }, { attributes: enabled, relationships }, reachHint);
}

function own(
  { attributes: { url: requested } }: Draft,
  { id, attributes: { name = null, url = requested } }: NotificationConfiguration,
  end: () => Promise<void>,
): OwnConfiguration {
  return { id, name, url: url ?? requested, end };
}

/** After a failure: a rejected request created nothing; after any other one, the configuration may exist. */
async function settle(remembered: Temporary, error: unknown, context: Context): Promise<void> {
  const { status = 0 } = error instanceof SvcError ? error : {};
  if (status >= 400 && status < 500) return forget(remembered);
  await deleteRemembered(remembered, context).catch(() => undefined);
}

/** Deletes what killed runs left in this workspace, and reports it. */
async function deleteLeftovers(place: Pick<Temporary, 'address' | 'workspace'>, context: Context): Promise<void> {
  if (context.dryRun) return;
  for (const left of leftBehind(context.host, place)) {
    context.output.note(`A killed run left ${left.id ?? `"${left.name}"`} behind.`);
    // One that its name does not find was never created.
    if (await deleteAndReport(left, context)) forget(left);
  }
}

async function deleteAndReport(left: Temporary, context: Context): Promise<boolean> {
  const { note, warn } = context.output;
  try {
    for (const id of await deleteRemembered(left, context)) note(`Deleted temporary notification configuration ${id}.`);
    return true;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const now = left.id === null ? '' : ` Or delete it now: svc notification delete ${left.id} --yes`;
    warn(
      `Cannot delete notification configuration ${left.id ?? `"${left.name}"`}: ${error.message} ` +
        `The next temporary configuration in this workspace retries it.${now}`,
    );
    return false;
  }
}

/** Deletes it by its id, or by its unique name; answers the ids. The file stays until it is found. */
async function deleteRemembered(left: Temporary, context: Context): Promise<string[]> {
  const { platform, platformList } = context.uncancelled();
  const ids: string[] = [];
  if (left.id !== null) ids.push(left.id);
  else {
    const rows = platformList(notifications.list, { workspace_id: left.workspace });
    for await (const { attributes, id } of rows) if (attributes.name === left.name) ids.push(id);
  }
  for (const id of ids) {
    await platform(notifications.remove, { id }).catch((error: unknown) => {
      // It is already deleted.
      if (!(error instanceof NotFoundError)) throw error;
    });
  }
  if (ids.length > 0) forget(left);
  return ids;
}

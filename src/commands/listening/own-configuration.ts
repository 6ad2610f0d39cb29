import { NotFoundError, SvcError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { put, verificationReport } from '../../notifications/put.ts';
import { reachHint } from './public-url.ts';
import { storeToken } from './stored-tokens.ts';
import { forget, leftBehind, remember, type Temporary, withId } from './temporary-store.ts';

/** A configuration to create, whose destination is a listener of this run. */
export interface Draft {
  /** Id of the workspace. */
  workspace: string;
  attributes: { name?: string; [attribute: string]: unknown };
  relationships?: Record<string, unknown>;
}

type OwnDraft = Draft & { attributes: { token: string; url: string } };

/** A configuration that this run created. */
export interface OwnConfiguration {
  id: string;
  name: string | null;
  url: string;
  /** Deletes a temporary one, and reports the result. */
  end(): Promise<void>;
}

/**
 * Creates an enabled configuration that is deleted at the end, unless the run `keeps` it. Ctrl-C does not cancel the request: its
 * result must be known, and a generated token stored.
 * @throws {CheckFailedError} where the service did not reach the listener
 */
export function ownConfiguration(
  draft: OwnDraft,
  { keeps, storesToken }: { keeps: boolean; storesToken: boolean },
  context: Context,
): Promise<OwnConfiguration> {
  return keeps ? kept(draft, storesToken, context) : temporary(draft, context);
}

async function kept(draft: OwnDraft, storesToken: boolean, context: Context): Promise<OwnConfiguration> {
  const { output } = context;
  const own = await create(draft, 'notification configuration', context);
  if (storesToken) await storeToken([own.id], draft.attributes.token, context);
  return {
    ...own,
    end: async () =>
      output.note(`Kept notification configuration ${own.id}; delete it with: svc notification delete ${own.id} --yes`),
  };
}

/** A file remembers a temporary one, so that the next run deletes it when this one is killed. A unique name finds it without its id. */
async function temporary(draft: OwnDraft, context: Context): Promise<OwnConfiguration> {
  const { dryRun, host, settings } = context;
  const place = { address: settings.address().value.href, workspace: draft.workspace };
  if (!dryRun) await deleteLeftovers(place, context);
  const { name = 'svc' } = draft.attributes;
  const remembered = dryRun ? undefined : remember(host, place, name);
  try {
    const attributes = { ...draft.attributes, name: remembered?.name ?? name };
    let known = remembered;
    const onCreated = (id: string) => {
      known &&= withId(known, id);
    };
    const own = await create({ ...draft, attributes }, 'temporary notification configuration', context, onCreated);
    return { ...own, end: async () => void (known && (await deleteAndReport(known, context))) };
  } catch (error) {
    if (remembered) await settle(remembered, error, context);
    throw error;
  }
}

async function create(
  { workspace, attributes, relationships }: OwnDraft,
  kind: string,
  context: Context,
  onCreated?: (id: string) => void,
): Promise<Omit<OwnConfiguration, 'end'>> {
  const enabled = { 'destination-type': 'generic', ...attributes, enabled: true };
  const { platform } = context.uncancelled();
  const created = await put(platform, { workspace_id: workspace }, { attributes: enabled, relationships }, reachHint);
  const { attributes: shown, id } = created;
  onCreated?.(id);
  context.output.note(`Created ${kind} ${id}. ${verificationReport(created)}`);
  return { id, name: shown.name ?? null, url: shown.url ?? attributes.url };
}

/** After a failure: a rejected request created nothing; after any other one, the configuration may exist. */
async function settle(remembered: Temporary, error: unknown, context: Context): Promise<void> {
  const { status = 0 } = error instanceof SvcError ? error : {};
  if (status >= 400 && status < 500) return forget(remembered);
  await deleteRemembered(remembered, context).catch(() => undefined);
}

/** Deletes what killed runs left in this workspace, and reports it. */
async function deleteLeftovers(place: Pick<Temporary, 'address' | 'workspace'>, context: Context): Promise<void> {
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

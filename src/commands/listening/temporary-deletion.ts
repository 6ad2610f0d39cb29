import { notifications } from '../../api/contract/platform/notifications.ts';
import { NotFoundError, SvcError, unlessFailed } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { forget, leftBehind, type Temporary } from './temporary-store.ts';

/** After a failure: a rejected request created nothing; after any other one, the configuration may exist. */
export async function settle(remembered: Temporary, error: unknown, context: Context): Promise<void> {
  const { status = 0 } = error instanceof SvcError ? error : {};
  if (status >= 400 && status < 500) return forget(remembered);
  await deleteRemembered(remembered, context).catch(() => undefined);
}

/** Deletes what killed runs left in this workspace, and reports it. */
export async function deleteLeftovers(
  place: Pick<Temporary, 'address' | 'workspace'>,
  context: Context,
): Promise<void> {
  for (const left of leftBehind(context.host, place)) {
    context.output.note(`A killed run left ${left.id ?? `"${left.name}"`} behind.`);
    // One that its name does not find was never created.
    if (await deleteAndReport(left, context)) forget(left);
  }
}

/** Deletes one, or warns that it is left; tells which. */
export async function deleteAndReport(left: Temporary, context: Context): Promise<boolean> {
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
    // One that is not found is already deleted.
    await unlessFailed(platform(notifications.remove, { id }), (error) => error instanceof NotFoundError);
  }
  if (ids.length > 0) forget(left);
  return ids;
}

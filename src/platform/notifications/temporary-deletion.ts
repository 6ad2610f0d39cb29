import type { Call } from '../../api/contract/endpoint.ts';
import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { NotFoundError, SvcError, unlessFailed } from '../../base/errors.ts';
import { forget, leftBehind, type Temporary } from './temporary-store.ts';

/** The dependencies of a deletion; an ended run does not cancel its requests. */
export interface Deleting {
  call: Call;
  list(workspace: string): AsyncIterable<NotificationConfiguration>;
  output: { note(message: string): void; warn(message: string): void };
}

/**
 * Cleans up after a failure: a rejected request created nothing; after any other failure, the configuration may exist.
 */
export async function settle(remembered: Temporary, error: unknown, deps: Deleting): Promise<void> {
  const { status = 0 } = error instanceof SvcError ? error : {};
  if (status >= 400 && status < 500) return forget(remembered);
  await deleteRemembered(remembered, deps).catch(() => undefined);
}

/** Deletes the configurations that killed runs left in this workspace, and reports them. */
export async function deleteLeftovers(
  folder: string,
  place: Pick<Temporary, 'address' | 'workspace'>,
  deps: Deleting,
): Promise<void> {
  for (const left of leftBehind(folder, place)) {
    deps.output.note(`A killed run left ${left.id ?? `"${left.name}"`} behind.`);
    // A configuration that is not found by its name was never created.
    if (await deleteAndReport(left, deps)) forget(left);
  }
}

/** Deletes a configuration, or warns that it is left. Returns whether it was deleted. */
export async function deleteAndReport(left: Temporary, deps: Deleting): Promise<boolean> {
  const { note, warn } = deps.output;
  try {
    for (const id of await deleteRemembered(left, deps)) note(`Deleted temporary notification configuration ${id}.`);
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

/**
 * Deletes a configuration by its id, or by its unique name, and returns the ids. Its file stays until the configuration
 * is found.
 */
async function deleteRemembered(left: Temporary, { call, list }: Deleting): Promise<string[]> {
  const ids: string[] = [];
  if (left.id !== null) ids.push(left.id);
  else {
    for await (const { attributes, id } of list(left.workspace)) if (attributes.name === left.name) ids.push(id);
  }
  for (const id of ids) {
    // A configuration that is not found is already deleted.
    await unlessFailed(call(notifications.remove, { id }), (error) => error instanceof NotFoundError);
  }
  if (ids.length > 0) forget(left);
  return ids;
}

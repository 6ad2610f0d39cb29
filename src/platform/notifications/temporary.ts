import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Call } from '../../api/contract/endpoint.ts';
import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { NotFoundError, SvcError, unlessFailed } from '../../base/errors.ts';
import { cannot, makeFolders, namesIn, readBytes, replaceFile, syncFolder } from '../../base/system/files.ts';
import { ownerTag, stateOf } from '../../base/system/owner.ts';
import { sharedFolderOn } from '../../base/system/ownership.ts';

/** A temporary configuration that exists, or may exist. */
export interface Temporary {
  /** The unique name of the configuration, which finds it when its id is unknown. */
  name: string;
  address: string;
  workspace: string;
  id: string | null;
  /** The file that records the configuration; the file name contains the process that created it. */
  path: string;
}

/**
 * Records that a configuration is about to be created, before the request is sent, so that the next run finds it if
 * this one is killed.
 * @throws {LocalError} when the file cannot be written
 */
export function remember(folder: string, place: Pick<Temporary, 'address' | 'workspace'>, name: string): Temporary {
  const tag = randomBytes(8).toString('hex');
  const path = join(folder, `${ownerTag()}-${tag}.json`);
  const remembered = { name: `${name} ${tag}`, ...place, id: null, path };
  write(remembered);
  return remembered;
}

/** Adds the id from the service's reply. */
export function withId(recorded: Temporary, id: string): Temporary {
  const identified = { ...recorded, id };
  write(identified);
  return identified;
}

function forget({ path }: Pick<Temporary, 'path'>): void {
  rmSync(path, { force: true });
}

/**
 * Returns the configurations that ended runs of this machine left in a workspace. Runs on other machines may still be
 * running. Removes incomplete files, which were written before a request was sent.
 */
function leftBehind(folder: string, place: Pick<Temporary, 'address' | 'workspace'>): Temporary[] {
  const names = namesIn(folder);
  // Ignore files that other users can write.
  if (names.length === 0 || sharedFolderOn(folder)) return [];
  return names.flatMap((name) => {
    const [, owner] = /^([0-9a-f]{8}-\d+-[0-9a-f]{8})-[0-9a-f]{16}\.json/.exec(name) ?? [];
    if (owner === undefined || stateOf(owner) !== 'ended') return [];
    const record = read(join(folder, name));
    if (record === undefined || name.endsWith('.tmp')) forget({ path: join(folder, name) });
    else if (record.address === place.address && record.workspace === place.workspace) return [record];
    return [];
  });
}

function write({ path, ...recorded }: Temporary): void {
  try {
    const folder = dirname(path);
    makeFolders(folder, 0o700);
    chmodSync(folder, 0o700);
    replaceFile(path, `${JSON.stringify(recorded)}\n`, `${path}.tmp`, 0o600);
    syncFolder(folder);
  } catch (cause) {
    const hint =
      'It records the temporary notification configuration, so that the next run deletes it if this one is killed.';
    throw cannot(`write ${path}`, cause, hint);
  }
}

/** Reads the configuration in a file; undefined for any other content. */
function read(path: string): Temporary | undefined {
  try {
    const { address, id = null, name, workspace } = JSON.parse(readBytes(path).toString()) as Temporary;
    const isWhole = [address, name, workspace, id ?? ''].every((text) => typeof text === 'string');
    return isWhole ? { address, id, name, path, workspace } : undefined;
  } catch {
    return undefined;
  }
}

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
  for (const record of leftBehind(folder, place)) {
    deps.output.note(`A killed run left ${record.id ?? `"${record.name}"`} behind.`);
    // A configuration that is not found by its name was never created.
    if (await deleteAndReport(record, deps)) forget(record);
  }
}

/** Deletes a configuration, or warns that it is left. Returns whether it was deleted. */
export async function deleteAndReport(record: Temporary, deps: Deleting): Promise<boolean> {
  const { note, warn } = deps.output;
  try {
    for (const id of await deleteRemembered(record, deps)) note(`Deleted temporary notification configuration ${id}.`);
    return true;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const now = record.id === null ? '' : ` Or delete it now: svc notification delete ${record.id} --yes`;
    warn(
      `Cannot delete notification configuration ${record.id ?? `"${record.name}"`}: ${error.message} ` +
        `The next temporary configuration in this workspace retries it.${now}`,
    );
    return false;
  }
}

/**
 * Deletes a configuration by its id, or by its unique name, and returns the ids. Its file stays until the configuration
 * is found.
 */
async function deleteRemembered(record: Temporary, { call, list }: Deleting): Promise<string[]> {
  const ids: string[] = [];
  if (record.id !== null) ids.push(record.id);
  else {
    for await (const { attributes, id } of list(record.workspace)) if (attributes.name === record.name) ids.push(id);
  }
  for (const id of ids) {
    // A configuration that is not found is already deleted.
    await unlessFailed(call(notifications.remove, { id }), (error) => error instanceof NotFoundError);
  }
  if (ids.length > 0) forget(record);
  return ids;
}

import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Call } from '../../api/contract/endpoint.ts';
import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { NotFoundError, SvcError, unlessFailed } from '../../base/errors.ts';
import { cannot, makeFolders, namesIn, readBytes, replaceFile, syncFolder } from '../../base/system/files.ts';
import { ownerTag, stateOf } from '../../base/system/owner.ts';
import { sharedFolderOn } from '../../base/system/ownership.ts';

/** A temporary configuration that exists, or may exist because its creation got no reply. */
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
export function register(folder: string, place: Pick<Temporary, 'address' | 'workspace'>, name: string): Temporary {
  const tag = randomBytes(8).toString('hex');
  const path = join(folder, `${ownerTag()}-${tag}.json`);
  const record = { name: `${name} ${tag}`, ...place, id: null, path };
  writeRecord(record);
  return record;
}

/** Adds the id from the service's reply. */
export function withId(recorded: Temporary, id: string): Temporary {
  const identified = { ...recorded, id };
  writeRecord(identified);
  return identified;
}

function forget({ path }: Pick<Temporary, 'path'>): void {
  rmSync(path, { force: true });
}

/**
 * Returns the configurations in a workspace that ended runs of this machine left. Runs on other machines may still be running.
 * Removes incomplete files: such a file was written before a request was sent.
 */
function leftoversIn(folder: string, place: Pick<Temporary, 'address' | 'workspace'>): Temporary[] {
  const names = namesIn(folder);
  // Ignore files that other users can write.
  if (names.length === 0 || sharedFolderOn(folder)) return [];
  return names.flatMap((name) => {
    const [, owner] = /^([0-9a-f]{8}-\d+-[0-9a-f]{8})-[0-9a-f]{16}\.json/.exec(name) ?? [];
    if (owner === undefined || stateOf(owner) !== 'ended') return [];
    const record = readRecord(join(folder, name));
    if (record === undefined || name.endsWith('.tmp')) forget({ path: join(folder, name) });
    else if (record.address === place.address && record.workspace === place.workspace) return [record];
    return [];
  });
}

function writeRecord({ path, ...recorded }: Temporary): void {
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

/** Reads the configuration in a file; returns undefined for a file with any other content. */
function readRecord(path: string): Temporary | undefined {
  try {
    const { address, id = null, name, workspace } = JSON.parse(readBytes(path).toString()) as Temporary;
    const isWhole = [address, name, workspace, id ?? ''].every((text) => typeof text === 'string');
    return isWhole ? { address, id, name, path, workspace } : undefined;
  } catch {
    return undefined;
  }
}

/** The dependencies of a deletion. Its requests are sent even after the run was cancelled. */
export interface DeletionDeps {
  call: Call;
  list(workspace: string): AsyncIterable<NotificationConfiguration>;
  output: { note(message: string): void; warn(message: string): void };
}

/**
 * Cleans up after a failed creation. A rejected request created nothing; after any other error, the configuration may exist.
 */
export async function cleanUp(record: Temporary, error: unknown, deps: DeletionDeps): Promise<void> {
  const { status = 0 } = error instanceof SvcError ? error : {};
  if (status >= 400 && status < 500) return forget(record);
  await deleteRemembered(record, deps).catch(() => undefined);
}

/** Deletes the configurations that killed runs left in this workspace, and reports them. */
export async function deleteLeftovers(
  folder: string,
  place: Pick<Temporary, 'address' | 'workspace'>,
  deps: DeletionDeps,
): Promise<void> {
  for (const record of leftoversIn(folder, place)) {
    deps.output.note(`A killed run left ${record.id ?? `"${record.name}"`} behind.`);
    // A configuration without an id that is not found by its name was never created.
    if (await deleteAndReport(record, deps)) forget(record);
  }
}

/** Deletes a configuration; if that fails, warns that the configuration still exists. Returns whether it was deleted. */
export async function deleteAndReport(record: Temporary, deps: DeletionDeps): Promise<boolean> {
  const { note, warn } = deps.output;
  try {
    for (const id of await deleteRemembered(record, deps)) note(`Deleted temporary notification configuration ${id}.`);
    return true;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const deleteHint = record.id === null ? '' : ` Or delete it now: svc notification delete ${record.id} --yes`;
    warn(
      `Cannot delete notification configuration ${record.id ?? `"${record.name}"`}: ${error.message} ` +
        `The next temporary configuration in this workspace retries it.${deleteHint}`,
    );
    return false;
  }
}

/**
 * Deletes a configuration by its id, or by its unique name, and returns the ids. Removes its file only if the configuration
 * was found.
 */
async function deleteRemembered(record: Temporary, { call, list }: DeletionDeps): Promise<string[]> {
  const ids: string[] = [];
  if (record.id !== null) ids.push(record.id);
  else {
    for await (const { attributes, id } of list(record.workspace)) if (attributes.name === record.name) ids.push(id);
  }
  for (const id of ids) {
    // A 404 means that the configuration is already deleted.
    await unlessFailed(call(notifications.remove, { id }), (error) => error instanceof NotFoundError);
  }
  if (ids.length > 0) forget(record);
  return ids;
}

import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  const known = { ...recorded, id };
  write(known);
  return known;
}

export function forget({ path }: Pick<Temporary, 'path'>): void {
  rmSync(path, { force: true });
}

/**
 * Returns the configurations that ended runs of this machine left in a workspace. Runs on other machines may still be
 * running. Removes incomplete files, which were written before a request was sent.
 */
export function leftBehind(folder: string, place: Pick<Temporary, 'address' | 'workspace'>): Temporary[] {
  const names = namesIn(folder);
  // Ignore files that other users can write.
  if (names.length === 0 || sharedFolderOn(folder)) return [];
  return names.flatMap((name) => {
    const [, owner] = /^([0-9a-f]{8}-\d+-[0-9a-f]{8})-[0-9a-f]{16}\.json/.exec(name) ?? [];
    if (owner === undefined || stateOf(owner) !== 'ended') return [];
    const left = read(join(folder, name));
    if (left === undefined || name.endsWith('.tmp')) forget({ path: join(folder, name) });
    else if (left.address === place.address && left.workspace === place.workspace) return [left];
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

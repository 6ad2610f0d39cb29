import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { cancellation, LocalError, UsageError } from '../../base/errors.ts';
import { errnoOf, isFolder, lookAt, makeFolders, removeMade } from '../../base/system/files.ts';
import { foreignness, sharedFolderOn } from '../../base/system/ownership.ts';
import { type OpenedFolder, openFolder } from '../../base/system/recorded-folder.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import { diskFault, onDisk, shownPath } from './rejection.ts';

export interface PlaceOptions extends StagingOptions {
  force?: boolean | undefined;
  signal?: AbortSignal;
}

/**
 * Builds a folder in a temporary place and renames it when complete.
 * @param fill writes into the empty folder and returns the folder to place: that folder or one inside it
 * @throws {UsageError} for an occupied destination; {LocalError}; what `fill` throws. Nothing remains of the new folder
 * and its parents, and an old folder is unchanged
 */
export async function place(
  destination: string,
  { force = false, signal, ...options }: PlaceOptions,
  fill: (temp: string) => Promise<string>,
): Promise<void> {
  const final = resolve(destination);
  checkDestination(final, force);
  const staging = openStaging(final, options);
  let isPlaced = false;
  try {
    // The inner folder already has its final mode, less the umask; the outer folder hides it from others.
    const tree = join(staging.path, 'tree');
    onDisk(final, () => mkdirSync(tree, 0o755));
    const filledFolder = await fill(tree);
    if (signal?.aborted) throw cancellation(signal);
    checkDestination(final, force);
    onDisk(final, () => moveIntoPlace(filledFolder, final, force, staging));
    isPlaced = true;
  } catch (error) {
    throw staging.withTypedPaths(error);
  } finally {
    staging.close(isPlaced);
  }
}

/** Rejects an existing file and, without `force`, a folder that is not empty. */
export function checkDestination(final: string, force: boolean): void {
  const status = onDisk(final, () => lstatSync(final, { throwIfNoEntry: false }));
  if (status === undefined) return;
  if (status.isSymbolicLink()) throw new UsageError(`${shownPath(final)} is a symbolic link; give the folder itself.`);
  if (!status.isDirectory()) throw new UsageError(`${shownPath(final)} already exists and is not a folder.`);
  if (`${resolve('.')}${sep}`.startsWith(final.endsWith(sep) ? final : `${final}${sep}`))
    throw new UsageError(`${shownPath(final)} is or contains the current folder; choose another folder.`);
  if (!force && onDisk(final, () => readdirSync(final)).length > 0) rejectOccupied(final);
}

/** Moves a folder into place. Without `force`, replaces only an empty folder, even if another process fills it. */
function moveIntoPlace(filledFolder: string, final: string, force: boolean, { parent, putAside }: StagingFolder): void {
  const target = join(parent, basename(final));
  const end = force && lookAt(target) !== undefined ? putAside(target, filledFolder) : undefined;
  try {
    renameSync(filledFolder, target);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') rejectOccupied(final);
    if (code !== 'EPERM' || lookAt(target) === undefined) throw error;
    // Windows cannot rename a folder over another, even over an empty one.
    rmdirSync(target);
    renameSync(filledFolder, target);
  } finally {
    end?.();
  }
}

function rejectOccupied(final: string): never {
  throw new UsageError(`${shownPath(final)} already exists and is not empty.`, { hint: 'Replace it with --force.' });
}

const privateFolder = 'Choose a folder that only you can write to, or accept the risk with --allow-shared-parent.';

export interface StagingOptions {
  temporaries: Temporaries;
  /** Builds beside the destination even where another user can replace it. */
  allowSharedParent?: boolean | undefined;
}

/** A temporary folder out of reach of other users, on the disk of the destination. */
export type StagingFolder = ReturnType<typeof staged>;

/**
 * Creates the staging folder beside a destination (an absolute path), and missing parents. On Linux, if another user can replace the
 * parent, opens both folders first: then replacing their names has no effect.
 * @throws {LocalError} if another user can replace the parent on another system, or the disk fails
 */
export function openStaging(destination: string, { allowSharedParent, temporaries }: StagingOptions): StagingFolder {
  const parent = dirname(destination);
  for (let mayRetry = true; ; mayRetry = false) {
    let opened: OpenedFolder | undefined;
    try {
      const shared = allowSharedParent ? undefined : sharedFolderOn(parent);
      // Resolve links before creating parents: another user could replace a new parent with a link.
      const real = shared ? realPath(parent) : parent;
      // Parallel downloads share parents; the last download that fails removes them.
      makeFolders(parent);
      opened = shared && (openFolder(real) ?? rejectShared(real, shared));
      return staged(temporaries, real, opened);
    } catch (error) {
      opened?.close();
      // Another svc that failed may just have removed the new parents.
      if (mayRetry && errnoOf(error) === 'ENOENT') continue;
      removeMade(parent);
      throw diskFault(error, isFolder(parent) ? destination : parent);
    }
  }
}

function staged(temporaries: Temporaries, real: string, opened: OpenedFolder | undefined) {
  const parent = opened?.path ?? real;
  const temporary = opened && ownTemporary(real, parent, temporaries);
  const temporaryPath = temporary?.made ?? temporaries.make(real);
  const path = temporary?.path ?? temporaryPath;
  return {
    path,
    /** The parent of the destination, opened in a way that no other user can redirect. */
    parent,
    /** Puts a folder of the parent aside for a fresh one; the returned function removes it. */
    putAside(folder: string, fresh: string) {
      const asidePath = temporaries.putAside(folder, fresh, real);
      return () => temporaries.remove(asidePath);
    },
    /** Replaces the paths in an error with those that the user typed: the path of an opened folder means nothing to the user. */
    withTypedPaths<Thrown>(error: Thrown): Thrown {
      const typedPath = join(real, basename(temporaryPath));
      if (error instanceof Error)
        error.message = error.message.replaceAll(`${path}/`, `${typedPath}/`).replaceAll(`${parent}/`, `${real}/`);
      return error;
    },
    /** Removes the staging folder and, unless a folder was placed, the parents that were created; never throws. */
    close(isPlaced: boolean) {
      temporaries.remove(temporaryPath);
      temporary?.close();
      opened?.close();
      if (!isPlaced) removeMade(real);
    },
  };
}

/** Creates and opens a temporary folder. Another user could replace it between the two steps, so repeat both then. */
function ownTemporary(real: string, parent: string, temporaries: Temporaries) {
  for (let tries = 0; tries < 10; tries++) {
    const made = temporaries.make(parent, real);
    try {
      const temporary = openFolder(made) as OpenedFolder;
      if (foreignness(lstatSync(`${temporary.path}/.`)) === undefined && readdirSync(temporary.path).length === 0)
        return { made, ...temporary };
      temporary.close();
    } catch (error) {
      if (!['ENOTDIR', 'ENOENT'].includes(errnoOf(error) ?? '')) throw error;
    }
    temporaries.remove(made);
  }
  throw new LocalError(`Another user replaces every temporary folder in ${real}.`, { hint: privateFolder });
}

function rejectShared(parent: string, { folder, why }: { folder: string; why: string }): never {
  const problem = `Another user could replace files unpacked in ${parent}`;
  throw new LocalError(`${problem}: ${folder === parent ? 'it' : folder} ${why}.`, { hint: privateFolder });
}

/** Resolves the links of a path that may not exist yet. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

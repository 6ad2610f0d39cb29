import { existsSync, lstatSync, readdirSync, realpathSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { errnoOf, isFolder, makeFolders } from '../../base/system/files.ts';
import { type OpenedFolder, openFolder } from '../../base/system/opened-folder.ts';
import { foreignness, sharedFolderOn } from '../../base/system/ownership.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import { diskFault } from './rejection.ts';

const mostTries = 10;
const privateFolder = 'Choose a folder that only you can write to, or accept the risk with --allow-shared-parent.';

/** How a folder is built before it is renamed. */
export interface StagingOptions {
  temporaries: Temporaries;
  /** Build it next to its destination even where another user can replace it. */
  allowSharedParent?: boolean | undefined;
}

/** A temporary folder that no other user can reach into, and from which a rename leads to the destination. */
export interface StagingFolder {
  path: string;
  /** The parent of the destination, opened so that no other user can redirect it. */
  parent: string;
  /** Moves a folder of that parent into the temporary folder, and returns how to move it back. @throws what the disk says */
  putAside(folder: string): () => void;
  /** The same error with the paths that the user typed. */
  named<Thrown>(error: Thrown): Thrown;
  /** Removes it, and the parents that were made for it unless something was placed there; never throws. */
  close(isPlaced: boolean): void;
}

/**
 * Makes the staging folder of a destination (an absolute path), and the parents that are missing: beside it. Where another user can swap it,
 * both are opened first, on Linux, so that a swapped name leads nowhere.
 * @throws {LocalError} where another user can swap it on another system, or the disk fails
 */
export function openStaging(destination: string, options: StagingOptions): StagingFolder {
  const parent = dirname(destination);
  for (let again = true; ; again = false) {
    try {
      const shared = options.allowSharedParent ? undefined : sharedFolderOn(parent);
      if (shared) return inOpened(parent, shared, options.temporaries);
      makeParents(parent);
      return staged(options.temporaries, { made: options.temporaries.make(parent), parent, real: parent });
    } catch (error) {
      // Another svc that failed may just have removed the parents that it created.
      if (again && errnoOf(error) === 'ENOENT') continue;
      removeParents(parent);
      throw diskFault(error, isFolder(parent) ? destination : parent);
    }
  }
}

/** The staging folder in a temporary one, which may be in an opened parent, and itself opened. */
function staged(
  temporaries: Temporaries,
  { made, parent, path = made, real }: { made: string; parent: string; path?: string; real: string },
  closing: () => void = () => {},
): StagingFolder {
  return {
    path,
    parent,
    putAside: (folder) => temporaries.putAside(made, folder, { home: join(real, basename(folder)), inside: path }),
    named: (error) =>
      renamed(error, [
        [path, path === made ? path : join(real, basename(made))],
        [parent, real],
      ]),
    close(isPlaced) {
      temporaries.remove(made);
      closing();
      if (!isPlaced) removeParents(real);
    },
  };
}

/** For a parent whose content another user can replace. */
function inOpened(parent: string, shared: { folder: string; why: string }, temporaries: Temporaries): StagingFolder {
  // Read before parents are created, which another user could replace with links.
  const real = realPath(parent);
  makeParents(parent);
  const opened = openFolder(real);
  if (!opened) throw rejection(real, shared);
  try {
    const { made, own } = ownTemporary(real, opened, temporaries);
    return staged(temporaries, { made, parent: opened.path, path: own.path, real }, () => {
      own.close();
      opened.close();
    });
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** A temporary folder, opened. Another user can replace it before that, but would have to be in time with each name. */
function ownTemporary(
  real: string,
  opened: OpenedFolder,
  temporaries: Temporaries,
): { made: string; own: OpenedFolder } {
  for (let tries = 0; tries < mostTries; tries++) {
    const made = temporaries.make(opened.path, real);
    const own = openIfOwn(made);
    if (own) return { made, own };
    temporaries.remove(made);
  }
  throw new LocalError(`Another user replaces every temporary folder in ${real}.`, { hint: privateFolder });
}

function openIfOwn(path: string): OpenedFolder | undefined {
  try {
    const own = openFolder(path) as OpenedFolder;
    if (foreignness(lstatSync(`${own.path}/.`)) === undefined && readdirSync(own.path).length === 0) return own;
    own.close();
  } catch (error) {
    if (!['ENOTDIR', 'ENOENT'].includes(errnoOf(error) ?? '')) throw error;
  }
  return undefined;
}

/** Replaces the path of the opened folder, which means nothing to the user. */
function renamed<Thrown>(error: Thrown, names: readonly (readonly [opened: string, real: string])[]): Thrown {
  if (!(error instanceof Error)) return error;
  for (const [opened, real] of names) error.message = error.message.replaceAll(`${opened}/`, `${real}/`);
  return error;
}

function rejection(parent: string, { folder, why }: { folder: string; why: string }): LocalError {
  const place = folder === parent ? 'it' : folder;
  return new LocalError(`Another user could replace files unpacked in ${parent}: ${place} ${why}.`, {
    hint: privateFolder,
  });
}

/** The path without links of a folder that may not exist yet. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

/** What this process made; downloads that go on at the same time share parents, and the last that fails clears them away. */
const made = new Set<string>();

/** Makes a folder (an absolute path) and those above it that are missing, and remembers which they are. @throws what the disk says */
function makeParents(folder: string): void {
  makeFolders(folder, undefined, (each) => made.add(each));
}

/** Removes a folder that `makeParents` made, and those above it, as far as nothing is in them; never throws. */
function removeParents(folder: string): void {
  for (let each = folder; made.has(each); each = dirname(each)) {
    try {
      rmdirSync(each);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') return;
    }
    made.delete(each);
  }
}

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { errnoOf, isFolder, makeFolders, removeMade } from '../../base/system/files.ts';
import { type OpenedFolder, openFolder } from '../../base/system/opened-folder.ts';
import { foreignness, sharedFolderOn } from '../../base/system/ownership.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import { diskFault } from './rejection.ts';

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
  /** Puts a folder of that parent aside for a fresh one; the result ends that. @throws what the disk says */
  putAside(folder: string, fresh: string): () => void;
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
export function openStaging(destination: string, { allowSharedParent, temporaries }: StagingOptions): StagingFolder {
  const parent = dirname(destination);
  for (let again = true; ; again = false) {
    let opened: OpenedFolder | undefined;
    try {
      const shared = allowSharedParent ? undefined : sharedFolderOn(parent);
      // Read before parents are created, which another user could replace with links.
      const real = shared ? realPath(parent) : parent;
      // Downloads that go on at the same time share parents, and the last that fails clears them away.
      makeFolders(parent);
      opened = shared && (openFolder(real) ?? rejectShared(real, shared));
      return staged(temporaries, real, opened);
    } catch (error) {
      opened?.close();
      // Another svc that failed may just have removed the parents that it created.
      if (again && errnoOf(error) === 'ENOENT') continue;
      removeMade(parent);
      throw diskFault(error, isFolder(parent) ? destination : parent);
    }
  }
}

/** The staging folder in a parent, or in an opened one, and then opened itself. */
function staged(temporaries: Temporaries, real: string, opened: OpenedFolder | undefined): StagingFolder {
  const parent = opened?.path ?? real;
  const { made, own } = opened ? ownTemporary(real, parent, temporaries) : { made: temporaries.make(real) };
  const path = own?.path ?? made;
  return {
    path,
    parent,
    putAside(folder, fresh) {
      const aside = temporaries.putAside(folder, fresh, real);
      return () => temporaries.remove(aside);
    },
    named(error) {
      // The path of an opened folder means nothing to the user.
      const shown = (text: string) =>
        text.replaceAll(`${path}/`, `${join(real, basename(made))}/`).replaceAll(`${parent}/`, `${real}/`);
      if (error instanceof Error) error.message = shown(error.message);
      return error;
    },
    close(isPlaced) {
      temporaries.remove(made);
      own?.close();
      opened?.close();
      if (!isPlaced) removeMade(real);
    },
  };
}

/** A temporary folder, opened. Another user can replace it before that, but would have to be in time with each name. */
function ownTemporary(real: string, parent: string, temporaries: Temporaries): { made: string; own?: OpenedFolder } {
  for (let tries = 0; tries < 10; tries++) {
    const made = temporaries.make(parent, real);
    try {
      const own = openFolder(made) as OpenedFolder;
      if (foreignness(lstatSync(`${own.path}/.`)) === undefined && readdirSync(own.path).length === 0)
        return { made, own };
      own.close();
    } catch (error) {
      if (!['ENOTDIR', 'ENOENT'].includes(errnoOf(error) ?? '')) throw error;
    }
    temporaries.remove(made);
  }
  throw new LocalError(`Another user replaces every temporary folder in ${real}.`, { hint: privateFolder });
}

function rejectShared(parent: string, { folder, why }: { folder: string; why: string }): never {
  const place = folder === parent ? 'it' : folder;
  throw new LocalError(`Another user could replace files unpacked in ${parent}: ${place} ${why}.`, {
    hint: privateFolder,
  });
}

/** The path without links of a folder that may not exist yet. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

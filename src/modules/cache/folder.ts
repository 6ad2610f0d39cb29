import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { cannot } from '../../base/system/files.ts';
import { type Locks, sweepLocks } from '../../base/system/lock.ts';
import { type Foreign, foreignness, sharedFolderOn } from '../../base/system/ownership.ts';
import { Temporaries } from '../../base/system/temporaries.ts';

/** A cache of archives: `blobs` by content, `index` by requested version. */
export interface Cache extends Locks {
  readonly root: string;
  readonly blobs: string;
  readonly index: string;
  /** Private folders: downloads, git repositories, and staging for shared destinations. */
  readonly staging: string;
}

const ownerOnly = 0o700;
const noCache = 'or disable the cache with --no-cache.';
const elsewhere = `Set XDG_CACHE_HOME to your own folder, ${noCache}`;

/**
 * Describes the cache in a folder, without checking or creating anything.
 * @param temporaries where its temporary folders are listed (default: nowhere, for a cache that is only read)
 */
export function cacheAt(root: string, temporaries = new Temporaries()): Cache {
  const inside = (...names: string[]) => join(root, ...names);
  const folders = { blobs: inside('blobs', 'sha256'), index: inside('index'), staging: inside('staging') };
  return { root, ...folders, locks: inside('locks'), busy: new Map(), temporaries };
}

/**
 * Prepares a cache for use, and removes locks of ended runs.
 * @throws {LocalError} when it cannot be written, or for what `ownCache` rejects, before anything is created
 */
export function openCache(root: string, temporaries: Temporaries): Cache {
  const cache = ownCache(root, temporaries);
  const { blobs, index, locks, staging } = cache;
  return usable(root, () => {
    for (const folder of [blobs, index, locks, staging]) mkdirSync(folder, { recursive: true, mode: ownerOnly });
    sweepLocks(cache);
    return cache;
  });
}

/**
 * Checks a cache that may not exist yet; creates nothing.
 * @throws {LocalError} when other users can change it or its parents: the index decides what is installed
 */
export function ownCache(root: string, temporaries?: Temporaries): Cache {
  const cache = cacheAt(root, temporaries);
  const { blobs, index, locks, staging } = cache;
  return usable(root, () => {
    const shared = sharedFolderOn(root);
    if (shared) throw rejection(root, shared.folder, shared.why);
    for (const folder of [root, join(root, 'blobs'), blobs, index, locks, staging]) {
      const status = lstatSync(folder, { throwIfNoEntry: false });
      if (!status) continue;
      // A link may lead to the cache, but must not be inside it.
      const why = status.isDirectory() ? foreignness(status) : folder === root ? undefined : 'is not a folder';
      if (why !== undefined) throw rejection(root, folder, why);
    }
    return cache;
  });
}

function usable<Result>(root: string, act: () => Result): Result {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof LocalError) throw cause;
    throw cannot(`use the cache ${root}`, cause, elsewhere);
  }
}

function rejection(root: string, folder: string, why: Foreign | 'is not a folder'): LocalError {
  const what = folder === root ? `The cache ${root} ${why}` : `The cache ${root} is rejected: ${folder} ${why}`;
  const hint = why === 'can be written by others' ? `Run chmod go-w ${folder}, ${noCache}` : elsewhere;
  return new LocalError(`${what}; anyone who can write there controls what is installed from it.`, { hint });
}

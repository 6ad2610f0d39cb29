import { createHash } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, read, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cancellation, LocalError, SvcError } from '../../base/errors.ts';
import { cannot, lookAt, openRegular } from '../../base/system/files.ts';
import { type Locks, sweepLocks } from '../../base/system/lock.ts';
import { type Foreign, foreignness, sharedFolderOn } from '../../base/system/ownership.ts';
import { Temporaries } from '../../base/system/temporaries.ts';
import { onDisk, shownPath } from '../archive/rejection.ts';

/** A cache of archives: `blobs` by content, `index` by requested version. */
export interface Cache extends Locks {
  readonly root: string;
  readonly blobs: string;
  readonly index: string;
  /** Folders of this user alone: for downloads, git repositories, and staging for shared destinations. */
  readonly staging: string;
  /** The temporary folder that the archives of a run share, while there are any. */
  archiveFolder?: { readonly path: string; users: number } | undefined;
}

const noCache = 'or disable the cache with --no-cache.';
const otherFolderHint = `Set XDG_CACHE_HOME to your own folder, ${noCache}`;

/**
 * Describes the cache in a folder, without checking or creating anything.
 * @param temporaries the list of its temporary folders (default: no list, for a cache that is only read)
 */
export function cacheAt(root: string, temporaries = new Temporaries()): Cache {
  const inside = (...names: string[]) => join(root, ...names);
  const folders = { blobs: inside('blobs', 'sha256'), index: inside('index'), staging: inside('staging') };
  return { root, ...folders, locks: inside('locks'), busy: new Map(), temporaries };
}

/**
 * Opens a cache for use, and removes the locks of ended runs.
 * @throws {LocalError} if it cannot be written, or `ownCache` rejects it, before anything is created
 */
export function openCache(root: string, temporaries: Temporaries): Cache {
  const cache = ownCache(root, temporaries);
  const { blobs, index, locks, staging } = cache;
  return usable(root, () => {
    for (const folder of [blobs, index, locks, staging]) mkdirSync(folder, { recursive: true, mode: 0o700 });
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
      // The cache itself may be a link, but may contain none.
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
    throw cannot(`use the cache ${root}`, cause, otherFolderHint);
  }
}

function rejection(root: string, folder: string, why: Foreign | 'is not a folder'): LocalError {
  const problem = folder === root ? `The cache ${root} ${why}` : `The cache ${root} is rejected: ${folder} ${why}`;
  const hint = why === 'can be written by others' ? `Run chmod go-w ${folder}, ${noCache}` : otherFolderHint;
  return new LocalError(`${problem}; anyone who can write there controls what is installed from it.`, { hint });
}

const pieceBytes = 256 * 1024;
const readInto = promisify(read);

/** Returns the path of an archive, whose name is its digest. */
export function blobPath({ blobs }: Cache, sha256: string): string {
  return join(blobs, sha256.slice(0, 2), sha256);
}

/** Returns whether the path of an archive exists; it need not be a file. */
export function hasBlob(cache: Cache, sha256: string): boolean {
  return lookAt(blobPath(cache, sha256)) !== undefined;
}

/** Yields a regular file in pieces, up to `length` bytes. @throws {LocalError} for an unreadable file; the reason of the signal */
export async function* bytesOf(path: string, signal?: AbortSignal, length = Number.POSITIVE_INFINITY) {
  let descriptor: number | undefined;
  try {
    descriptor = openRegular(path, { links: false, most: Number.POSITIVE_INFINITY });
    for (let remaining = length; remaining > 0; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, remaining));
      const { bytesRead } = await readInto(descriptor, piece, 0, piece.length, null);
      if (bytesRead === 0) return;
      remaining -= bytesRead;
      yield piece.subarray(0, bytesRead);
      if (signal?.aborted) throw cancellation(signal);
    }
  } catch (error) {
    throw error instanceof SvcError ? error : cannot(`read ${shownPath(path)}`, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns the digest of a file in hex digits. @throws what `bytesOf` throws */
export async function digestOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(path, signal)) hash.update(piece);
  return hash.digest('hex');
}

/** Returns whether a regular file exists; with `bytes`, whether it also has this size. */
export function isFile(path: string, bytes?: number): boolean {
  const status = lookAt(path);
  return status?.isFile() === true && (bytes === undefined || status.size === bytes);
}

/** Removes a file or folder of the cache. @throws {LocalError} */
export function remove(path: string): void {
  onDisk(path, () => rmSync(path, { recursive: true, force: true }));
}

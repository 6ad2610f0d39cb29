import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { diskFault } from '../archive/refusal.ts';
import { digestOf, hasBlob } from './blobs.ts';
import { entries } from './entries.ts';
import { removeFile } from './files.ts';
import type { Cache } from './folder.ts';

/** A file of the cache that is to go, and why. */
export interface Finding {
  path: string;
  bytes: number;
  why: string;
}

/** What `prune` takes away. */
export interface PruneOptions {
  /** What was not used for that long, in milliseconds; only what nothing refers to unless told. */
  olderThanMs?: number | undefined;
  /** Everything. */
  all?: boolean | undefined;
}

/** A blob that is being named may not have its entry yet. */
const freshMs = 60 * 60 * 1000;

/** Every file of the cache that is not what it should be: archives first, each read and hashed, then what refers to none. */
export async function* faults(
  cache: Cache,
  checked: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  for (const { bytes, path } of blobFiles(cache)) {
    signal.throwIfAborted();
    const found = await digestOf(path);
    checked(bytes);
    if (found !== basename(path)) yield finding(path, `its sha256 is ${found}`);
  }
  for (const entry of entries(cache)) {
    if ('fault' in entry) yield finding(entry.path, entry.fault);
    else if (!hasBlob(cache, entry.sha256)) yield finding(entry.path, 'its archive is gone');
  }
}

/** The files that pruning takes away: entries first, then archives that no entry is left of. */
export function* prunable(
  cache: Cache,
  { all = false, olderThanMs = Number.POSITIVE_INFINITY }: PruneOptions,
): Generator<Finding> {
  const needed = new Set<string>();
  for (const entry of entries(cache)) {
    if (all) yield finding(entry.path, 'everything goes');
    else if ('fault' in entry) yield finding(entry.path, entry.fault);
    else if (ageMs(entry.path) > olderThanMs) yield finding(entry.path, 'was not used for that long');
    else if (!hasBlob(cache, entry.sha256)) yield finding(entry.path, 'its archive is gone');
    else needed.add(entry.sha256);
  }
  for (const { path } of blobFiles(cache)) {
    if (all) yield finding(path, 'everything goes');
    else if (!needed.has(basename(path)) && ageMs(path) > Math.min(freshMs, olderThanMs)) {
      yield finding(path, 'nothing refers to it');
    }
  }
  for (const name of namesIn(cache.partial).filter((each) => /\.(part|json)$/.test(each))) {
    const path = join(cache.partial, name);
    if (all || ageMs(path) > olderThanMs) yield finding(path, 'an interrupted download');
  }
}

/** Takes files away. @throws {LocalError} where one cannot be */
export function remove({ path }: Finding): void {
  try {
    removeFile(path);
  } catch (error) {
    throw diskFault(error, path);
  }
}

function* blobFiles(cache: Cache): Generator<{ path: string; bytes: number }> {
  for (const folder of namesIn(cache.blobs)) {
    for (const name of namesIn(join(cache.blobs, folder))) {
      const path = join(cache.blobs, folder, name);
      const found = statusOf(path);
      if (found?.isFile()) yield { path, bytes: found.size };
    }
  }
}

function finding(path: string, why: string): Finding {
  return { path, bytes: statusOf(path)?.size ?? 0, why };
}

function ageMs(path: string): number {
  return Date.now() - (statusOf(path)?.mtimeMs ?? 0);
}

function statusOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

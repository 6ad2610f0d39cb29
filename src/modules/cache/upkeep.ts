import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lookAt, namesIn } from '../../base/system/files.ts';
import { staleLocksIn } from '../../base/system/lock.ts';
import { isOwn } from '../../base/system/ownership.ts';
import { dueFor, homeOf, identityOf } from '../../base/system/recorded-folder.ts';
import { isTemporaryName, type Temporaries } from '../../base/system/temporaries.ts';
import { entries } from './entries.ts';
import { type Cache, digestOf, hasBlob } from './folder.ts';

export interface Finding {
  path: string;
  bytes: number;
  why: string;
}

/** The age below which an archive is kept without an entry: the entry may not be written yet. */
const freshMs = 60 * 60 * 1000;

/** Finds damaged files: archives whose hash is wrong, then entries without an archive. */
export async function* faults(cache: Cache, checked: (bytes: number) => void, signal: AbortSignal) {
  const sizes = new Map([...entries(cache)].flatMap((each) => ('fault' in each ? [] : [[each.sha256, each.bytes]])));
  for (const path of blobs(cache)) {
    signal.throwIfAborted();
    const status = lookAt(path);
    checked(status?.size ?? 0);
    const bytes = sizes.get(basename(path)) ?? status?.size;
    if (!status?.isFile()) yield finding(path, 'is not a regular file');
    else if (bytes !== status.size) yield finding(path, `its size is not ${bytes} bytes`);
    else {
      const digest = await digestOf(path, signal);
      if (digest !== basename(path)) yield finding(path, `its sha256 is ${digest}`);
    }
  }
  for (const entry of entries(cache)) {
    if ('fault' in entry) yield finding(entry.path, entry.fault);
    else if (!hasBlob(cache, entry.sha256)) yield finding(entry.path, 'its archive is missing');
  }
}

/**
 * Finds the files to prune: entries, then archives without an entry, then locks.
 * @param all selects everything
 * @param olderThanMs also selects entries unused for this long (default: only unreferenced files)
 */
export function* prunable(cache: Cache, all: boolean, olderThanMs = Number.POSITIVE_INFINITY): Generator<Finding> {
  const neededDigests = new Set<string>();
  for (const entry of entries(cache)) {
    if (all) yield finding(entry.path, 'removed by --all');
    else if ('fault' in entry) yield finding(entry.path, entry.fault);
    else if (ageMs(entry.path) > olderThanMs) yield finding(entry.path, 'not used for longer than --older-than');
    else if (!hasBlob(cache, entry.sha256)) yield finding(entry.path, 'its archive is missing');
    else neededDigests.add(entry.sha256);
  }
  for (const path of blobs(cache)) {
    if (all) yield finding(path, 'removed by --all');
    else if (!neededDigests.has(basename(path)) && ageMs(path) > Math.min(freshMs, olderThanMs)) {
      yield finding(path, 'not referenced');
    }
  }
  for (const path of staleLocksIn(cache)) yield finding(path, 'the lock of a run that has ended');
}

function* blobs(cache: Cache): Generator<string> {
  for (const folder of namesIn(cache.blobs)) {
    for (const name of namesIn(join(cache.blobs, folder))) yield join(cache.blobs, folder, name);
  }
}

function finding(path: string, why: string): Finding {
  return { path, bytes: lookAt(path)?.size ?? 0, why };
}

function ageMs(path: string): number {
  return Date.now() - (lookAt(path)?.mtimeMs ?? 0);
}

/** Finds the folders left by ended processes, which `sweep` removes or moves back. */
export function leftovers(temporaries: Temporaries): Finding[] {
  return temporaries.entries('ended').flatMap((entry) => {
    const [due, { path }] = [dueFor(entry), entry];
    const moved = due === 'restore' ? `; ${homeOf(entry)} is moved back` : '';
    const leftover = { path, bytes: bytesOf(path), why: `left by a run that has ended${moved}` };
    return due === 'remove' || due === 'restore' ? [leftover] : [];
  });
}

/**
 * Finds the folders that no known process uses, and maps each to its path before it was put aside, if any. They are in the list of
 * temporary folders, or have the name of one.
 */
export function strays(temporaries: Temporaries, folders: readonly string[]): Map<string, string | undefined> {
  const paths = folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  const temporaryPaths = paths.filter((path) => isTemporaryName(basename(path)) && isOwn(lookAt(path) ?? { uid: -1 }));
  const listed = [...temporaries.entries('ended'), ...temporaries.entries('unknown')];
  const strayPaths = new Map<string, string | undefined>(temporaryPaths.map((path) => [path, undefined]));
  for (const entry of listed) {
    const isRecorded = entry.id === identityOf(entry.path);
    if (dueFor(entry) !== 'gone') strayPaths.set(entry.path, isRecorded ? homeOf(entry) : undefined);
  }
  for (const { path } of temporaries.entries('running')) strayPaths.delete(path);
  return strayPaths;
}

function bytesOf(path: string): number {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return status?.size ?? 0;
  return namesIn(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

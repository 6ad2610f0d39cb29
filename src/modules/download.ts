import { lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monotonicMs } from '../base/clock.ts';
import { CheckFailedError } from '../base/errors.ts';
import { listFolder } from './archive/disk-tree.ts';
import { hashFolder } from './archive/h1.ts';
import { isDotGit } from './archive/portable-name.ts';
import { onDisk } from './archive/rejection.ts';
import { checkDestination } from './archive/staging.ts';
import type { FetchDeps, Package } from './fetch/source.ts';
import type { Found } from './find.ts';
import { readPackage } from './package.ts';

/** A module version on disk, as `-o json` shows it. */
export interface Downloaded extends Pick<Package, 'bytes' | 'cached' | 'commit' | 'submodules'> {
  address: string;
  version: string;
  location: string;
  /** Hex digest of the received archive; null for a git repository, which has a commit instead. */
  sha256: string | null;
  seconds: number;
  /** Set if the folder existed with the same files; it is unchanged. */
  existing?: true;
  dir: string;
}

/** Downloads a found version; leaves nothing behind on a failure. */
export async function download(found: Found, dir: string, deps: FetchDeps): Promise<Downloaded> {
  const { from: location, key, name: address } = found;
  const began = monotonicMs();
  const { bytes, cached, commit, sha256 = null, submodules } = await readPackage(found, dir, deps);
  const seconds = Math.round(monotonicMs() - began) / 1000;
  return { address, version: key.version, location, sha256, commit, submodules, bytes, cached, seconds, dir };
}

/** Returns whether a folder may be an earlier download: not empty, and not a git repository. */
export function mayBeModule(dir: string): boolean {
  return onDisk(dir, () => {
    if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return false;
    const names = readdirSync(dir);
    return names.length > 0 && !names.some(isDotGit);
  });
}

/**
 * Downloads a found version and keeps an existing folder whose files have the same hash.
 * @throws {UsageError} when they differ; what `download` throws
 */
export async function downloadToCompare(found: Found, dir: string, deps: FetchDeps): Promise<Downloaded> {
  const same = await deps.temporaries.inPrivateFolder([deps.cache?.staging, tmpdir()], async (folder) => {
    const fresh = join(folder, 'packages', 'module');
    const downloaded = await download(found, fresh, deps);
    return isSame(fresh, dir) ? { ...downloaded, existing: true as const, dir } : undefined;
  });
  if (same) return same;
  checkDestination(dir, false);
  return download(found, dir, deps);
}

/** Returns whether two folders have the same files; compares names first, since the other folder may be huge. */
function isSame(fresh: string, other: string): boolean {
  const names = new Set(filesIn(fresh));
  for (const name of filesIn(other)) if (!names.delete(name)) return false;
  if (names.size > 0) return false;
  try {
    return hashFolder(fresh) === hashFolder(other);
  } catch (error) {
    if (error instanceof CheckFailedError) return false;
    throw error;
  }
}

function* filesIn(root: string, inside = ''): Generator<string> {
  for (const entry of listFolder(join(root, inside))) {
    const path = `${inside}${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(root, `${path}/`);
    else yield path;
  }
}

import { lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckFailedError } from '../errors.ts';
import { listFolder } from './archive/disk-tree.ts';
import { hashFolder } from './archive/h1.ts';
import { isDotGit } from './archive/portable-name.ts';
import { makePrivateFolder } from './archive/private-folder.ts';
import { onDisk } from './archive/refusal.ts';
import { checkDestination } from './archive/staging.ts';
import { inTemporary, removeTemporary } from './archive/temporary-folder.ts';
import { type Downloaded, type Found, fetchModule } from './download.ts';
import type { FetchParts } from './fetch/unpack.ts';

/** Whether a folder may be a module that was downloaded before: it has something in it, and no git repository at its top. */
export function mayBeModule(dir: string): boolean {
  return onDisk(dir, () => {
    if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return false;
    const names = readdirSync(dir);
    return names.length > 0 && !names.some(isDotGit);
  });
}

/**
 * Fetches a found version beside a folder that may be it already, and leaves that as it is where its files have the same hash.
 * @throws {UsageError} where they have not; {SvcError} as `fetchModule` does
 */
export async function fetchToCompare(found: Found, parts: FetchParts): Promise<Downloaded> {
  const { cache, dir } = parts;
  const temporary = makePrivateFolder(cache?.staging, tmpdir());
  try {
    const fresh = join(inTemporary(temporary, 'packages'), 'module');
    const fetched = await fetchModule(found, { ...parts, dir: fresh });
    if (isSame(fresh, dir)) return { ...fetched, existing: true, dir };
  } finally {
    removeTemporary(temporary);
  }
  checkDestination(dir, false);
  // Somebody has emptied it meanwhile.
  return fetchModule(found, parts);
}

/** Whether two folders have files of the same names and the same hash; the names first, for the other one may be anything. */
function isSame(fresh: string, other: string): boolean {
  const names = [...filesIn(fresh)];
  const others: string[] = [];
  for (const name of filesIn(other)) if (others.push(name) > names.length) return false;
  if (names.sort().join('\n') !== others.sort().join('\n')) return false;
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

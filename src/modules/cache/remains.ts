import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lookAt, namesIn } from '../../base/system/files.ts';
import { isOwn } from '../../base/system/ownership.ts';
import { dueFor, homeOf } from '../../base/system/recorded-folder.ts';
import { isTemporaryName, type Temporaries } from '../../base/system/temporaries.ts';
import type { Finding } from './upkeep.ts';

/** The folders of ended processes that `sweep` removes or moves back. */
export function leftovers(temporaries: Temporaries): Finding[] {
  return temporaries.entries('ended').flatMap((entry) => {
    const [due, { path }] = [dueFor(entry), entry];
    const moved = due === 'restore' ? `; ${homeOf(entry)} is moved back` : '';
    const left = { path, bytes: bytesOf(path), why: `left by a run that has ended${moved}` };
    return due === 'remove' || due === 'restore' ? [left] : [];
  });
}

/**
 * The folders that no known process uses, each with its path before it was put aside: those in the list, and those in these folders
 * whose name is that of a temporary one.
 */
export function strays(temporaries: Temporaries, folders: readonly string[]): Map<string, string | undefined> {
  const paths = folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  const named = paths.filter((path) => isTemporaryName(basename(path)) && isOwn(lookAt(path) ?? { uid: -1 }));
  const listed = [...temporaries.entries('ended'), ...temporaries.entries('unknown')];
  const found = new Map<string, string | undefined>(named.map((path) => [path, undefined]));
  for (const entry of listed) if (dueFor(entry) !== 'gone') found.set(entry.path, homeOf(entry));
  for (const { path } of temporaries.entries('running')) found.delete(path);
  return found;
}

/** The size of a file, or of all files in a folder, in bytes. */
function bytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return namesIn(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

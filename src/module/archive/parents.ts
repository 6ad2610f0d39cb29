import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What this process made; downloads that go on at the same time share parents, and the last that fails clears them away. */
const made = new Set<string>();

/**
 * Makes a folder (an absolute path) and those above it that are missing, and remembers which they are. One at a time: Node's
 * own recursive way never ends where a folder that is there answers ENOENT, as /proc does.
 * @returns whether it was missing
 * @throws what the disk says
 */
export function makeParents(folder: string): boolean {
  if (isFolder(folder)) return false;
  if (dirname(folder) !== folder) makeParents(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
    return false;
  }
  made.add(folder);
  return true;
}

/** Removes a folder that `makeParents` made, and those above it, as far as nothing is in them; never throws. */
export function removeParents(folder: string): void {
  for (let each = folder; made.has(each); each = dirname(each)) {
    try {
      rmdirSync(each);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return;
    }
    made.delete(each);
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf, makeFolders } from '../../system/files.ts';

/** What this process made; downloads that go on at the same time share parents, and the last that fails clears them away. */
const made = new Set<string>();

/** Makes a folder (an absolute path) and those above it that are missing, and remembers which they are. @throws what the disk says */
export function makeParents(folder: string): void {
  makeFolders(folder, undefined, (each) => made.add(each));
}

/** Removes a folder that `makeParents` made, and those above it, as far as nothing is in them; never throws. */
export function removeParents(folder: string): void {
  for (let each = folder; made.has(each); each = dirname(each)) {
    try {
      rmdirSync(each);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') return;
    }
    made.delete(each);
  }
}

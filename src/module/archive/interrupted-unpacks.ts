import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../files.ts';
import { isOwn } from '../../ownership.ts';
import { isLeftOver } from './owner.ts';
import { missingHome, removeTemporary } from './temporary-folder.ts';

/** A temporary file or folder whose process has ended. */
export interface Leftover {
  path: string;
  bytes: number;
  /** The folder that is moved back when this is removed. */
  restores: string | undefined;
}

/** What processes that have ended left in a folder, as far as it is this user's; nothing where it cannot be read. */
export function leftoversIn(folder: string): Leftover[] {
  return [...leftOver(folder)].map((path) => ({ path, bytes: bytesOf(path), restores: missingHome(path) }));
}

/** Removes what processes that have ended left in a folder, and moves back what they had put aside; never throws. */
export function sweep(folder: string): void {
  for (const path of leftOver(folder)) removeTemporary(path);
}

function* leftOver(folder: string): Generator<string> {
  for (const name of namesIn(folder)) {
    if (!name.startsWith('.svc-')) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || !(found.isFile() || found.isDirectory())) continue;
    if (!isOwn(found)) continue;
    if (isLeftOver(name, found.mtimeMs)) yield path;
  }
}

function bytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return namesIn(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

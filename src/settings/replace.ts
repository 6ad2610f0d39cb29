import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../files.ts';
import { ownerOnly } from './file-mode.ts';

/**
 * Puts a whole new file in the place of another, for its owner only: whoever reads meanwhile sees the old or the new
 * one, and so does whoever starts after a full disk, a kill or a power cut. The caller holds the lock.
 */
export function replaceOwn(path: string, text: string): void {
  const folder = dirname(path);
  sweep(folder, basename(path));
  chmodSync(folder, ownerOnly.folder);
  replaceFile(path, text, `${path}.${randomBytes(6).toString('hex')}.tmp`, ownerOnly.file);
  syncFolder(folder);
}

/** Removes what a killed process left behind: under the lock, nobody else is writing one. */
function sweep(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && entry.endsWith('.tmp')) rmSync(join(folder, entry), { force: true });
  }
}

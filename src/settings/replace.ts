import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../files.ts';
import { ownerOnly } from './file-mode.ts';

/**
 * Replaces a file atomically, readable by its owner only: concurrent readers see the old or the new
 * content, also after a full disk, a kill or a power cut. The caller holds the lock.
 */
export function replaceOwn(path: string, text: string): void {
  const folder = dirname(path);
  sweep(folder, basename(path));
  chmodSync(folder, ownerOnly.folder);
  replaceFile(path, text, `${path}.${randomBytes(6).toString('hex')}.tmp`, ownerOnly.file);
  syncFolder(folder);
}

/** Removes leftovers of a killed process; under the lock, no other process is writing one. */
function sweep(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && entry.endsWith('.tmp')) rmSync(join(folder, entry), { force: true });
  }
}

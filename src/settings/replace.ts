import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownerOnly } from './ours.ts';

/**
 * Puts a whole new file in the place of another, for its owner only: whoever reads meanwhile sees the old or the new
 * one, and so does whoever starts after a full disk, a kill or a power cut. The caller holds the lock.
 */
export function replaceFile(path: string, text: string): void {
  const folder = dirname(path);
  sweep(folder, basename(path));
  chmodSync(folder, ownerOnly.folder);
  const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(fresh, 'wx', ownerOnly.file);
    try {
      fchmodSync(file, ownerOnly.file);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** Removes what a killed process left behind: under the lock, nobody else is writing one. */
function sweep(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && entry.endsWith('.tmp')) rmSync(join(folder, entry), { force: true });
  }
}

/** Makes the rename last. Not every system lets a folder be opened; the file itself is safe without it. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {}
}

import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile, syncFolder } from '../system/files.ts';
import { ownerOnly } from './file-mode.ts';

/**
 * Replaces a file atomically, readable by its owner only: concurrent readers see the old or the new
 * content, also after a full disk, a kill or a power cut. The caller holds the lock, so what a killed process left is replaced.
 */
export function replaceOwn(path: string, text: string): void {
  const folder = dirname(path);
  chmodSync(folder, ownerOnly.folder);
  replaceFile(path, text, `${path}.tmp`, ownerOnly.file);
  syncFolder(folder);
}

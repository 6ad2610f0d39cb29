import { chmodSync, closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../base/system/files.ts';
import { ownerOnly } from './file-mode.ts';

/**
 * Replaces a file atomically with one that is already written beside it, readable by its owner only: concurrent readers see the old or the
 * new content, also after a full disk, a kill or a power cut.
 */
export function putInPlace(fresh: string, path: string): void {
  const folder = dirname(path);
  chmodSync(folder, ownerOnly.folder);
  // A umask may deny access to the owner too.
  chmodSync(fresh, ownerOnly.file);
  const opened = openSync(fresh, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(fresh, path);
  syncFolder(folder);
}

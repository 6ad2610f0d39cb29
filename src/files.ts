import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Puts a whole file in the place of another: whoever reads meanwhile sees the old or the new one, and so does whoever starts after
 * a full disk or a kill. What was written is removed where that fails.
 * @param fresh where it is written first, on the same disk
 * @throws {Error} the system's own
 */
export function replaceFile(path: string, text: string, fresh: string, mode = 0o644): void {
  try {
    const file = openSync(fresh, 'wx', mode);
    try {
      // Its owner can read what is for nobody else, whatever the umask.
      if ((mode & 0o077) === 0) fchmodSync(file, mode);
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
}

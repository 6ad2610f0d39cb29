import { unlinkSync } from 'node:fs';

/** Removes a file if it is there, by the one call that it takes: `rmSync` first looks at what it is, twice. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

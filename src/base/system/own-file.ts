import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Reads a file that svc is installed with, such as `completions/svc.bash`; returns undefined if it is missing. */
export function ownFile(path: string): string | undefined {
  // The sources and the build are at different depths below the folder with the files, at most four.
  let folder = fileURLToPath(import.meta.url);
  for (let depth = 0; depth < 4; depth++) {
    folder = dirname(folder);
    if (existsSync(join(folder, path))) return readFileSync(join(folder, path), 'utf8');
  }
  return undefined;
}

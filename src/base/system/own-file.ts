import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Reads a file that svc is installed with, such as `completions/svc.bash`; returns undefined if it is missing. */
export function ownFile(path: string): string | undefined {
  // The sources and the build are at different depths below the folder with the files.
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, path))) return readFileSync(join(folder, path), 'utf8');
  }
  return undefined;
}

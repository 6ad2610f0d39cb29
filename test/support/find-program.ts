import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The full path of an installed program, found without a process. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalError } from '../errors.ts';

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

/** Reads a file as `ownFile` does. @throws {LocalError} for an installation without it */
export function requiredFile(path: string): string {
  const text = ownFile(path);
  const hint = import.meta.url.endsWith('.ts') ? 'Run: npm run build' : 'Reinstall svc.';
  if (text === undefined) throw new LocalError(`${path} is missing from this installation of svc.`, { hint });
  return text;
}

/** Returns the JSON Schema of a document, which the build writes; the executable has it outside of `dist`. */
export function jsonSchema(name: 'site' | 'policy'): object {
  return JSON.parse(ownFile(`dist/schemas/${name}.json`) ?? requiredFile(`schemas/${name}.json`));
}

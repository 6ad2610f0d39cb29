import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalError } from '../errors.ts';

/** Reads a file of svc's installation, such as `completions/svc.bash`; returns undefined if the file is missing. */
export function ownFile(path: string): string | undefined {
  // From the sources and from the build, the folder of the installation is up to four levels up.
  let folder = import.meta.dirname;
  for (let depth = 0; depth < 4; depth++) {
    if (existsSync(join(folder, path))) return readFileSync(join(folder, path), 'utf8');
    folder = dirname(folder);
  }
  return undefined;
}

/** Reads a file of svc's installation. @throws {LocalError} if the file is missing */
export function requiredFile(path: string): string {
  const text = ownFile(path);
  const hint = import.meta.filename.endsWith('.ts') ? 'npm run build' : 'Reinstall svc.';
  if (text === undefined) throw new LocalError(`${path} is missing from this installation of svc.`, { hint });
  return text;
}

/** Returns the JSON Schema of a document, which the build writes; the executable stores it without `dist/`. */
export function jsonSchema(name: 'site' | 'policy'): object {
  return JSON.parse(ownFile(`dist/schemas/${name}.json`) ?? requiredFile(`schemas/${name}.json`));
}

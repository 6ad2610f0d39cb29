import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LocalError } from '../base/errors.ts';
import { type ShellName, shells } from './completion-shells.ts';

/**
 * The checked-in script of a shell. Reading it is faster than generating it, which would load every command.
 * @throws {LocalError} for an installation without it
 */
export function scriptOf(shell: ShellName): string {
  const name = join('completions', shells[shell].script);
  // The sources and the build are at different depths below the folder with the scripts.
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return readFileSync(path, 'utf8');
  }
  throw new LocalError(`${name} is missing from this installation of svc.`, { hint: 'Reinstall svc.' });
}

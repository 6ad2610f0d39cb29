import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { LocalError, UsageError } from '../errors.ts';
import { hasGroups as isPosix } from '../processes.ts';
import type { ExecOptions } from './exec.ts';

/**
 * Looks whether the program of a command can be started, as the system will look for it: where it says, or on PATH.
 * @throws {LocalError} where it is not there, or not executable; {UsageError} where there is none
 */
export function checkProgram(file: string | undefined, { cwd = '.', env }: Pick<ExecOptions, 'cwd' | 'env'>): void {
  if (file === undefined || file === '') throw new UsageError('--exec needs a command.');
  const isPath = (isPosix ? /\// : /[/\\]/).test(file);
  const path = variable(env, 'PATH');
  // Without one the system has folders of its own.
  if (!isPath && path === undefined) return;
  // Windows looks in the current folder first.
  const here = isPath || !isPosix ? [''] : [];
  const folders = isPath ? here : [...here, ...(path ?? '').split(delimiter)];
  const endings = isPosix ? [''] : ['', ...(variable(env, 'PATHEXT') ?? '.EXE;.CMD;.BAT;.COM').split(';')];
  const found = folders
    .flatMap((folder) => endings.map((ending) => resolve(cwd, folder, `${file}${ending}`)))
    .filter(isFile);
  if (found.some(isExecutable)) return;
  if (found.length > 0) throw new LocalError(`--exec: ${file} is not executable.`, { hint: `chmod +x ${found[0]}` });
  throw new LocalError(`--exec: there is no program ${file}${isPath ? '' : ' on PATH'}.`, {
    hint: 'It is run without a shell; what a shell would take is sh -c "…".',
  });
}

/** The names of variables have no case on Windows. */
function variable(env: ExecOptions['env'], name: string): string | undefined {
  return env[Object.keys(env).find((each) => each.toUpperCase() === name) ?? name];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

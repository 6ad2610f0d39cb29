import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { LocalError, UsageError } from '../base/errors.ts';
import { hasGroups as isPosix } from '../system/processes.ts';
import type { ExecOptions } from './exec.ts';

/**
 * Checks that the program of a command can be started, with the lookup of the system: by its path, or on PATH.
 * @throws {LocalError} when it does not exist or is not executable; {UsageError} for an empty command
 */
export function checkProgram(file: string | undefined, { cwd = '.', env }: Pick<ExecOptions, 'cwd' | 'env'>): void {
  if (file === undefined || file === '') throw new UsageError('--exec must not be empty.');
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
  throw new LocalError(`--exec: program ${file} not found${isPath ? '' : ' on PATH'}.`, {
    hint: `It runs without a shell; for shell syntax use ${isPosix ? 'sh -c' : 'powershell -Command'} "…".`,
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

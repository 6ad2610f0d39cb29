import { accessSync, constants, statSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { LocalError } from '../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of an environment variable; on Windows, names are case-insensitive. */
export function variable(env: Environment, name: string): string | undefined {
  return env[Object.keys(env).find((each) => each.toUpperCase() === name) ?? name];
}

/** Returns the absolute entries of PATH: a relative one would run programs of the current folder. */
export function programFolders(env: Environment): string[] {
  return (variable(env, 'PATH') ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
}

/** Returns the full path of a program on PATH; undefined if it is missing. */
export function findProgram(env: Environment, name: string): string | undefined {
  const file = platform() === 'win32' ? `${name}.exe` : name;
  return programFolders(env)
    .map((folder) => join(folder, file))
    .find(isProgram);
}

/** Returns the full path of `git`. @throws {LocalError} if it is missing */
export function findGit(env: Environment): string {
  const program = findProgram(env, 'git');
  if (program) return program;
  throw new LocalError('The module is in a git repository, but git is not on PATH.', {
    hint: 'Install git (https://git-scm.com/downloads), or add its folder to PATH as an absolute path.',
  });
}

/** Returns whether a path is a file that can be executed. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

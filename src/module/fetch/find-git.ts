import { accessSync, constants, statSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { LocalError } from '../../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The entries of PATH that mean the same folder wherever one stands: the current folder must not bring its own programs. */
export function programFolders(env: Environment): string[] {
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  return (env[name] ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
}

/** Full path of the `git` that runs. @throws {LocalError} when there is none */
export function findGit(env: Environment): string {
  const file = platform() === 'win32' ? 'git.exe' : 'git';
  const found = programFolders(env)
    .map((folder) => join(folder, file))
    .find(isProgram);
  if (found) return found;
  throw new LocalError('The module is in a git repository, but git is not on PATH.', {
    hint: 'Install git (https://git-scm.com/downloads), or add its folder to PATH as an absolute path.',
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

import { LocalError } from '../../base/errors.ts';
import { type Environment, findProgram } from '../../system/programs.ts';

/** Full path of `git`. @throws {LocalError} when it is missing */
export function findGit(env: Environment): string {
  const found = findProgram(env, 'git');
  if (found) return found;
  throw new LocalError('The module is in a git repository, but git is not on PATH.', {
    hint: 'Install git (https://git-scm.com/downloads), or add its folder to PATH as an absolute path.',
  });
}

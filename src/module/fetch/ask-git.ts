import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, findGit } from '../../system/programs.ts';
import type { Temporaries } from '../../system/temporaries.ts';
import { gitFault } from './git-fault.ts';
import type { GitLocation } from './git-location.ts';
import { inTime, type TimeoutOptions } from './git-timeout.ts';
import { gitEnvironment, makeRepository } from './repository.ts';
import { type Git, GitFailure, openGit } from './run-git.ts';

/** Options of asking a repository; `env` also has the PATH of `git`. */
export interface AskOptions extends TimeoutOptions {
  env: Environment;
  temporaries: Temporaries;
}

/** The temporary repository that asks, and what ends the question with an error. */
interface Asking {
  git: Git;
  folder: string;
  reject(error: Error): void;
}

/**
 * Asks the repository at a location, from an empty one in a private temporary folder.
 * @throws {LocalError} without a `git`; {NotFoundError}, {AuthError}, {NetworkError} and others for what happens on the way;
 * {CancelledError} on the signal; what `act` throws
 */
export function askGit<Answer>(
  location: GitLocation,
  options: AskOptions,
  act: (asking: Asking) => Promise<Answer>,
): Promise<Answer> {
  const { env, temporaries } = options;
  const program = findGit(env);
  const ask = (workspace: string) =>
    inTime(location, options, (signal, reject) => {
      const folder = join(workspace, 'repository');
      makeRepository(folder, location);
      const git = openGit({ program, folder, env: gitEnvironment(env, folder, location), signal });
      return act({ git, folder, reject });
    });
  return temporaries.inPrivateFolder([tmpdir()], ask).catch((error: unknown) => {
    throw error instanceof GitFailure ? gitFault(error, location.display) : error;
  });
}

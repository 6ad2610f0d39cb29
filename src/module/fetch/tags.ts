import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckFailedError } from '../../base/errors.ts';
import { type Environment, findGit } from '../../system/programs.ts';
import type { Temporaries } from '../../system/temporaries.ts';
import { gitFault } from './git-fault.ts';
import type { GitLocation } from './git-location.ts';
import { inTime, type TimeoutOptions } from './git-timeout.ts';
import { gitEnvironment, makeRepository, remote } from './repository.ts';
import { GitFailure, openGit } from './run-git.ts';

/** assumed: no repository has a longer list of tags (docs/protocol/modules.md#git). */
const mostBytes = 16 * 1024 * 1024;

/** Options of listing tags; `env` also has the PATH of `git`. */
export interface TagOptions extends TimeoutOptions {
  env: Environment;
  temporaries: Temporaries;
}

/**
 * The names of a repository's tags, as its server lists them.
 * @throws {LocalError} without a `git`; {NotFoundError}, {AuthError}, {NetworkError} and others for what happens on the way;
 * {CheckFailedError} for a list that is too long; {CancelledError} on the signal
 */
export async function listTags(location: GitLocation, options: TagOptions): Promise<string[]> {
  const { env, temporaries } = options;
  const program = findGit(env);
  const list = (workspace: string) =>
    inTime(location, options, async (signal) => {
      const folder = join(workspace, 'repository');
      makeRepository(folder, location);
      const git = openGit({ program, folder, env: gitEnvironment(env, folder, location), signal });
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of git.stream('ls-remote', '--quiet', '--refs', '--tags', '--', remote)) {
        bytes += piece.length;
        if (bytes > mostBytes) throw new CheckFailedError(`The list of tags of ${location.display} is too long.`);
        pieces.push(piece);
      }
      const lines = Buffer.concat(pieces).toString('utf8').split('\n');
      return lines.flatMap((line) => /^[^\t]*\trefs\/tags\/(.+)$/s.exec(line)?.[1] ?? []);
    });
  return temporaries.inPrivateFolder([tmpdir()], list).catch((error: unknown) => {
    throw error instanceof GitFailure ? gitFault(error, location.display) : error;
  });
}

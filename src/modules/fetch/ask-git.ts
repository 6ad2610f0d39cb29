import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckFailedError } from '../../base/errors.ts';
import type { Environment } from '../../base/system/programs.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import { fetchCommit } from './commit.ts';
import { gitFault } from './git-fault.ts';
import type { GitLocation } from './git-location.ts';
import { watchReceived } from './receive-limit.ts';
import { openRepository, remote } from './repository.ts';
import { type Git, GitFailure, inTime, type TimeoutOptions } from './run-git.ts';

/** Options of asking a repository; `env` also has the PATH of `git`. */
export interface AskOptions extends TimeoutOptions {
  env: Environment;
  temporaries: Temporaries;
}

/** A repository's tags and the commits that they name, as its server lists them. @throws {CheckFailedError} for a list that is too long; what `askGit` throws */
export async function listTags(location: GitLocation, options: AskOptions): Promise<ReadonlyMap<string, string>> {
  return askGit(location, options, async (git) => {
    const list = await git.run('ls-remote', '--quiet', '--tags', '--', remote);
    const lines = list.split('\n').map((line) => /^([^\t]*)\trefs\/tags\/(.+?)(?:\^\{\})?$/s.exec(line) ?? []);
    return new Map(lines.map(([, commit = '', tag = '']) => [tag, commit]));
  });
}

/**
 * Returns the date of the commit of a location, which its author set. The files of the commit are fetched too: a repository without
 * them has a promisor remote, and git fetches each missing object from that with a process of its own.
 * @throws {NotFoundError} for an unknown ref; {CheckFailedError} for a repository that is too large, and for a commit without a date;
 * what `askGit` throws
 */
export async function commitDate(location: GitLocation, options: AskOptions): Promise<Date> {
  return askGit(location, options, async (git, folder, reject) => {
    const received = watchReceived(folder, { reject });
    const { commit } = await fetchCommit(git, location.ref).finally(received.stop);
    const [header = ''] = (await git.run('cat-file', 'commit', commit)).split('\n\n');
    const [, seconds] = /^committer .*> (\d{1,12}) [+-]\d{4}$/m.exec(header) ?? [];
    if (seconds === undefined) throw new CheckFailedError(`The commit ${commit} of ${location.display} has no date.`);
    return new Date(Number(seconds) * 1000);
  });
}

/**
 * Asks the repository at a location, from an empty one in a private temporary folder; `reject` ends the question with an error.
 * @throws {LocalError} without a `git`; {NotFoundError}, {AuthError}, {NetworkError} and others for what happens on the way;
 * {CancelledError} on the signal; what `act` throws
 */
function askGit<Answer>(
  location: GitLocation,
  { env, temporaries, ...limits }: AskOptions,
  act: (git: Git, folder: string, reject: (error: Error) => void) => Promise<Answer>,
): Promise<Answer> {
  const ask = (workspace: string) =>
    inTime(location, limits, async (signal, reject) => {
      const folder = join(workspace, 'repository');
      return act(openRepository(folder, location, { env, signal }), folder, reject);
    });
  return temporaries.inPrivateFolder([tmpdir()], ask).catch((error: unknown) => {
    throw error instanceof GitFailure ? gitFault(error, location.display) : error;
  });
}

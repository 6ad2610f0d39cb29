import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckFailedError, NetworkError } from '../../base/errors.ts';
import { extractTars } from '../archive/extract.ts';
import { defaultLimits } from '../archive/limits.ts';
import { listed, notesOf } from '../archive/unpack-result.ts';
import { type CommitDeps, fetchCommit } from './commit.ts';
import { showReceived } from './download-speed.ts';
import { gitFault } from './git-fault.ts';
import type { GitLocation } from './location-kinds.ts';
import { FetchedProjects, type ProjectDeps } from './projects.ts';
import { GitFailure, openRepository, remote } from './repository.ts';
import type { FetchDeps, Filled, Receive } from './source.ts';

const defaultTimeoutMs = 5 * 60_000;

/** Options of git runs on a location; `timeoutMs` limits all of them together (default: 5 minutes). */
type GitOptions = Pick<CommitDeps, 'env' | 'signal'> & { timeoutMs?: number | undefined };
type AskOptions = GitOptions & Pick<FetchDeps, 'temporaries'>;

/** Dependencies of fetching from a repository, with a private folder for a temporary one. */
type GitFetchDeps = GitOptions &
  Pick<FetchDeps, 'disk' | 'limits'> &
  Pick<ProjectDeps, 'mostBytes' | 'onBytes' | 'submodules'> & { workspace: string };

/** Receives the files of a commit. @throws what `fetchGit` and `place` throw; after a failure nothing remains */
export const receiveClone: Receive<GitLocation> = ({ location }, source, deps, place) => {
  const { cache, disk, git, limits, signal, temporaries } = deps;
  // A private folder, because git runs commands from the repository's configuration: no other user may replace it.
  return temporaries.inPrivateFolder([cache?.staging, tmpdir()], (workspace) => {
    const options = {
      ...git,
      ...{ disk, limits, signal, workspace, submodules: source.submodules },
      onBytes: showReceived(source, deps),
    };
    return place((temp) => fetchGit(location, temp, options));
  });
};

/**
 * Fetches a commit, with its submodules if requested, and writes its files into an empty folder: under the rules and limits for untrusted
 * archives, with the bytes of a fresh clone.
 * @throws {LocalError} without a `git`; {CheckFailedError} for a rejected tree or submodule; {CancelledError} on the signal; what
 * `gitFault` returns
 */
export async function fetchGit(location: GitLocation, folder: string, deps: GitFetchDeps): Promise<Filled> {
  const { disk, submodules } = deps;
  const repository = join(deps.workspace, 'repository');
  const limits = { ...defaultLimits, ...deps.limits };
  try {
    return await withTimeLimit(location, deps, async (signal, reject) => {
      const projects = new FetchedProjects(location, { ...deps, repository, limits, signal, reject });
      const unpacked = await extractTars(projects.tars(), folder, { disk, limits, signal });
      const { bytes, empty, notes, repositories } = projects;
      const [root, ...nested] = repositories;
      const why = ' empty: svc module download, lock, mirror and diff fetch submodules with --submodules';
      const all = [...notes, ...listed('Left', 'submodule', empty, why), ...notesOf(unpacked, empty)];
      return { commit: root?.commit, ...(submodules && { submodules: nested }), bytes, notes: all, unpacked };
    });
  } finally {
    rmSync(repository, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Lists a repository's tags and their commits. @throws {CheckFailedError} for a list that is too long; what `askGit` throws */
export async function listTags(location: GitLocation, options: AskOptions): Promise<ReadonlyMap<string, string>> {
  return askGit(location, options, async (folder, deps) => {
    const git = openRepository(folder, location, deps);
    const list = await git.run('ls-remote', '--quiet', '--tags', '--', remote);
    const lines = list.split('\n').map((line) => /^([^\t]*)\trefs\/tags\/(.+?)(?:\^\{\})?$/s.exec(line) ?? []);
    return new Map(lines.map(([, commit = '', tag = '']) => [tag, commit]));
  });
}

/**
 * Returns the committer date of a commit. Fetches the files too: otherwise the repository would have a promisor remote, and git would start
 * a process for each missing object.
 * @throws {NotFoundError} for an unknown ref; {CheckFailedError} for a repository that is too large or a commit without a date; what
 * `askGit` throws
 */
export async function commitDate(location: GitLocation, options: AskOptions): Promise<Date> {
  return askGit(location, options, async (folder, deps) => {
    const { commit, git } = await fetchCommit(folder, location, deps);
    const [header = ''] = (await git.run('cat-file', 'commit', commit)).split('\n\n');
    const [, seconds] = /^committer .*> (\d{1,12}) [+-]\d{4}$/m.exec(header) ?? [];
    if (seconds === undefined) throw new CheckFailedError(`The commit ${commit} of ${location.display} has no date.`);
    return new Date(Number(seconds) * 1000);
  });
}

/**
 * Runs `act` with git on a location, in a private temporary folder.
 * @throws {LocalError} without a `git`; {CancelledError} on the signal; what `gitFault` returns and `act` throws
 */
function askGit<Answer>(
  location: GitLocation,
  { env, temporaries, ...limits }: AskOptions,
  act: (folder: string, deps: CommitDeps) => Promise<Answer>,
): Promise<Answer> {
  const run = (workspace: string) =>
    withTimeLimit(location, limits, (signal, reject) => act(join(workspace, 'repository'), { env, signal, reject }));
  return temporaries.inPrivateFolder([tmpdir()], run).catch((error: unknown) => {
    throw error instanceof GitFailure ? gitFault(error, location.display) : error;
  });
}

/**
 * Runs git on a location within a time limit.
 * @param act gets a signal that fires at the limit, and a function that aborts with an error
 * @throws {NetworkError} at the limit; what `act` throws
 */
async function withTimeLimit<Result>(
  { display }: GitLocation,
  { signal, timeoutMs = defaultTimeoutMs }: Omit<GitOptions, 'env'>,
  act: (signal: AbortSignal, reject: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const reject = (error: Error) => stop.abort(error);
  const tooLong = () => {
    const message = `git took longer than ${timeoutMs / 1000} s for ${display}.`;
    reject(new NetworkError(message, { hint: 'Raise the limit with --timeout.', retryable: true }));
  };
  const timer = setTimeout(tooLong, timeoutMs);
  try {
    return await act(AbortSignal.any([signal, stop.signal]), reject);
  } finally {
    clearTimeout(timer);
  }
}

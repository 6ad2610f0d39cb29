import { rmSync } from 'node:fs';
import { NetworkError } from '../../errors.ts';
import { extractArchive } from '../archive/extract.ts';
import { type ArchiveLimits, defaultLimits } from '../archive/limits.ts';
import type { GitLocation } from '../git-location.ts';
import { fetchCommit } from './commit.ts';
import { type Environment, findGit } from './find-git.ts';
import { gitFault } from './git-fault.ts';
import { inspectTree } from './git-tree.ts';
import { watchReceived } from './received.ts';
import { gitEnvironment, makeRepository } from './repository.ts';
import { GitFailure, openGit } from './run-git.ts';

const defaultTimeoutMs = 5 * 60_000;
/** The longest a timer waits; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What fetching from a repository takes. */
export interface GitFetchParts {
  /** Where `git` and `ssh` are looked for and what they may see; never their own GIT_* variables. */
  env: Environment;
  /** For all of it; 5 minutes unless told. */
  timeoutMs?: number | undefined;
  limits?: Partial<ArchiveLimits> | undefined;
  /** Bytes that may be received; 2 GiB unless told. */
  receivedBytes?: number;
  signal: AbortSignal;
  /** Told the number of bytes received so far. */
  onBytes?: (receivedBytes: number) => void;
}

/** A tree of files as it came from a repository. */
export interface FetchedTree {
  /** Full id of the commit. */
  commit: string;
  /** Size of what git received. */
  bytes: number;
  /** What is not as in a clone, one sentence each. */
  notes: string[];
}

/**
 * Fetches one commit and writes its files into an empty folder, under the rules and limits for archives nobody vouches for and
 * with the bytes a fresh clone has. The repository itself is kept beside the folder as `FOLDER.git` meanwhile.
 * @throws {LocalError} without a `git`; {NotFoundError} when there is no such repository or ref; {AuthError} where it is not ours to
 * see; {NetworkError}, {TryLaterError}, {ProtocolError} and {RejectedError} for what happens on the way; {CheckFailedError} for a
 * tree that is refused; {CancelledError} on the signal
 */
export async function fetchGit(location: GitLocation, folder: string, parts: GitFetchParts): Promise<FetchedTree> {
  const { env, onBytes, receivedBytes, timeoutMs = defaultTimeoutMs } = parts;
  const program = findGit(env);
  const repository = `${folder}.git`;
  const stop = new AbortController();
  const tooLong = () => stop.abort(timeout(location, timeoutMs));
  const timer = setTimeout(tooLong, Math.min(timeoutMs, longestTimerMs));
  const signal = AbortSignal.any([parts.signal, stop.signal]);
  const limits = { ...defaultLimits, ...parts.limits };
  try {
    makeRepository(repository, location);
    const git = openGit({ program, folder: repository, env: gitEnvironment(env, repository, location), signal });
    const received = watchReceived(repository, {
      mostBytes: receivedBytes,
      onBytes,
      refuse: (error) => stop.abort(error),
    });
    const { commit, notes } = await fetchCommit(git, location.ref).finally(received.stop);
    const bytes = received.measure();
    const tree = `${commit}^{tree}`;
    const missing = await inspectTree(git, tree, limits);
    // The tree and not the commit, which would add a header with its id to the archive.
    const extracted = await extractArchive(git.stream('archive', '--format=tar', tree), folder, { limits, signal });
    return { commit, bytes, notes: [...notes, ...missing, ...extracted.notes] };
  } catch (error) {
    throw error instanceof GitFailure ? gitFault(error, location.display) : error;
  } finally {
    clearTimeout(timer);
    rmSync(repository, { recursive: true, force: true, maxRetries: 3 });
  }
}

function timeout({ display }: GitLocation, ms: number): NetworkError {
  const hint = 'Give it more with --timeout.';
  return new NetworkError(`git took longer than ${ms / 1000} s for ${display}.`, { hint, retryable: true });
}

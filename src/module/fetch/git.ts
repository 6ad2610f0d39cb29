import { rmSync } from 'node:fs';
import { NetworkError } from '../../errors.ts';
import { extractTars } from '../archive/extract-tars.ts';
import { type ArchiveLimits, defaultLimits } from '../archive/limits.ts';
import { shownName } from '../archive/refusal.ts';
import type { GitLocation } from '../git-location.ts';
import { findGit } from './find-git.ts';
import { type FetchedProject, fetchProjects, type ProjectParts, type Seen } from './projects.ts';

const defaultTimeoutMs = 5 * 60_000;
/** The longest a timer waits; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What fetching from a repository takes; `env` is also where `git` is looked for. */
export interface GitFetchParts
  extends Pick<ProjectParts, 'env' | 'onBytes' | 'receivedBytes' | 'signal' | 'submodules'> {
  /** For all of it; 5 minutes unless told. */
  timeoutMs?: number | undefined;
  limits?: Partial<ArchiveLimits> | undefined;
}

/** A tree of files as it came from a repository. */
export interface FetchedTree {
  /** Full id of the commit. */
  commit: string;
  /** What was fetched besides, where it was asked for. */
  submodules?: FetchedProject[];
  /** Size of what git received. */
  bytes: number;
  /** What is not as in a clone, one sentence each. */
  notes: string[];
}

/**
 * Fetches one commit and writes its files into an empty folder, under the rules and limits for archives nobody vouches for and
 * with the bytes a fresh clone has; with the submodules where they are asked for, under one budget for all of it. The repository
 * at work is kept beside the folder as `FOLDER.git` meanwhile.
 * @throws {LocalError} without a `git`; {NotFoundError} when there is no such repository or ref; {AuthError} where it is not ours to
 * see; {NetworkError}, {TryLaterError}, {ProtocolError} and {RejectedError} for what happens on the way; {CheckFailedError} for a
 * tree or a submodule that is refused; {CancelledError} on the signal
 */
export async function fetchGit(location: GitLocation, folder: string, parts: GitFetchParts): Promise<FetchedTree> {
  const { timeoutMs = defaultTimeoutMs } = parts;
  const program = findGit(parts.env);
  const repository = `${folder}.git`;
  const stop = new AbortController();
  const tooLong = () => stop.abort(timeout(location, timeoutMs));
  const timer = setTimeout(tooLong, Math.min(timeoutMs, longestTimerMs));
  const signal = AbortSignal.any([parts.signal, stop.signal]);
  const limits = { ...defaultLimits, ...parts.limits };
  try {
    const refuse = (error: Error) => stop.abort(error);
    const { seen, tars } = fetchProjects(location, { ...parts, program, repository, limits, signal, refuse });
    const notes = await extractTars(tars, folder, { limits, signal });
    return treeOf(seen, notes, parts);
  } finally {
    clearTimeout(timer);
    rmSync(repository, { recursive: true, force: true, maxRetries: 3 });
  }
}

function treeOf(seen: Seen, extracted: string[], { submodules }: GitFetchParts): FetchedTree {
  const { bytes, empty, fetched, notes, pointers } = seen;
  const [own, ...others] = fetched;
  return {
    commit: own?.commit ?? '',
    ...(submodules && { submodules: others }),
    bytes,
    notes: [
      ...notes,
      ...listed(empty, 'submodule(s)', 'left empty: svc module download and lock fetch them with --submodules'),
      ...listed(pointers, 'git LFS pointer(s)', 'left as they are: what they point at is not fetched'),
      ...extracted,
    ],
  };
}

function listed(names: string[], what: string, fate: string): string[] {
  const [first] = names;
  return first === undefined ? [] : [`${names.length} ${what} such as ${shownName(first)} ${fate}.`];
}

function timeout({ display }: GitLocation, ms: number): NetworkError {
  const hint = 'Give it more with --timeout.';
  return new NetworkError(`git took longer than ${ms / 1000} s for ${display}.`, { hint, retryable: true });
}

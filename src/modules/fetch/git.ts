import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractTars } from '../archive/extract.ts';
import { defaultLimits } from '../archive/limits.ts';
import { listed, notesOf, rejectClash, type Unpacked } from '../archive/unpack-result.ts';
import type { GitLocation } from './git-location.ts';
import { FetchedProjects, type ProjectDeps } from './projects.ts';
import { inTime, type TimeoutOptions } from './run-git.ts';
import type { FetchDeps, PackageSpec } from './spec.ts';
import { type Files, placeFiles, showReceived, warnOf } from './unpack.ts';

/** Dependencies of fetching from a repository; `env` also has the PATH of `git`. */
export interface GitFetchDeps
  extends TimeoutOptions,
    Pick<FetchDeps, 'disk' | 'limits'>,
    Pick<ProjectDeps, 'env' | 'onBytes' | 'receivedBytes' | 'submodules'> {
  /** A private folder for the temporary repository. */
  workspace: string;
}

/** The files of a repository's commit. */
export interface FetchedTree extends Omit<Files, 'cached'> {
  /** Differences from a clone, one sentence each. */
  notes: string[];
}

/**
 * Fetches one commit and writes its files into an empty folder, under the rules and limits for untrusted archives and
 * with the bytes a fresh clone has; with submodules if requested, under one budget for all.
 * @throws {LocalError} without a `git`; {NotFoundError} when there is no such repository or ref; {AuthError} without permission to
 * read it; {NetworkError}, {TryLaterError}, {ProtocolError} and {RejectedError} for what happens on the way; {CheckFailedError} for a
 * tree or a submodule that is rejected; {CancelledError} on the signal
 */
export async function fetchGit(location: GitLocation, folder: string, deps: GitFetchDeps): Promise<FetchedTree> {
  const { disk } = deps;
  const repository = join(deps.workspace, 'repository');
  const limits = { ...defaultLimits, ...deps.limits };
  try {
    return await inTime(location, deps, async (signal, reject) => {
      const projects = new FetchedProjects(location, { ...deps, repository, limits, signal, reject });
      const unpacked = await extractTars(projects.tars(), folder, { disk, limits, signal });
      return treeOf(projects, unpacked, deps);
    });
  } finally {
    rmSync(repository, { recursive: true, force: true, maxRetries: 3 });
  }
}

const whatFetchesThem = 'svc module download, lock, mirror and diff fetch submodules with --submodules';

function treeOf(projects: FetchedProjects, unpacked: Unpacked, { submodules }: GitFetchDeps): FetchedTree {
  const { bytes, empty, notes, repositories } = projects;
  const [own, ...others] = repositories;
  return {
    commit: own?.commit ?? '',
    ...(submodules && { submodules: others }),
    bytes,
    notes: [...notes, ...listed('Left', 'submodule', empty, ` empty: ${whatFetchesThem}`), ...notesOf(unpacked, empty)],
    unpacked,
  };
}

/**
 * Fetches the files of one commit into a folder, which is created when complete.
 * @throws {NotFoundError} offline; what `fetchGit` and `place` throw; leaves nothing behind
 */
export async function fetchClone(
  location: GitLocation,
  spec: PackageSpec,
  dir: string,
  deps: FetchDeps,
): Promise<Files> {
  const { acceptClash, cache, disk, git, limits, signal, temporaries } = deps;
  const { submodules } = spec;
  // git opens its repository by path and runs commands from its configuration, so no other user may replace it.
  return temporaries.inPrivateFolder([cache?.staging, tmpdir()], (workspace) => {
    const options = { ...git, submodules, workspace, disk, limits, signal, onBytes: showReceived(spec, deps) };
    return placeFiles(spec, dir, deps, async (temp) => {
      const { notes, ...tree } = await fetchGit(location, temp, options);
      warnOf(notes, spec, deps);
      if (!acceptClash) rejectClash(tree.unpacked);
      return { ...tree, cached: false };
    });
  });
}

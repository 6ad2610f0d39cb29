import { tmpdir } from 'node:os';
import { rejectClash } from '../archive/unpack-result.ts';
import type { GitLocation } from './git-location.ts';
import type { FetchDeps, PackageSpec } from './spec.ts';
import { type Files, placeFiles, showReceived, warnOf } from './unpack.ts';

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
  const { fetchGit } = await import('./git.ts');
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

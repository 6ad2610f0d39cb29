import { tmpdir } from 'node:os';
import { makePrivateFolder } from '../archive/private-folder.ts';
import { place } from '../archive/staging.ts';
import { removeTemporary } from '../archive/temporary-folder.ts';
import { refuseClash, type Unpacked } from '../archive/unpacked.ts';
import type { GitLocation } from './git-location.ts';
import type { FetchedProject } from './projects.ts';
import { type FetchParts, tellBytes, warnOf, within } from './unpack.ts';

/** Files of a repository to fetch. */
export interface WantedClone {
  /** What messages call it. */
  address: string;
  location: GitLocation;
  /** The folder inside the repository, `.` for the whole. */
  subdir: string;
}

/** Files that were fetched from a repository. */
export interface FetchedClone {
  /** Its commit says as much as a digest would. */
  sha256: null;
  /** Full id. */
  commit: string;
  /** Those of its submodules, where they were asked for. */
  submodules?: FetchedProject[];
  /** Size of what git received. */
  bytes: number;
  cached: false;
  unpacked: Unpacked;
}

/**
 * Fetches the files of one commit into a folder that appears when it is complete. Nothing of it is kept in the cache.
 * @throws {NotFoundError} offline; what `fetchGit` and `place` throw; nothing is left behind then
 */
export async function fetchClone(wanted: WantedClone, parts: FetchParts): Promise<FetchedClone> {
  const { acceptClash, disk, git, limits, signal } = parts;
  const { fetchGit } = await import('./git.ts');
  let fetched: FetchedClone | undefined;
  // git is told its repository by name, and runs what a configuration there says: nobody else may swap it, wherever the files go.
  const workspace = makePrivateFolder(parts.cache?.staging, tmpdir());
  const options = { ...git, workspace, disk, limits, signal };
  try {
    await place(parts.dir, parts, async (temp) => {
      const onBytes = tellBytes(wanted, parts);
      const { notes, ...tree } = await fetchGit(wanted.location, temp, { ...options, onBytes });
      warnOf(notes, wanted, parts);
      if (!acceptClash) refuseClash(tree.unpacked);
      fetched = { sha256: null, ...tree, cached: false };
      return within(temp, wanted);
    });
  } finally {
    removeTemporary(workspace);
  }
  return fetched as FetchedClone;
}

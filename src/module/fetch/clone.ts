import { place } from '../archive/staging.ts';
import type { GitLocation } from '../git-location.ts';
import type { FetchedProject } from './projects.ts';
import { type FetchParts, tellBytes, within } from './unpack.ts';

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
}

/**
 * Fetches the files of one commit into a folder that appears when it is complete. Nothing of it is kept in the cache.
 * @throws {NotFoundError} offline; what `fetchGit` and `place` throw; nothing is left behind then
 */
export async function fetchClone(wanted: WantedClone, parts: FetchParts): Promise<FetchedClone> {
  const { git, limits, signal, warn } = parts;
  const { fetchGit } = await import('./git.ts');
  let fetched: FetchedClone | undefined;
  await place(parts.dir, parts, async (temp) => {
    const onBytes = tellBytes(wanted, parts);
    const { notes, ...tree } = await fetchGit(wanted.location, temp, { ...git, limits, signal, onBytes });
    for (const note of notes) warn(note);
    fetched = { sha256: null, ...tree, cached: false };
    return within(temp, wanted);
  });
  return fetched as FetchedClone;
}

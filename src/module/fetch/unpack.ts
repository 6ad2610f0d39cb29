import { type Extracted, extractArchive } from '../archive/extract.ts';
import { place } from '../archive/staging.ts';
import { selectSubdir } from '../archive/subdir.ts';
import { rejectClash, type Unpacked } from '../archive/unpack-result.ts';
import { downloadStatus, type Extent } from './download-status.ts';
import type { ArchiveFormat } from './location.ts';
import type { FetchedProject } from './projects.ts';
import type { FetchDeps, PackageSpec } from './spec.ts';

/** The files of a package, as they were unpacked. */
export interface Files {
  /** Of an archive, as its bytes are. */
  format?: ArchiveFormat | undefined;
  /** Hex digest of an archive as it was received. */
  sha256?: string | undefined;
  /** Full id of the commit, from a git repository. */
  commit?: string | undefined;
  /** The submodules of that commit, where they belong to it. */
  submodules?: FetchedProject[];
  /** Size of what was received. */
  bytes: number;
  /** Whether nothing had to be fetched. */
  cached: boolean;
  unpacked: Unpacked;
}

/**
 * Fills a folder that appears when it is complete: with the package, or with the folder in it that is wanted.
 * @throws what `place`, `selectSubdir` and `fill` throw; nothing is left behind then
 */
export async function placeFiles<Filled>(
  { subdir }: PackageSpec,
  dir: string,
  deps: FetchDeps,
  fill: (temp: string) => Promise<Filled>,
): Promise<Filled> {
  let filled: Filled | undefined;
  await place(dir, deps, async (temp) => {
    filled = await fill(temp);
    return subdir === undefined ? temp : selectSubdir(temp, subdir);
  });
  return filled as Filled;
}

/** Unpacks bytes into an empty folder and tells what they were. @throws {CheckFailedError} when they are refused, or the disk cannot hold them all */
export async function unpack(
  bytes: AsyncIterable<Uint8Array>,
  temp: string,
  { name }: PackageSpec,
  { acceptClash, disk, limits, signal, update }: FetchDeps,
  onBytes?: (bytes: number) => void,
): Promise<Extracted> {
  update(`Unpacking ${name}`);
  const extracted = await extractArchive(bytes, temp, { disk, limits, signal, onBytes });
  if (!acceptClash) rejectClash(extracted.unpacked);
  return extracted;
}

/** Warns of what was found in a package, by the name of the package, since there may be many of them. */
export function warnOf(notes: readonly string[], { name }: PackageSpec, { warn }: FetchDeps): void {
  for (const note of notes) warn(`${name}: ${note}`);
}

/** Shows how much of a package was received. */
export function showReceived({ name }: PackageSpec, { update }: FetchDeps, extent?: Extent): (bytes: number) => void {
  const statusOf = downloadStatus(extent);
  return (bytes) => update(`Downloading ${name} (${statusOf(bytes)})`);
}

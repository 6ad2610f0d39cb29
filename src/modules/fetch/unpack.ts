import { type Extracted, extractArchive } from '../archive/extract.ts';
import { defaultLimits } from '../archive/limits.ts';
import { place } from '../archive/staging.ts';
import { selectSubdir } from '../archive/subdir.ts';
import { listed, rejectClash, type Unpacked } from '../archive/unpack-result.ts';
import { downloadStatus, type Extent } from './download-status.ts';
import type { ArchiveFormat } from './location.ts';
import type { FetchedProject } from './projects.ts';
import type { FetchDeps, PackageSpec } from './spec.ts';

/** The unpacked files of a package. */
export interface Files {
  /** The format of an archive, by its bytes. */
  format?: ArchiveFormat | undefined;
  /** Hex digest of an archive as received. */
  sha256?: string | undefined;
  /** Full id of the commit, from a git repository. */
  commit?: string | undefined;
  /** The submodules of that commit, if fetched. */
  submodules?: FetchedProject[] | undefined;
  /** Number of bytes received. */
  bytes: number;
  /** Whether it came from the cache. */
  cached: boolean;
  unpacked: Unpacked;
}

/**
 * Fills a folder, which is created when complete, with the package or the requested folder of it.
 * @throws what `place`, `selectSubdir` and `fill` throw; leaves nothing behind
 */
export async function placeFiles<Filled>(
  spec: PackageSpec,
  dir: string,
  deps: FetchDeps,
  fill: (temp: string) => Promise<Filled>,
): Promise<Filled> {
  let filled: Filled | undefined;
  await place(dir, deps, async (temp) => {
    filled = await fill(temp);
    if (spec.subdir === undefined) return temp;
    const { copied, found } = selectSubdir(temp, spec.subdir, { ...defaultLimits, ...deps.limits });
    warnOf(listed('Copied the target of', 'link', copied, ', which is outside the subfolder'), spec, deps);
    return found;
  });
  return filled as Filled;
}

/** Unpacks bytes into an empty folder. @throws {CheckFailedError} when they are rejected, or the disk cannot hold them all */
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

/** Prints the notes on a package with its name. */
export function warnOf(notes: readonly string[], { name }: PackageSpec, { warn }: FetchDeps): void {
  for (const note of notes) warn(`${name}: ${note}`);
}

/** Shows how much of a package was received. */
export function showReceived({ name }: PackageSpec, { update }: FetchDeps, extent?: Extent): (bytes: number) => void {
  const statusOf = downloadStatus(extent);
  return (bytes) => update(`Downloading ${name} (${statusOf(bytes)})`);
}

import type { Client } from '../../client/client.ts';
import { CheckFailedError } from '../../errors.ts';
import type { Disk } from '../archive/disk.ts';
import { type Extracted, extractArchive } from '../archive/extract.ts';
import type { ArchiveLimits } from '../archive/limits.ts';
import { place } from '../archive/staging.ts';
import { selectSubdir } from '../archive/subdir.ts';
import { refuseClash, type Unpacked } from '../archive/unpacked.ts';
import type { VersionKey } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import { checked } from './checksum.ts';
import type { GitFetchParts } from './git.ts';
import type { ArchiveLocation, Digest } from './location.ts';

/** An archive as a registry told of it. */
export interface RemoteArchive {
  location: ArchiveLocation;
  /** The location in full, secrets masked. */
  from: string;
  /** Whether it is fetched without the registry's token. */
  anonymous: boolean;
}

/** An archive to unpack, wherever it is. */
export interface WantedArchive {
  /** What messages call it. */
  address: string;
  key: VersionKey;
  /** The folder inside the archive, `.` for the whole. */
  subdir: string;
  /** What it must hash to, where that is known; anything else is refused. */
  sha256?: string | undefined;
  /** Whether it is fetched even where the cache has one under its name: what is there now is asked for. */
  fresh?: boolean | undefined;
  /** Where to fetch it, found out only when the cache does not have it. */
  remote(): Promise<RemoteArchive>;
}

/** Where an archive goes, and how. */
export interface FetchParts {
  client(): Promise<Client>;
  /** What fetching from a git repository takes besides. */
  git: Pick<GitFetchParts, 'env' | 'submodules' | 'timeoutMs'>;
  /** Where archives are kept; nothing is, and nothing is resumed, without. */
  cache?: Cache | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean | undefined;
  dir: string;
  /** Unpack beside `dir` even where another user can swap what is unpacked. */
  allowSharedParent?: boolean | undefined;
  /** Replace a folder that is there already. */
  force: boolean;
  /** What differs from the default limits. */
  limits?: Partial<ArchiveLimits> | undefined;
  /** Bytes a second below which a download is given up; 0 for any speed. */
  minSpeed?: number | undefined;
  /** The disk that is unpacked to; the real one unless told. */
  disk?: Disk | undefined;
  /** Unpack what the disk can hold even where it takes names for one whose content differs. */
  acceptClash?: boolean | undefined;
  signal: AbortSignal;
  warn(words: string): void;
  /** Told what is going on. */
  update(words: string): void;
}

/** An archive that was unpacked. */
export interface FetchedArchive {
  sha256: string;
  bytes: number;
  /** Whether nothing had to be fetched. */
  cached: boolean;
  unpacked: Unpacked;
}

/**
 * Unpacks what is received; `keep` is told its digest once it has proved good, before the folder gets its name.
 * @throws {CheckFailedError} when it is refused, or is not what it must be
 */
export async function placeReceived(
  body: AsyncIterable<Uint8Array>,
  announced: { location: ArchiveLocation; digest: Digest | undefined },
  wanted: WantedArchive,
  parts: FetchParts,
  keep?: (sha256: string) => Promise<void>,
): Promise<FetchedArchive> {
  let extracted: Extracted | undefined;
  let bytes = 0;
  const tell = tellBytes(wanted, parts);
  await place(parts.dir, parts, async (temp) => {
    extracted = await unpack(checked(body, announced.digest), temp, wanted, parts, (received) => {
      bytes = received;
      tell(received);
    });
    const { sha256 } = extracted;
    if (wanted.sha256 !== undefined && wanted.sha256 !== sha256) {
      throw new CheckFailedError(
        `The archive of ${wanted.address} is another than before: its sha256 is ${sha256}, not ${wanted.sha256}.`,
      );
    }
    warnOf([...otherFormat(announced.location, extracted), ...extracted.notes], wanted, parts);
    await keep?.(sha256);
    return within(temp, wanted);
  });
  const { sha256, unpacked } = extracted as unknown as Extracted;
  return { sha256, bytes, cached: false, unpacked };
}

/** Unpacks bytes into an empty folder and tells what they were. @throws {CheckFailedError} when they are refused, or the disk cannot hold them all */
export async function unpack(
  bytes: AsyncIterable<Uint8Array>,
  temp: string,
  { address }: WantedArchive,
  { acceptClash, disk, limits, signal, update }: FetchParts,
  onBytes: (bytes: number) => void,
): Promise<Extracted> {
  update(`Unpacking ${address}`);
  const extracted = await extractArchive(bytes, temp, { disk, limits, signal, onBytes });
  if (!acceptClash) refuseClash(extracted.unpacked);
  return extracted;
}

/** The folder that is asked for of what was unpacked. */
export function within(temp: string, { subdir }: { subdir: string }): string {
  return subdir === '.' ? temp : selectSubdir(temp, subdir);
}

/** Warns of what was found in a package, by the name of the package, since there may be many of them. */
export function warnOf(
  notes: readonly string[],
  { address }: { address: string },
  { warn }: Pick<FetchParts, 'warn'>,
): void {
  for (const note of notes) warn(`${address}: ${note}`);
}

/** Says how much of it was received so far. */
export function tellBytes(
  { address }: { address: string },
  { update }: Pick<FetchParts, 'update'>,
): (bytes: number) => void {
  return (bytes) => update(`Downloading ${address} (${sizeText(bytes)})`);
}

/**
 * The bytes decide what an archive is, for all formats are read under the same rules and a registry may know no better;
 * it is said, though. Gzip around a tar is no difference: servers put it on and take it off.
 */
function otherFormat({ format }: ArchiveLocation, extracted: Extracted): string[] {
  if (format === undefined || (format === 'zip') === (extracted.format === 'zip')) return [];
  return [`The registry announced a .${format} archive, but it is a .${extracted.format}; it was unpacked as that.`];
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

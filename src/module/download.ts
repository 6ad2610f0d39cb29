import { posix } from 'node:path';
import type { Client } from '../client/client.ts';
import { formatAddress, type ModuleAddress } from './address.ts';
import { type Extracted, extractArchive } from './archive/extract.ts';
import { place } from './archive/staging.ts';
import { selectSubdir } from './archive/subdir.ts';
import { checked } from './checksum.ts';
import { announcedDigest } from './checksum-file.ts';
import type { GitFetchParts } from './fetch/git.ts';
import type { GitLocation } from './git-location.ts';
import { type Located, locate } from './locate.ts';
import type { ArchiveLocation, Location } from './location.ts';
import { openRegistry, type RegistryParts } from './registry.ts';
import { resolveVersion } from './resolve.ts';
import { inFull } from './source.ts';

/** A module version on disk, as `-o json` shows it. */
export interface Downloaded {
  address: string;
  version: string;
  /** Where it came from, secrets masked. */
  location: string;
  /** Hex digest of the archive as it was received; null for a git repository, whose commit says as much. */
  sha256: string | null;
  /** Full id of the commit, from a git repository. */
  commit?: string;
  /** Size of what was received. */
  bytes: number;
  seconds: number;
  cached: boolean;
  dir: string;
}

/** A module version that was found and not fetched yet. */
export interface Found {
  /** With the version. */
  address: string;
  version: string;
  location: Location;
  /** The location in full, secrets masked. */
  from: string;
  /** The folder inside the archive, `.` for the whole. */
  subdir: string;
  /** Whether the archive is fetched without the registry's token. */
  anonymous: boolean;
}

/** Where a found version goes, and how. */
export interface FetchParts {
  client: Client;
  /** What fetching from a git repository takes besides. */
  git: Pick<GitFetchParts, 'env' | 'timeoutMs'>;
  dir: string;
  /** Replace a folder that is there already. */
  force: boolean;
  signal: AbortSignal;
  warn(words: string): void;
  /** Told what is going on. */
  update(words: string): void;
}

/** Finds the version that an address asks for, and where it is. @throws {NotFoundError} when there is none */
export async function findModule(
  address: ModuleAddress,
  parts: RegistryParts,
  warn: (words: string) => void,
): Promise<Found> {
  const registry = await openRegistry(parts, address.host);
  const version = await resolveVersion(registry, address, warn);
  const located = await locate(registry, address, version);
  const { location } = located;
  return {
    address: `${formatAddress({ ...address, version: undefined, constraint: undefined })}@${version}`,
    version,
    location,
    from: inFull(location.display, located.url),
    subdir: posix.join(location.subdir ?? '', address.subdir ?? ''),
    anonymous: !sharesCredentials(located),
  };
}

/**
 * Fetches and unpacks a found version. Nothing bears the folder's name before it is complete.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function fetchModule(found: Found, parts: FetchParts): Promise<Downloaded> {
  const { address, from, location, version } = found;
  const began = performance.now();
  const fetched = await (location.kind === 'git' ? cloned(location, found, parts) : unpacked(location, found, parts));
  const seconds = Math.round(performance.now() - began) / 1000;
  return { address, version, location: from, ...fetched, seconds, cached: false, dir: parts.dir };
}

type Fetched = Pick<Downloaded, 'sha256' | 'commit' | 'bytes'>;

async function unpacked(location: ArchiveLocation, found: Found, parts: FetchParts): Promise<Fetched> {
  const { anonymous, subdir } = found;
  const { client, dir, force, signal, warn } = parts;
  const announced = await announcedDigest(client, location, { anonymous });
  return client.fetch(location.url, { anonymous }, async (answer) => {
    let bytes = 0;
    let sha256 = '';
    await place(dir, { force, signal }, async (temp) => {
      const onBytes = (received: number) => {
        bytes = received;
        tellBytes(found, parts, received);
      };
      const extracted = await extractArchive(checked(answer.body, announced), temp, { signal, onBytes });
      sha256 = extracted.sha256;
      for (const note of [...otherFormat(location, extracted), ...extracted.notes]) warn(note);
      return subdir === '.' ? temp : selectSubdir(temp, subdir);
    });
    return { sha256, bytes };
  });
}

async function cloned(location: GitLocation, found: Found, parts: FetchParts): Promise<Fetched> {
  const { dir, force, git, signal, warn } = parts;
  const { fetchGit } = await import('./fetch/git.ts');
  let fetched: Fetched | undefined;
  await place(dir, { force, signal }, async (temp) => {
    const onBytes = (received: number) => tellBytes(found, parts, received);
    const { bytes, commit, notes } = await fetchGit(location, temp, { ...git, signal, onBytes });
    for (const note of notes) warn(note);
    fetched = { sha256: null, commit, bytes };
    return found.subdir === '.' ? temp : selectSubdir(temp, found.subdir);
  });
  return fetched as Fetched;
}

function tellBytes({ address }: Found, { update }: FetchParts, received: number): void {
  update(`Downloading ${address} (${sizeText(received)})`);
}

/** A token belongs to the registry, not to where its archives are; unless that is the same origin and the registry wants it there. */
function sharesCredentials({ credentials, location, url }: Located): boolean {
  return credentials && location.kind === 'archive' && location.url.origin === url.origin;
}

/**
 * The bytes decide what an archive is, for all formats are read under the same rules and a registry may know no better;
 * it is said, though. Gzip around a tar is no difference: servers put it on and take it off.
 */
function otherFormat({ format }: ArchiveLocation, extracted: Extracted): string[] {
  if ((format === 'zip') === (extracted.format === 'zip')) return [];
  return [`The registry announced a .${format} archive, but it is a .${extracted.format}; it was unpacked as that.`];
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

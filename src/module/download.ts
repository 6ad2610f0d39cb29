import { posix } from 'node:path';
import type { Client } from '../client/client.ts';
import { CheckFailedError } from '../errors.ts';
import { formatAddress, type ModuleAddress } from './address.ts';
import { type Extracted, extractArchive } from './archive/extract.ts';
import { place } from './archive/staging.ts';
import { selectSubdir } from './archive/subdir.ts';
import { checked } from './checksum.ts';
import { type Located, locate } from './locate.ts';
import type { ArchiveLocation, Location } from './location.ts';
import { openRegistry, type RegistryParts } from './registry.ts';
import { resolveVersion } from './resolve.ts';
import { inFull } from './source.ts';

/** A module version on disk, as `-o json` shows it. */
export interface Downloaded {
  address: string;
  version: string;
  /** Where the archive came from, secrets masked. */
  location: string;
  /** Hex digest of the archive as it was received. */
  sha256: string;
  /** Size of the archive as it was received. */
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
  location: ArchiveLocation;
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
  dir: string;
  /** Replace a folder that is there already. */
  force: boolean;
  signal: AbortSignal;
  warn(words: string): void;
  /** Told what is going on. */
  update(words: string): void;
}

/** Finds the version that an address asks for, and where its archive is. @throws {NotFoundError} when there is none */
export async function findModule(
  address: ModuleAddress,
  parts: RegistryParts,
  warn: (words: string) => void,
): Promise<Found> {
  const registry = await openRegistry(parts, address.host);
  const version = await resolveVersion(registry, address, warn);
  const located = await locate(registry, address, version);
  const location = archiveOf(located.location);
  return {
    address: `${formatAddress({ ...address, version: undefined, constraint: undefined })}@${version}`,
    version,
    location,
    from: inFull(location.display, located.url),
    subdir: posix.join(location.subdir ?? '', address.subdir ?? ''),
    anonymous: !sharesCredentials(located, location),
  };
}

/**
 * Fetches and unpacks a found version. Nothing bears the folder's name before it is complete.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function fetchModule(found: Found, parts: FetchParts): Promise<Downloaded> {
  const { address, anonymous, from, location, subdir, version } = found;
  const { client, dir, force, signal, update, warn } = parts;
  const began = performance.now();
  return client.fetch(location.url, { anonymous }, async (answer) => {
    let bytes = 0;
    let sha256 = '';
    await place(dir, { force, signal }, async (temp) => {
      const extracted = await extractArchive(checked(answer.body, location.checksum), temp, {
        signal,
        onBytes(received) {
          bytes = received;
          update(`Downloading ${address} (${sizeText(received)})`);
        },
      });
      sha256 = extracted.sha256;
      for (const note of [...otherFormat(location, extracted), ...extracted.notes]) warn(note);
      return subdir === '.' ? temp : selectSubdir(temp, subdir);
    });
    const seconds = Math.round(performance.now() - began) / 1000;
    return { address, version, location: from, sha256, bytes, seconds, cached: false, dir };
  });
}

/** A token belongs to the registry, not to where its archives are; unless that is the same origin and the registry wants it there. */
function sharesCredentials({ credentials, url }: Located, location: ArchiveLocation): boolean {
  return credentials && location.url.origin === url.origin;
}

function archiveOf(location: Location): ArchiveLocation {
  if (location.kind === 'git') {
    throw new CheckFailedError(`The module is in a git repository, which svc does not fetch yet: ${location.display}.`);
  }
  return location;
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

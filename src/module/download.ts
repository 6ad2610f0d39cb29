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

export interface DownloadParts {
  registry: RegistryParts;
  /** The folder for a version. */
  dir(version: string): string;
  /** Replace a folder that is there already. */
  force: boolean;
  signal: AbortSignal;
  warn(words: string): void;
  /** Told what is going on. */
  update(words: string): void;
}

/**
 * Finds, fetches and unpacks one module version. Nothing bears the folder's name before it is complete.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function downloadModule(address: ModuleAddress, parts: DownloadParts): Promise<Downloaded> {
  const began = performance.now();
  const { update, warn } = parts;
  update(`Finding ${address.text}`);
  const registry = await openRegistry(parts.registry, address.host);
  const version = await resolveVersion(registry, address, warn);
  const name = `${formatAddress({ ...address, version: undefined, constraint: undefined })}@${version}`;
  const located = await locate(registry, address, version);
  const location = archiveOf(located.location);
  const dir = parts.dir(version);
  const subdir = posix.join(location.subdir ?? '', address.subdir ?? '');
  const anonymous = !sharesCredentials(located, location);
  const { sha256, bytes } = await unpack(await parts.registry.client(), { location, anonymous }, subdir, dir, {
    ...parts,
    update: (received) => update(`Downloading ${name} (${received})`),
  });
  const seconds = Math.round(performance.now() - began) / 1000;
  return { address: name, version, location: location.display, sha256, bytes, seconds, cached: false, dir };
}

async function unpack(
  client: Client,
  { location, anonymous }: { location: ArchiveLocation; anonymous: boolean },
  subdir: string,
  dir: string,
  { force, signal, update, warn }: DownloadParts,
): Promise<{ sha256: string; bytes: number }> {
  return client.fetch(location.url, { anonymous }, async (answer) => {
    let bytes = 0;
    let sha256 = '';
    await place(dir, { force, signal }, async (temp) => {
      const extracted = await extractArchive(checked(answer.body, location.checksum), temp, {
        signal,
        onBytes(received) {
          bytes = received;
          update(sizeText(received));
        },
      });
      sha256 = extracted.sha256;
      for (const note of [...otherFormat(location, extracted), ...extracted.notes]) warn(note);
      return subdir === '' ? temp : selectSubdir(temp, subdir);
    });
    return { sha256, bytes };
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

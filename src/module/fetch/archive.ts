import type { Client } from '../../client/client.ts';
import type { HttpAnswer } from '../../client/http.ts';
import { CheckFailedError, NotFoundError, RejectedError } from '../../errors.ts';
import { type Extracted, extractArchive } from '../archive/extract.ts';
import type { ArchiveLimits } from '../archive/limits.ts';
import { place } from '../archive/staging.ts';
import { selectSubdir } from '../archive/subdir.ts';
import { adoptBlob, blobPath, bytesOf, digestOf, dropBlob, hasBlob } from '../cache/blobs.ts';
import { keyName, readEntry, touchEntry, type VersionKey, writeEntry } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import { locked } from '../cache/lock.ts';
import { PartialArchive, StartOver } from '../cache/partial.ts';
import { checked } from '../checksum.ts';
import type { ArchiveLocation } from '../location.ts';
import { ownName } from '../owner.ts';

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
  /** Where to fetch it, found out only when the cache does not have it. */
  remote(): Promise<RemoteArchive>;
}

/** Where an archive goes, and how. */
export interface FetchParts {
  client(): Promise<Client>;
  /** Where archives are kept; nothing is, and nothing is resumed, without. */
  cache?: Cache | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean | undefined;
  dir: string;
  /** Replace a folder that is there already. */
  force: boolean;
  /** What differs from the default limits. */
  limits?: Partial<ArchiveLimits> | undefined;
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
}

/**
 * Unpacks an archive into a folder that appears when it is complete: from the cache if it is there and still what it was, else
 * from where it is, into the cache. Whoever wants the same archive at the same time waits for the first and takes it from the cache.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then but what a later run can go on with
 */
export async function fetchArchive(wanted: WantedArchive, parts: FetchParts): Promise<FetchedArchive> {
  const { cache, offline, signal, update } = parts;
  const kept = cache && (await unpackKept(wanted, cache, parts));
  if (kept) return kept;
  if (offline) throw notKept(wanted);
  if (!cache) return receive(wanted, parts);
  const name = keyName(wanted.key);
  const waiting = () => update(`Waiting for another svc that downloads ${wanted.address}`);
  return locked(cache, name, { signal, waiting }, async (alone) => {
    const meanwhile = await unpackKept(wanted, cache, parts);
    return meanwhile ?? receiveInto(cache, alone ? name : `${ownName()}.tmp`, wanted, parts);
  });
}

function notKept({ address }: WantedArchive): NotFoundError {
  return new NotFoundError(`The cache does not hold ${address}, and --offline fetches nothing.`, {
    hint: `Fetch it once without --offline.`,
  });
}

/** Unpacks what the cache has, hashing what is read on the way; undefined where it has nothing that is good. */
async function unpackKept(wanted: WantedArchive, cache: Cache, parts: FetchParts): Promise<FetchedArchive | undefined> {
  const { offline, warn } = parts;
  const sha256 = wanted.sha256 ?? readEntry(cache, wanted.key, warn)?.sha256;
  if (sha256 === undefined || !hasBlob(cache, sha256)) return undefined;
  const path = blobPath(cache, sha256);
  let bytes = 0;
  const corrupt = `The cache's copy of ${wanted.address} is not what it was (${path})`;
  try {
    await place(parts.dir, parts, async (temp) => {
      const extracted = await unpack(bytesOf(path), temp, wanted, parts, (read) => {
        bytes = read;
      });
      if (extracted.sha256 !== sha256) throw new CheckFailedError(`${corrupt}.`);
      return within(temp, wanted);
    });
  } catch (error) {
    // An archive may well be refused that is just what it was, under other limits for one.
    if (!(error instanceof CheckFailedError) || (await digestOf(path)) === sha256) throw error;
    dropBlob(cache, sha256);
    if (offline) throw new CheckFailedError(`${corrupt}, and --offline fetches no other.`, { cause: error });
    warn(`${corrupt}; it is fetched again.`);
    return undefined;
  }
  touchEntry(cache, wanted.key);
  return { sha256, bytes, cached: true };
}

/** Receives an archive without keeping it. */
async function receive(wanted: WantedArchive, parts: FetchParts): Promise<FetchedArchive> {
  const { anonymous, location } = await wanted.remote();
  const client = await parts.client();
  return client.fetch(location.url, { anonymous, signal: parts.signal }, ({ body }) =>
    placeReceived(body, location, wanted, parts),
  );
}

async function receiveInto(
  cache: Cache,
  name: string,
  wanted: WantedArchive,
  parts: FetchParts,
): Promise<FetchedArchive> {
  const { anonymous, from, location } = await wanted.remote();
  const client = await parts.client();
  const partial = new PartialArchive(`${cache.partial}/${name}`, location.url);
  const options = { anonymous, signal: parts.signal, headers: () => partial.headers() };
  const consume = (answer: HttpAnswer) =>
    placeReceived(partial.receive(answer), location, wanted, parts, async (sha256) => {
      await partial.finish(cache.durable);
      adoptBlob(cache, partial.path, sha256);
    });
  try {
    const got = await onceMore(partial, () => client.fetch(location.url, options, consume));
    const { format } = location;
    const subdir = location.subdir ?? '.';
    const at = new Date().toISOString();
    writeEntry(cache, { ...wanted.key, location: from, format, subdir, sha256: got.sha256, bytes: got.bytes, at });
    return got;
  } catch (error) {
    if (error instanceof CheckFailedError) partial.discard();
    throw error;
  } finally {
    partial.leave();
  }
}

/** What went on from an earlier attempt and is bad may be good when all of it is fetched. */
async function onceMore<Result>(partial: PartialArchive, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const unusable =
      error instanceof StartOver ||
      (error instanceof RejectedError && error.status === 416) ||
      (error instanceof CheckFailedError && partial.resumed);
    if (!unusable) throw error;
    partial.discard();
    return attempt();
  }
}

async function placeReceived(
  body: AsyncIterable<Uint8Array>,
  location: ArchiveLocation,
  wanted: WantedArchive,
  parts: FetchParts,
  keep?: (sha256: string) => Promise<void>,
): Promise<FetchedArchive> {
  let sha256 = '';
  let bytes = 0;
  await place(parts.dir, parts, async (temp) => {
    const extracted = await unpack(checked(body, location.checksum), temp, wanted, parts, (received) => {
      bytes = received;
      parts.update(`Downloading ${wanted.address} (${sizeText(received)})`);
    });
    sha256 = extracted.sha256;
    if (wanted.sha256 !== undefined && wanted.sha256 !== sha256) {
      throw new CheckFailedError(
        `The archive of ${wanted.address} is another than before: its sha256 is ${sha256}, not ${wanted.sha256}.`,
      );
    }
    for (const note of [...otherFormat(location, extracted), ...extracted.notes]) parts.warn(note);
    await keep?.(sha256);
    return within(temp, wanted);
  });
  return { sha256, bytes, cached: false };
}

function unpack(
  bytes: AsyncIterable<Uint8Array>,
  temp: string,
  { address }: WantedArchive,
  { limits, signal, update }: FetchParts,
  onBytes: (bytes: number) => void,
): Promise<Extracted> {
  update(`Unpacking ${address}`);
  return extractArchive(bytes, temp, { limits, signal, onBytes });
}

function within(temp: string, { subdir }: WantedArchive): string {
  return subdir === '.' ? temp : selectSubdir(temp, subdir);
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

import type { HttpAnswer } from '../../client/http.ts';
import {
  CheckFailedError,
  LocalError,
  NotFoundError,
  ProtocolError,
  RejectedError,
  type SvcError,
} from '../../errors.ts';
import { temporaryStem } from '../archive/owner.ts';
import { place } from '../archive/staging.ts';
import type { Unpacked } from '../archive/unpacked.ts';
import { adoptBlob, type Blob, blobPath, bytesOf, digestOf, dropBlob, hasBlob, isReadable } from '../cache/blobs.ts';
import { StartOver } from '../cache/continuation.ts';
import { type Entry, keyName, readEntry, touchEntry, writeEntry } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import { locked } from '../cache/lock.ts';
import { PartialArchive } from '../cache/partial.ts';
import { announcedDigest } from './checksum-file.ts';
import { withMinSpeed } from './min-speed.ts';
import {
  type FetchedArchive,
  type FetchParts,
  placeReceived,
  unpack,
  type WantedArchive,
  warnOf,
  within,
} from './unpack.ts';

/**
 * Unpacks an archive into a folder that appears when it is complete: from the cache if it is there and still what it was, else
 * from where it is, into the cache, whose full or broken disk is a warning. Whoever wants the same archive at the same time waits for the first and takes it from the cache.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then but what a later run can go on with
 */
export async function fetchArchive(wanted: WantedArchive, parts: FetchParts): Promise<FetchedArchive> {
  const { cache, offline, signal, update, warn } = parts;
  const kept = cache && !wanted.fresh && (await unpackKept(wanted, cache, parts));
  if (kept) return kept;
  if (offline) throw notKept(wanted);
  if (!cache) return receive(wanted, parts);
  const name = keyName(wanted.key);
  const waiting = () => update(`Waiting for another svc that downloads ${wanted.address}`);
  return locked(cache, name, { signal, waiting, warn }, async (alone) => {
    const meanwhile = wanted.fresh ? undefined : await unpackKept(wanted, cache, parts);
    return meanwhile ?? receiveInto(cache, alone ? name : temporaryStem(), wanted, parts);
  });
}

function notKept({ address }: WantedArchive): NotFoundError {
  return new NotFoundError(`The cache does not hold ${address}, and --offline fetches nothing.`, {
    hint: `Fetch it once without --offline.`,
  });
}

/** Unpacks what the cache has, hashing what is read on the way; undefined where it has nothing that is good. */
async function unpackKept(wanted: WantedArchive, cache: Cache, parts: FetchParts): Promise<FetchedArchive | undefined> {
  const { git, signal } = parts;
  const blob = keptBlob(wanted, cache, parts);
  if (blob === undefined || !hasBlob(cache, blob.sha256)) return undefined;
  if (!isReadable(cache, blob)) return drop(blob, undefined, wanted, cache, parts);
  const path = blobPath(cache, blob.sha256);
  const patience = { signal, timeoutMs: git.timeoutMs };
  let bytes = 0;
  let unpacked: Unpacked | undefined;
  try {
    await place(parts.dir, parts, async (temp) => {
      const extracted = await unpack(bytesOf(path, patience), temp, wanted, parts, (read) => {
        bytes = read;
      });
      if (extracted.sha256 !== blob.sha256) throw new CheckFailedError(`${path} is not what it was.`);
      warnOf(extracted.notes, wanted, parts);
      unpacked = extracted.unpacked;
      return within(temp, wanted);
    });
  } catch (error) {
    // An archive may well be refused that is just what it was, under other limits for one.
    if (!(error instanceof CheckFailedError) || (await digestOf(path, patience)) === blob.sha256) throw error;
    return drop(blob, error, wanted, cache, parts);
  }
  touchEntry(cache, wanted.key);
  return { sha256: blob.sha256, bytes, cached: true, unpacked: unpacked as unknown as Unpacked };
}

/** The archive that the cache should have. */
function keptBlob({ key, sha256 }: WantedArchive, cache: Cache, { warn }: FetchParts): Blob | undefined {
  if (sha256 === undefined) return readEntry(cache, key, warn);
  const entry = readEntry(cache, key, () => undefined);
  return { sha256, bytes: entry?.sha256 === sha256 ? entry.bytes : undefined };
}

/** Removes an archive that is not what it was. @throws {CheckFailedError} offline, where no other can be fetched */
function drop(
  { sha256 }: Blob,
  cause: unknown,
  { address }: WantedArchive,
  cache: Cache,
  { offline, warn }: FetchParts,
): undefined {
  const corrupt = `The cache's copy of ${address} is not what it was (${blobPath(cache, sha256)})`;
  dropBlob(cache, sha256);
  if (offline) throw new CheckFailedError(`${corrupt}, and --offline fetches no other.`, { cause });
  warn(`${corrupt}; it is fetched again.`);
}

/** Receives an archive without keeping it. */
async function receive(wanted: WantedArchive, parts: FetchParts): Promise<FetchedArchive> {
  const { anonymous, location } = await wanted.remote();
  const client = await parts.client();
  const digest = await announcedDigest(client, location, { anonymous });
  return client.fetch(location.url, { anonymous, signal: parts.signal }, (answer) =>
    placeReceived(withMinSpeed(answer, parts.minSpeed).body, { location, digest }, wanted, parts),
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
  const digest = await announcedDigest(client, location, { anonymous });
  const lost = ({ message }: SvcError) => parts.warn(`${wanted.address} is not kept in the cache. ${message}`);
  const isChecked = digest !== undefined || wanted.sha256 !== undefined;
  const partial = new PartialArchive(`${cache.partial}/${name}`, location.url, { isChecked, lost });
  const options = { anonymous, signal: parts.signal, headers: () => partial.headers() };
  const consume = (answer: HttpAnswer) =>
    placeReceived(
      partial.receive(withMinSpeed(answer, parts.minSpeed)),
      { location, digest },
      wanted,
      parts,
      (sha256) => partial.finish(cache.durable, (path) => adoptBlob(cache, path, sha256)),
    );
  try {
    const got = await onceMore(partial, () => client.fetch(location.url, options, consume));
    const { sha256, bytes } = got;
    const { format, subdir = '.' } = location;
    const at = new Date().toISOString();
    if (!partial.isLost) file(cache, { ...wanted.key, location: from, format, subdir, sha256, bytes, at }, lost);
    return got;
  } catch (error) {
    if (error instanceof CheckFailedError) partial.discard();
    throw error;
  } finally {
    partial.leave();
  }
}

/** Files what is in its folder already, so that a fault of the cache's disk is not the module's. */
function file(cache: Cache, entry: Entry, lost: (fault: SvcError) => void): void {
  try {
    writeEntry(cache, entry);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    lost(error);
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
    return await attempt().catch((again: unknown) => {
      if (!(again instanceof StartOver)) throw again;
      throw new ProtocolError('The server sends a part of the archive although all of it was requested.');
    });
  }
}

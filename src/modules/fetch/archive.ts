import type { HttpAnswer } from '../../api/client/http.ts';
import { CheckFailedError, ProtocolError, RejectedError, type SvcError } from '../../base/errors.ts';
import { locked } from '../../base/system/lock.ts';
import type { Extracted } from '../archive/extract.ts';
import { hashTree } from '../archive/h1.ts';
import { blobPath, bytesOf, digestOf, hasBlob } from '../cache/blobs.ts';
import { keyName, readEntry, touchEntry } from '../cache/entries.ts';
import { isFile, remove } from '../cache/files.ts';
import type { Cache } from '../cache/folder.ts';
import { PartialArchive, StartOver } from '../cache/partial.ts';
import { announcedDigest, checked } from './checksum.ts';
import { type Extent, extentOf } from './download-status.ts';
import type { ArchiveLocation, Digest } from './location.ts';
import { withMinSpeed } from './min-speed.ts';
import { authorizationFor } from './object-store.ts';
import type { Located } from './page.ts';
import type { FetchDeps, PackageSpec } from './spec.ts';
import { type Files, placeFiles, showReceived, unpack, warnOf } from './unpack.ts';

/** An archive and its announced digest. */
interface Announced extends Omit<Located, 'location'> {
  location: ArchiveLocation;
  digest: Digest | undefined;
}

/**
 * Downloads and unpacks an archive, and stores it in the cache, where a disk error is a warning. Another run for the same
 * archive waits for the first one and then uses the cache.
 * @throws {SvcError} on any failure; leaves nothing
 */
export async function fetchArchive(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Files> {
  const { cache, signal, update, warn } = deps;
  if (!cache) return receive(undefined, spec, dir, deps);
  const name = keyName(spec.key);
  const waiting = () => update(`Waiting for another svc that downloads ${spec.name}`);
  return locked(cache, name, { signal, waiting, warn }, async () => {
    const meanwhile = await unpackCached(spec, dir, deps);
    return meanwhile ?? receive(cache, spec, dir, deps);
  });
}

/** Downloads an archive, into the cache if there is one. */
async function receive(cache: Cache | undefined, spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Files> {
  const announced = await announcedOf(spec, deps);
  const client = await deps.client();
  const { anonymous, from, location } = announced;
  const lost = ({ message }: SvcError) => deps.warn(`${spec.name} was not cached. ${message}`);
  const partial = cache && new PartialArchive(cache, lost);
  const authorization = await authorizationFor(location, deps);
  const headers = (url: URL) => ({ ...partial?.headers(), ...authorization(url) });
  const options = { anonymous, headers, signal: deps.signal };
  const keep = (sha256: string) => partial?.finish(sha256);
  const consume = (answer: HttpAnswer) => {
    const received = withMinSpeed(answer, deps.minSpeed);
    const body = partial ? partial.receive(received) : received.body;
    return placeReceived(body, { ...announced, extent: extentOf(answer) }, spec, dir, deps, keep);
  };
  const attempt = () => client.fetch(location.url, options, consume);
  try {
    const files = await (partial ? onceMore(partial, attempt) : attempt());
    const { sha256, bytes } = files;
    const { format, subdir = '.' } = location;
    partial?.enter({ ...spec.key, location: from, format, subdir, sha256, bytes, at: new Date().toISOString() });
    return files;
  } finally {
    partial?.end();
  }
}

async function announcedOf({ locate }: PackageSpec, { client }: FetchDeps): Promise<Announced> {
  const { location, ...located } = await locate();
  if (location.kind === 'git') {
    throw new CheckFailedError(`The lock has an archive, but the source is now the git repository ${located.from}.`, {
      hint: 'Lock the repository with: svc module lock --upgrade',
    });
  }
  return { ...located, location, digest: await announcedDigest(await client(), location, located) };
}

/** Unpacks a download; `keep` gets its digest once it is valid, before the folder is renamed. */
async function placeReceived(
  body: AsyncIterable<Uint8Array>,
  { digest, extent, location }: Announced & { extent: Extent },
  spec: PackageSpec,
  dir: string,
  deps: FetchDeps,
  keep: (sha256: string) => void,
): Promise<Files & { sha256: string }> {
  const { format, receivedBytes, sha256, unpacked } = await placeFiles(spec, dir, deps, async (temp) => {
    const extracted = await unpack(checked(body, digest), temp, spec, deps, showReceived(spec, deps, extent));
    const { sha256 } = extracted;
    if (spec.sha256 !== undefined && spec.sha256 !== sha256) {
      const isRepacked = spec.h1 !== undefined && hashTree(extracted.unpacked) === spec.h1;
      throw new CheckFailedError(
        `The archive of ${spec.name} has changed${isRepacked ? ', but not its files' : ''}: its sha256 is ${sha256}, not ${spec.sha256}.`,
        isRepacked
          ? { hint: `Lock the new archive with: svc module lock --upgrade ${spec.module ? spec.key.module : 'CALL'}` }
          : {},
      );
    }
    warnOf([...otherFormat(location, extracted), ...extracted.notes], spec, deps);
    keep(sha256);
    return extracted;
  });
  return { format, sha256, bytes: receivedBytes, cached: false, unpacked };
}

/**
 * The bytes decide the format, since all formats follow the same rules and a registry may be wrong;
 * a note says so. Gzip around a tar does not count: servers add and remove it.
 */
function otherFormat({ format }: ArchiveLocation, extracted: Extracted): string[] {
  if ((format === 'zip') === (extracted.format === 'zip')) return [];
  return [
    `The registry announced a .${format} archive, but it is a .${extracted.format}; it was unpacked as .${extracted.format}.`,
  ];
}

/** A bad archive whose download continued may be good when downloaded from the start. */
async function onceMore<Result>(partial: PartialArchive, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const unusable =
      error instanceof StartOver ||
      (error instanceof RejectedError && error.status === 416) ||
      (error instanceof CheckFailedError && partial.continued);
    if (!unusable) throw error;
    partial.startOver();
    return await attempt().catch((again: unknown) => {
      if (!(again instanceof StartOver)) throw again;
      throw new ProtocolError('The server sent part of the archive although all of it was requested.');
    });
  }
}

/**
 * Unpacks the cached archive of a package and checks its hash; undefined without a valid one.
 * @throws {CheckFailedError} for a corrupt one, offline; what unpacking throws
 */
export async function unpackCached(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Files | undefined> {
  const { cache, signal, warn } = deps;
  if (!cache || spec.fresh) return undefined;
  const entry = readEntry(cache, spec.key, warn);
  const { sha256 = entry?.sha256 } = spec;
  if (sha256 === undefined || !hasBlob(cache, sha256)) return undefined;
  const path = blobPath(cache, sha256);
  if (!isFile(path, entry?.sha256 === sha256 ? entry.bytes : undefined)) return drop(path, undefined, spec, deps);
  try {
    const { format, receivedBytes, unpacked } = await placeFiles(spec, dir, deps, async (temp) => {
      const extracted = await unpack(bytesOf(path, { signal }), temp, spec, deps);
      if (extracted.sha256 !== sha256) throw new CheckFailedError(`${path} is not what it was.`);
      return extracted;
    });
    touchEntry(cache, spec.key);
    return { format, sha256, bytes: receivedBytes, cached: true, unpacked };
  } catch (error) {
    // An intact archive may still be rejected, for example under other limits.
    if (!(error instanceof CheckFailedError) || (await digestOf(path, signal)) === sha256) throw error;
    return drop(path, error, spec, deps);
  }
}

/** Removes a corrupt archive, to be fetched again. @throws {CheckFailedError} offline, where that is impossible */
function drop(path: string, cause: unknown, { name }: PackageSpec, { offline, warn }: FetchDeps): undefined {
  const corrupt = `The cached copy of ${name} is corrupt (${path})`;
  // Not removed offline, so that concurrent and later runs report the same.
  if (offline) throw new CheckFailedError(`${corrupt}, and --offline cannot fetch it again.`, { cause });
  remove(path);
  warn(`${corrupt}; fetching it again.`);
}

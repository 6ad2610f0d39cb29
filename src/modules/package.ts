import { CheckFailedError, LocalError, NotFoundError, type SvcError } from '../base/errors.ts';
import { locked } from '../base/system/lock.ts';
import { hashTree } from './archive/disk-tree.ts';
import { extractArchive } from './archive/extract.ts';
import { defaultLimits } from './archive/limits.ts';
import { diskFault } from './archive/rejection.ts';
import { place } from './archive/staging.ts';
import { selectSubdir } from './archive/subdir.ts';
import { clashOf, listed, rejectClash } from './archive/unpack-result.ts';
import { cloneKey, type Entry, keyName, storedEntry, touchEntry } from './cache/entries.ts';
import { blobPath, bytesOf, type Cache, digestOf, hasBlob, isFile, remove } from './cache/folder.ts';
import { PartialArchive } from './cache/partial.ts';
import { receiveArchive } from './fetch/http.ts';
import type { Located } from './fetch/locate.ts';
import { inOciRegistry } from './fetch/oci.ts';
import type { FetchDeps, Fill, Filled, Package, Source } from './fetch/source.ts';

/**
 * Reads a package into a folder, from the cache or from its location; the folder appears when it is complete. A second run for the same
 * archive waits for the first one and uses the cache.
 * @throws {NotFoundError} for an uncached package, offline; {SvcError} for any other failure, after which nothing remains
 */
export async function readPackage(source: Source, dir: string, deps: FetchDeps): Promise<Package> {
  const { cache, offline, signal, update, warn } = deps;
  const cached = await readCached(source, dir, deps);
  if (cached) return cached;
  const hint = 'Fetch it once without --offline.';
  if (offline) throw new NotFoundError(`${source.name} is not cached, and --offline fetches nothing.`, { hint });
  const locate = async () => inOciRegistry(await source.locate(), deps);
  const receive = async (located: Located) => {
    const place = (fill: Fill) => placeInto(dir, source, deps, fill, located);
    return storePackage(await open(located, source, deps, place), source, deps);
  };
  // For a locked archive, request the location only under the lock: another svc may already be fetching the archive.
  const located = source.sha256 === undefined ? await locate() : undefined;
  if (!cache || located?.location.kind === 'git') return receive(located ?? (await locate()));
  const waiting = () => update(`Waiting for another svc that downloads ${source.name}`);
  return locked(cache, keyName(source.key), { signal, waiting, warn }, async () => {
    return (await readCached(source, dir, deps)) ?? receive(located ?? (await locate()));
  });
}

/** Receives a package over its transport: git, or http (also for registries of OCI, S3 and GCS). */
async function open(located: Located, source: Source, deps: FetchDeps, place: (fill: Fill) => Promise<Package>) {
  const { from, location } = located;
  if (location.kind === 'archive') return receiveArchive({ ...located, location }, source, deps, place);
  const hint = 'Lock the repository with: svc module lock --upgrade';
  if (source.sha256 !== undefined)
    throw new CheckFailedError(`The lock has an archive, but the source is now the git repository ${from}.`, { hint });
  const { receiveClone } = await import('./fetch/git.ts');
  return receiveClone({ ...located, location }, source, deps, place);
}

/** Returns whether the locked archive is cached. */
export function isCached(cache: Cache, { sha256, ...clone }: Pick<Source, 'commit' | 'h1' | 'sha256'>): boolean {
  return sha256 === undefined ? cachedClone(cache, clone) !== undefined : hasBlob(cache, sha256);
}

export function warnOf(notes: readonly string[], { name }: Source, { warn }: FetchDeps): void {
  for (const note of notes) warn(`${name}: ${note}`);
}

/** Verifies what `fill` unpacks, and places it or its requested folder. After an error nothing remains. */
async function placeInto(dir: string, source: Source, deps: FetchDeps, fill: Fill, located?: Located) {
  let pack: Package | undefined;
  await place(dir, deps, async (temp) => {
    const { keep, notes, unpacked, ...filled } = await fill(temp);
    if (!deps.acceptClash) rejectClash(unpacked);
    verify({ ...filled, unpacked }, source);
    warnOf(notes, source, deps);
    keep?.();
    const { isMerged, twins } = unpacked;
    const content = { alike: twins?.paths, isMerged, clash: clashOf(unpacked) };
    let h1: string | undefined;
    pack = {
      ...{ name: source.name, dir, location: located?.from, inner: located?.location.subdir ?? '' },
      ...{ ...filled, cached: located === undefined, ...content },
      get h1() {
        h1 ??= hashTree(unpacked);
        return h1;
      },
    };
    if (source.subdir === undefined) return temp;
    const { copied, found } = selectSubdir(temp, source.subdir, { ...defaultLimits, ...deps.limits });
    warnOf(listed('Copied the target of', 'link', copied, ', which is outside the subfolder'), source, deps);
    return found;
  });
  return pack as Package;
}

/** Rejects an archive that differs from the locked one. */
function verify({ sha256, unpacked }: Pick<Filled, 'sha256' | 'unpacked'>, source: Source): void {
  if (source.sha256 === undefined || source.sha256 === sha256) return;
  const isRepacked = source.h1 !== undefined && hashTree(unpacked) === source.h1;
  const problem = `The archive of ${source.name} has changed${isRepacked ? ', but not its files' : ''}`;
  const call = source.address ? source.key.module : 'CALL';
  const hint = isRepacked ? `Lock the new archive with: svc module lock --upgrade ${call}` : undefined;
  throw new CheckFailedError(`${problem}: its sha256 is ${sha256}, not ${source.sha256}.`, { hint });
}

/**
 * Reads a package, or a locked repository, from the cache; undefined if the cache has no valid archive.
 * @throws {CheckFailedError} for a corrupt archive, offline; what unpacking throws
 */
async function readCached(source: Source, dir: string, deps: FetchDeps): Promise<Package | undefined> {
  const { cache, disk, signal, update, warn } = deps;
  if (!cache) return undefined;
  const clone = source.sha256 === undefined ? cachedClone(cache, source) : undefined;
  if (source.fresh && !clone) return undefined;
  const entry = clone ?? storedEntry(cache, source.key, warn);
  const { sha256 = entry?.sha256 } = source;
  if (sha256 === undefined || !hasBlob(cache, sha256)) return undefined;
  const path = blobPath(cache, sha256);
  if (!isFile(path, entry?.sha256 === sha256 ? entry.bytes : undefined)) return drop(path, undefined, source, deps);
  // No limit for the ratio: svc packed these files itself, or has already unpacked them within the limits.
  const limits = clone ? { ...deps.limits, ratio: Number.POSITIVE_INFINITY } : deps.limits;
  const fill: Fill = async (temp) => {
    update(`Unpacking ${source.name}`);
    const extracted = await extractArchive(bytesOf(path, signal), temp, { disk, limits, signal });
    if (extracted.sha256 !== sha256) throw new CheckFailedError(`${path} is not what it was.`);
    const { format, receivedBytes: bytes, unpacked } = extracted;
    if (!clone) return { format, sha256, bytes, unpacked, notes: [] };
    if (hashTree(unpacked) === source.h1) return { format, commit: source.commit, bytes, unpacked, notes: [] };
    warn(`The cached copy of ${source.name} is corrupt.`);
    throw new LocalError(`${path} has other files.`);
  };
  try {
    const pack = await placeInto(dir, source, { ...deps, limits }, fill);
    touchEntry(cache, clone ?? source.key);
    return pack;
  } catch (error) {
    if (clone && error instanceof LocalError) return undefined;
    // An intact archive may still be rejected, for example because of other limits.
    if (!(error instanceof CheckFailedError) || (await digestOf(path, signal)) === sha256) throw error;
    return drop(path, error, source, deps);
  }
}

/** Removes a corrupt archive, which is then fetched again. @throws {CheckFailedError} offline */
function drop(path: string, cause: unknown, { name }: Source, { offline, warn }: FetchDeps): undefined {
  const corrupt = `The cached copy of ${name} is corrupt (${path})`;
  // Offline, do not remove it: concurrent and later runs must report the same.
  if (offline) throw new CheckFailedError(`${corrupt}, and --offline cannot fetch it again.`, { cause });
  remove(path);
  warn(`${corrupt}; fetching it again.`);
}

/** Caches the files of a repository. An archive with the locked files of a commit was packed by a mirror. */
async function storePackage(pack: Package, source: Source, { cache, pack: packed, warn }: FetchDeps): Promise<Package> {
  const { bytes, dir, format, isMerged, location = '', name, sha256 } = pack;
  const archive = sha256 === undefined ? undefined : { bytes, format, sha256 };
  if (archive && source.commit !== undefined && source.h1 === pack.h1) pack.commit = source.commit;
  if (!cache || !packed || isMerged || pack.commit === undefined || cachedClone(cache, pack)) return pack;
  const warnUncached = ({ message }: SvcError) => warn(`${name} was not cached. ${message}`);
  const partial = new PartialArchive(cache, warnUncached);
  try {
    if (!archive) await partial.write(packed(dir));
    partial.enter({ ...cloneKey(pack.commit, pack.h1), location, subdir: '.', format: 'tar.gz', ...archive });
  } catch (error) {
    const fault = diskFault(error, cache.staging);
    if (!(fault instanceof LocalError || fault instanceof CheckFailedError)) throw fault;
    warnUncached(fault);
  } finally {
    partial.end();
  }
  return pack;
}

function cachedClone(cache: Cache, { commit, h1 }: Pick<Source, 'commit' | 'h1'>): Entry | undefined {
  return commit && h1 ? storedEntry(cache, cloneKey(commit, h1), () => undefined) : undefined;
}

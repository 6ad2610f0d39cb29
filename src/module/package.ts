import { rmSync } from 'node:fs';
import { LocalError, NotFoundError } from '../errors.ts';
import { hashTree } from './archive/h1.ts';
import { clashOf } from './archive/unpack-result.ts';
import { hasBlob } from './cache/blobs.ts';
import { cachedClone, storeClone } from './cache/clones.ts';
import type { Cache } from './cache/folder.ts';
import { fetchArchive } from './fetch/archive.ts';
import { unpackCached } from './fetch/cached-archive.ts';
import { fetchClone } from './fetch/clone.ts';
import type { Located } from './fetch/page.ts';
import type { FetchDeps, PackageSpec } from './fetch/spec.ts';
import type { Files } from './fetch/unpack.ts';

/** A package on disk. */
export interface Package extends Omit<Files, 'unpacked'> {
  name: string;
  dir: string;
  /** Where it was found, in full, secrets masked; undefined where nobody was asked. */
  location?: string | undefined;
  /** The folder that the registry says is the module, which may hold a pattern; empty for the whole. */
  inner: string;
  /** `h1:` hash of all files. */
  h1: string;
  /** Paths in which a name differs from another only in case. */
  alike?: readonly string[] | undefined;
  /** Whether the disk has fewer files than that, for it takes some of those names for one. */
  isMerged?: boolean | undefined;
  /** Why that is not all the same. */
  clash?: string | undefined;
}

/**
 * Fetches a package and tells what it is.
 * @throws what `fetchFiles` throws
 */
export async function fetchPackage(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Package> {
  const { located, unpacked, ...files } = await fetchFiles(spec, dir, deps);
  const { from: location, location: { subdir: inner = '' } = {} } = located ?? {};
  const { isMerged, twins } = unpacked;
  const content = { h1: hashTree(unpacked), alike: twins?.paths, isMerged, clash: clashOf(unpacked) };
  const found = { name: spec.name, dir, location, inner, ...files, ...content };
  if (!files.cached && !isMerged) await storeClone(found, deps);
  return found;
}

/**
 * Fetches a package into a folder that appears when it is complete: from the cache, or from where it is, into the cache.
 * @throws {NotFoundError} for what the cache does not hold, offline; {SvcError} for every other way this can end badly; nothing
 * is left behind then but what a later run can go on with
 */
export async function fetchFiles(
  spec: PackageSpec,
  dir: string,
  deps: FetchDeps,
): Promise<Files & { located?: Located | undefined }> {
  const cached = (await unpackClone(spec, dir, deps)) ?? (await unpackCached(spec, dir, deps));
  if (cached) return cached;
  if (deps.offline) {
    throw new NotFoundError(`${spec.name} is not cached, and --offline fetches nothing.`, {
      hint: 'Fetch it once without --offline.',
    });
  }
  let located: Located | undefined;
  const locate = async () => {
    located ??= await spec.locate();
    return located;
  };
  // Where a locked archive is nobody is asked before it is known that no other svc is fetching it.
  const location = spec.sha256 === undefined ? (await locate()).location : undefined;
  const files = await (location?.kind === 'git'
    ? fetchClone(location, spec, dir, deps)
    : fetchArchive({ ...spec, locate }, dir, deps));
  return { ...files, located };
}

/** Whether the cache has what was locked. */
export function isCached(cache: Cache, { sha256, ...clone }: Pick<PackageSpec, 'commit' | 'h1' | 'sha256'>): boolean {
  return sha256 === undefined ? cachedClone(cache, clone) !== undefined : hasBlob(cache, sha256);
}

/** Unpacks what the cache has of a locked repository; undefined where that is not it. */
async function unpackClone(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Files | undefined> {
  const entry = spec.sha256 === undefined && deps.cache && cachedClone(deps.cache, spec);
  if (!entry) return undefined;
  // It was packed here, and its hash is known: how much smaller it became means nothing.
  const where = { ...deps, limits: { ...deps.limits, ratio: Number.POSITIVE_INFINITY } };
  try {
    const files = await unpackCached({ ...spec, key: entry, sha256: entry.sha256, fresh: false }, dir, where);
    if (!files) return undefined;
    if (hashTree(files.unpacked) === spec.h1) return { ...files, sha256: undefined, commit: spec.commit };
    deps.warn(`The cached copy of ${spec.name} is corrupt.`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  return undefined;
}

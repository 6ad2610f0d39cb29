import { rmSync } from 'node:fs';
import { LocalError, NotFoundError } from '../base/errors.ts';
import { hashTree } from './archive/h1.ts';
import { clashOf } from './archive/unpack-result.ts';
import { hasBlob } from './cache/blobs.ts';
import { cachedClone, storeClone } from './cache/clones.ts';
import type { Cache } from './cache/folder.ts';
import { fetchArchive, unpackCached } from './fetch/archive.ts';
import { inOciRegistry } from './fetch/oci.ts';
import type { Located } from './fetch/page.ts';
import type { FetchDeps, PackageSpec } from './fetch/spec.ts';
import type { Files } from './fetch/unpack.ts';

/** A package on disk. */
export interface Package extends Omit<Files, 'unpacked'> {
  name: string;
  dir: string;
  /** The absolute location, secrets masked; undefined without a request. */
  location?: string | undefined;
  /** The folder of the module in the package, possibly a pattern; empty for the whole. */
  inner: string;
  /** `h1:` hash of all files. */
  h1: string;
  /** Paths in which a name differs from another only in case. */
  alike?: readonly string[] | undefined;
  /** Whether the disk has fewer files, because such names collide. */
  isMerged?: boolean | undefined;
  /** Why the collision matters. */
  clash?: string | undefined;
}

/**
 * Fetches a package and describes it.
 * @throws what `fetchFiles` throws
 */
export async function fetchPackage(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Package> {
  const { located, unpacked, ...files } = await fetchFiles(spec, dir, deps);
  const { from: location, location: { subdir: inner = '' } = {} } = located ?? {};
  const { isMerged, twins } = unpacked;
  const content = { h1: hashTree(unpacked), alike: twins?.paths, isMerged, clash: clashOf(unpacked) };
  const found = { name: spec.name, dir, location, inner, ...files, ...content };
  const known = { ...found, ...asLockedCommit(spec, found) };
  if (!files.cached && !isMerged) await storeClone(known, deps);
  return { ...found, commit: known.commit };
}

/** The locked commit of an archive that has the files of that commit. */
function asLockedCommit({ commit, h1 }: PackageSpec, found: Package): Parameters<typeof storeClone>[0] | undefined {
  const { bytes, format, sha256 } = found;
  if (sha256 === undefined || commit === undefined || h1 !== found.h1) return undefined;
  return { ...found, commit, archive: { bytes, format, sha256 } };
}

/**
 * Fetches a package into a folder, which is created when complete: from the cache, or from its location into the cache.
 * @throws {NotFoundError} for an uncached package, offline; {SvcError} on any other failure; leaves nothing
 * but what a later run can resume
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
    located ??= await inOciRegistry(await spec.locate(), deps);
    return located;
  };
  // A locked archive's location is requested only when no other svc is fetching it.
  const location = spec.sha256 === undefined ? (await locate()).location : undefined;
  const files = await (location?.kind === 'git'
    ? import('./fetch/git.ts').then(({ fetchClone }) => fetchClone(location, spec, dir, deps))
    : fetchArchive({ ...spec, locate }, dir, deps));
  return { ...files, located };
}

/** Whether the locked archive is cached. */
export function isCached(cache: Cache, { sha256, ...clone }: Pick<PackageSpec, 'commit' | 'h1' | 'sha256'>): boolean {
  return sha256 === undefined ? cachedClone(cache, clone) !== undefined : hasBlob(cache, sha256);
}

/** Unpacks the cached files of a locked repository; undefined when they differ. */
async function unpackClone(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Files | undefined> {
  const entry = spec.sha256 === undefined && deps.cache && cachedClone(deps.cache, spec);
  if (!entry) return undefined;
  // svc packed it, or unpacked it within the limits before: its hash is known, so the ratio needs no limit.
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

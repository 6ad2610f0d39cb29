import { CheckFailedError } from '../../base/errors.ts';
import { type Blob, blobPath, bytesOf, digestOf, dropBlob, hasBlob, isReadable } from '../cache/blobs.ts';
import { readEntry, touchEntry } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import type { FetchDeps, PackageSpec } from './spec.ts';
import { type Files, placeFiles, unpack } from './unpack.ts';

/**
 * Unpacks the cached archive of a package and checks its hash; undefined without a valid one.
 * @throws {CheckFailedError} for a corrupt one, offline; what unpacking throws
 */
export async function unpackCached(spec: PackageSpec, dir: string, deps: FetchDeps): Promise<Files | undefined> {
  const { cache, git, signal } = deps;
  const blob = cache && !spec.fresh && cachedBlob(spec, cache, deps);
  if (!blob || !hasBlob(cache, blob.sha256)) return undefined;
  if (!isReadable(cache, blob)) return drop(blob, undefined, spec, cache, deps);
  const path = blobPath(cache, blob.sha256);
  const patience = { signal, timeoutMs: git.timeoutMs };
  try {
    const { format, receivedBytes, unpacked } = await placeFiles(spec, dir, deps, async (temp) => {
      const extracted = await unpack(bytesOf(path, patience), temp, spec, deps);
      if (extracted.sha256 !== blob.sha256) throw new CheckFailedError(`${path} is not what it was.`);
      return extracted;
    });
    touchEntry(cache, spec.key);
    return { format, sha256: blob.sha256, bytes: receivedBytes, cached: true, unpacked };
  } catch (error) {
    // An intact archive may still be rejected, for example under other limits.
    if (!(error instanceof CheckFailedError) || (await digestOf(path, patience)) === blob.sha256) throw error;
    return drop(blob, error, spec, cache, deps);
  }
}

/** The archive expected in the cache. */
function cachedBlob({ key, sha256 }: PackageSpec, cache: Cache, { warn }: FetchDeps): Blob | undefined {
  if (sha256 === undefined) return readEntry(cache, key, warn);
  const entry = readEntry(cache, key, () => undefined);
  return { sha256, bytes: entry?.sha256 === sha256 ? entry.bytes : undefined };
}

/** Removes a corrupt archive, to be fetched again. @throws {CheckFailedError} offline, where that is impossible */
function drop(
  { sha256 }: Blob,
  cause: unknown,
  { name }: PackageSpec,
  cache: Cache,
  { offline, warn }: FetchDeps,
): undefined {
  const corrupt = `The cached copy of ${name} is corrupt (${blobPath(cache, sha256)})`;
  // Not removed offline, so that concurrent and later runs report the same.
  if (offline) throw new CheckFailedError(`${corrupt}, and --offline cannot fetch it again.`, { cause });
  dropBlob(cache, sha256);
  warn(`${corrupt}; fetching it again.`);
}

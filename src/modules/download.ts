import { lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monotonicMs } from '../base/clock.ts';
import { CheckFailedError, NotFoundError } from '../base/errors.ts';
import { formatAddress, joinSubdirs, type ModuleAddress } from './address/address.ts';
import { chooseVersion } from './address/choose.ts';
import { filesIn, hashFolder } from './archive/disk-tree.ts';
import { isDotGit } from './archive/portable-name.ts';
import { onDisk } from './archive/rejection.ts';
import { checkDestination } from './archive/staging.ts';
import { type Entry, entries, type ModuleKey, storedEntry } from './cache/entries.ts';
import { type Cache, hasBlob } from './cache/folder.ts';
import { type Located, locate } from './fetch/locate.ts';
import type { FetchDeps, Package, Source } from './fetch/source.ts';
import { readPackage } from './package.ts';
import { openRegistry, placeOf, type RegistryDeps } from './registry/registry.ts';
import { ask, constraintOf, nameOf } from './registry/resolve.ts';

/** A module version that was found. `name` is its address, `from` its full location with secrets masked. */
export type Found = Source & { from: string };

interface FindDeps extends Pick<FetchDeps, 'cache' | 'offline' | 'warn'>, Pick<Source, 'submodules'> {
  registry: RegistryDeps;
}

/**
 * Finds the version for an address. A cached version needs no request; a constraint needs only the list of versions.
 * @throws {NotFoundError} if no version matches
 */
export async function findModule(address: ModuleAddress, deps: FindDeps): Promise<Found> {
  const { cache, registry: parts, submodules, warn } = deps;
  const module = moduleKey(address, parts);
  const foundVersion = (version: string, from: string, inner: string | undefined, locate: Source['locate']): Found => {
    const [name, subdir] = [versionName(address, version), joinSubdirs(inner, address.subdir)];
    return { name, key: { ...module, version }, from, subdir, submodules, locate };
  };
  const fromEntry = ({ location, subdir, version }: Entry) =>
    foundVersion(version, location, subdir, async () => locate(await openRegistry(parts, address), address, version));
  if (deps.offline) return fromEntry(findCached(address, module, deps));
  const stored = (version: string) => cache && storedEntry(cache, { ...module, version }, warn);
  const cachedEntry = address.version === undefined ? undefined : stored(address.version);
  if (cachedEntry) return fromEntry(cachedEntry);
  const registry = await openRegistry(parts, address);
  // An exact version needs no list of versions. For the latest, request the list, since that version may be cached.
  const exact = async (version: string) => ({ ...(await locate(registry, address, version)), version });
  const requests = { exact, latest: async () => undefined };
  const { answer, version } = await ask<Located & { version: string }>(registry, address, requests, warn);
  const entry = answer ? undefined : stored(version);
  if (entry) return fromEntry(entry);
  const located = answer ?? (await locate(registry, address, version));
  return foundVersion(version, located.from, located.location.subdir, async () => located);
}

/** Returns the cache key of a module. @throws {UsageError} for a setting that is neither a host nor a URL */
export function moduleKey({ host, namespace, name, provider }: ModuleAddress, registry: RegistryDeps): ModuleKey {
  const { isRegistry, url } = placeOf(registry, host);
  return { registry: isRegistry ? url.href : url.origin, module: `${namespace}/${name}/${provider}` };
}

/** Returns the address with a version, and with the folder if there is one. */
export function versionName(address: ModuleAddress, version: string): string {
  return `${formatAddress({ ...address, version: undefined, constraint: undefined })}@${version}`;
}

function findCached(address: ModuleAddress, module: ModuleKey, { cache, warn }: FindDeps): Entry {
  const cached = new Map<string, Entry>();
  for (const entry of cache ? entries(cache, module) : []) {
    if ('fault' in entry) warn(`${entry.path} ${entry.fault}; it is ignored.`);
    else if (hasBlob(cache as Cache, entry.sha256)) cached.set(entry.version, entry);
  }
  const name = nameOf(address);
  const hint = 'Run again without --offline, or list the cached versions with: svc module cache list';
  if (cached.size === 0)
    throw new NotFoundError(`No version of ${name} is cached, and --offline fetches nothing.`, { hint });
  try {
    const versions = [...cached.keys()];
    const { version } = chooseVersion(versions, constraintOf(address), { module: `The cache's copy of ${name}` });
    return cached.get(version) as Entry;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError(error.message, { hint });
  }
}

/** A module version on disk, as `-o json` shows it. */
export interface Downloaded extends Pick<Package, 'bytes' | 'cached' | 'commit' | 'submodules'> {
  address: string;
  version: string;
  location: string;
  /** Hex digest of the received archive; null for a git repository, which has a commit instead. */
  sha256: string | null;
  seconds: number;
  /** Set if the folder already existed with the same files; then it is unchanged. */
  existing?: true;
  dir: string;
}

/** Downloads a version that was found; after a failure nothing remains. */
export async function download(module: Found, dir: string, deps: FetchDeps): Promise<Downloaded> {
  const { from: location, key, name: address } = module;
  const began = monotonicMs();
  const { bytes, cached, commit, sha256 = null, submodules } = await readPackage(module, dir, deps);
  const seconds = Math.round(monotonicMs() - began) / 1000;
  return { address, version: key.version, location, sha256, commit, submodules, bytes, cached, seconds, dir };
}

/** Returns whether a folder may be an earlier download: not empty, and not a git repository. */
export function mayBeModule(dir: string): boolean {
  return onDisk(dir, () => {
    if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return false;
    const names = readdirSync(dir);
    return names.length > 0 && !names.some(isDotGit);
  });
}

/**
 * Downloads a version that was found; if the folder exists and its files have the same hash, keeps it.
 * @throws {UsageError} if the files differ; what `download` throws
 */
export async function downloadToCompare(module: Found, dir: string, deps: FetchDeps): Promise<Downloaded> {
  const same = await deps.temporaries.inPrivateFolder([deps.cache?.staging, tmpdir()], async (folder) => {
    const fresh = join(folder, 'packages', 'module');
    const downloaded = await download(module, fresh, deps);
    return isSame(fresh, dir) ? { ...downloaded, existing: true as const, dir } : undefined;
  });
  if (same) return same;
  checkDestination(dir, false);
  return download(module, dir, deps);
}

/** Returns whether two folders have the same files; compares names first, because hashing a huge folder is slow. */
function isSame(folder: string, otherFolder: string): boolean {
  const names = new Set(filesIn(folder));
  for (const name of filesIn(otherFolder)) if (!names.delete(name)) return false;
  if (names.size > 0) return false;
  try {
    return hashFolder(folder) === hashFolder(otherFolder);
  } catch (error) {
    if (error instanceof CheckFailedError) return false;
    throw error;
  }
}

import { posix } from 'node:path';
import { CheckFailedError, NotFoundError } from '../errors.ts';
import { formatAddress, type ModuleAddress } from './address/address.ts';
import { chooseVersion } from './address/choose.ts';
import { hasBlob } from './cache/blobs.ts';
import { type Entry, entries, type ModuleKey, readEntry } from './cache/entries.ts';
import type { Cache } from './cache/folder.ts';
import { fetchArchive } from './fetch/archive.ts';
import { fetchClone } from './fetch/clone.ts';
import type { GitLocation } from './fetch/git-location.ts';
import { type Located, locate } from './fetch/locate.ts';
import type { FetchedProject } from './fetch/projects.ts';
import type { FetchParts, RemoteArchive } from './fetch/unpack.ts';
import { openRegistry, placeOf, type RegistryParts } from './registry/registry.ts';
import { constraintOf, nameOf, resolveVersion, unlessMissing, versionToAskFor } from './registry/resolve.ts';
import { inFull } from './source.ts';

/** A module version on disk, as `-o json` shows it. */
export interface Downloaded {
  address: string;
  version: string;
  /** Where it came from, secrets masked. */
  location: string;
  /** Hex digest of the archive as it was received; null for a git repository, whose commit says as much. */
  sha256: string | null;
  /** Full id of the commit, from a git repository. */
  commit?: string;
  /** The submodules of that commit whose files are there too, where they were asked for. */
  submodules?: FetchedProject[];
  /** Size of what was received. */
  bytes: number;
  seconds: number;
  /** Whether it came from the cache. */
  cached: boolean;
  /** That the folder was there with the same files, and is left as it was. */
  existing?: true;
  dir: string;
}

/** A module version that was found and not fetched yet. */
export interface Found {
  /** With the version. */
  address: string;
  /** Where it was asked for. */
  module: ModuleKey;
  version: string;
  /** The location in full, secrets masked. */
  from: string;
  source: Source;
}

/** What a module version is made of. */
export type Source = ArchiveSource | GitSource;

/** An archive at a URL, which the cache may hold already. */
export interface ArchiveSource {
  kind: 'archive';
  /** The folder inside the archive, `.` for the whole. */
  subdir: string;
  /** Asks the registry where it is, or says what it said. */
  remote(): Promise<RemoteArchive>;
}

/** A repository, whose files are fetched each time. */
export interface GitSource {
  kind: 'git';
  location: GitLocation;
  /** The folder inside the repository, `.` for the whole. */
  subdir: string;
}

/** What finding a version takes besides its address. */
export interface FindParts {
  registry: RegistryParts;
  /** What was fetched before; a version that is there is not asked for again. */
  cache?: Cache | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean | undefined;
  warn(words: string): void;
}

/**
 * Finds the version that an address asks for, and where its archive is. A version that the cache holds costs no request, and
 * where a constraint is to be resolved, only the one for the list of versions.
 * @throws {NotFoundError} when there is none
 */
export async function findModule(address: ModuleAddress, parts: FindParts): Promise<Found> {
  const module = moduleKey(address, parts.registry);
  if (parts.offline) return findKept(address, module, parts);
  const kept = address.version === undefined ? undefined : lookUp(module, address.version, parts);
  if (kept) return fromEntry(address, module, kept, parts);
  const registry = await openRegistry(parts.registry, address.host);
  // One exact version need not be looked up in a list: the registry says whether it has it.
  const exact = versionToAskFor(address);
  const asked = exact === undefined ? undefined : await unlessMissing(locate(registry, address, exact));
  if (asked) return fromRegistry(address, module, exact as string, asked);
  const version = await resolveVersion(registry, address, parts.warn);
  const entry = lookUp(module, version, parts);
  if (entry) return fromEntry(address, module, entry, parts);
  return fromRegistry(address, module, version, await locate(registry, address, version));
}

/**
 * Fetches and unpacks a found version. Nothing bears the folder's name before it is complete.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function fetchModule(found: Found, parts: FetchParts): Promise<Downloaded> {
  const { address, from, module, source, version } = found;
  const began = performance.now();
  const { unpacked: _, ...fetched } = await (source.kind === 'git'
    ? fetchClone({ ...source, address }, parts)
    : fetchArchive({ ...source, address, key: { ...module, version } }, parts));
  const seconds = Math.round(performance.now() - began) / 1000;
  return { address, version, location: from, ...fetched, seconds, dir: parts.dir };
}

/** What the cache knows a module as. @throws {UsageError} for a setting that is no host and no URL */
export function moduleKey({ host, namespace, name, provider }: ModuleAddress, registry: RegistryParts): ModuleKey {
  const { isRegistry, url } = placeOf(registry, host);
  return { registry: isRegistry ? url.href : url.origin, module: `${namespace}/${name}/${provider}` };
}

/** What the cache knows of a version whose archive it still has. */
function lookUp(module: ModuleKey, version: string, { cache, warn }: FindParts): Entry | undefined {
  const entry = cache && readEntry(cache, { ...module, version }, warn);
  return entry && hasBlob(cache as Cache, entry.sha256) ? entry : undefined;
}

/** The best version of those that the cache holds. */
function findKept(address: ModuleAddress, module: ModuleKey, parts: FindParts): Found {
  const { cache, warn } = parts;
  const kept = new Map<string, Entry>();
  for (const entry of cache ? entries(cache, module) : []) {
    if ('fault' in entry) warn(`${entry.path} ${entry.fault}; it is left aside.`);
    else if (hasBlob(cache as Cache, entry.sha256)) kept.set(entry.version, entry);
  }
  const name = nameOf(address);
  const hint = 'Leave --offline out to ask the registry, or see what there is: svc module cache list';
  if (kept.size === 0)
    throw new NotFoundError(`The cache holds no version of ${name}, and --offline asks nobody.`, { hint });
  try {
    const { version } = chooseVersion([...kept.keys()], constraintOf(address), {
      module: `The cache's copy of ${name}`,
    });
    return fromEntry(address, module, kept.get(version) as Entry, parts);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError(error.message, { hint });
  }
}

function fromEntry(address: ModuleAddress, module: ModuleKey, entry: Entry, parts: FindParts): Found {
  const { location, subdir, version } = entry;
  return {
    ...named(address, module, version),
    from: location,
    source: {
      kind: 'archive',
      subdir: posix.join(subdir, address.subdir ?? ''),
      async remote() {
        const registry = await openRegistry(parts.registry, address.host);
        return remoteArchive(await locate(registry, address, version));
      },
    },
  };
}

function fromRegistry(address: ModuleAddress, module: ModuleKey, version: string, located: Located): Found {
  const { location, url } = located;
  const subdir = posix.join(location.subdir ?? '', address.subdir ?? '');
  const found = { ...named(address, module, version), from: inFull(location.display, url) };
  if (location.kind === 'git') return { ...found, source: { kind: 'git', location, subdir } };
  const remote = remoteArchive(located);
  return { ...found, source: { kind: 'archive', subdir, remote: async () => remote } };
}

function named(
  address: ModuleAddress,
  module: ModuleKey,
  version: string,
): Pick<Found, 'address' | 'module' | 'version'> {
  const bare = formatAddress({ ...address, version: undefined, constraint: undefined });
  return { address: `${bare}@${version}`, module, version };
}

function remoteArchive({ credentials, location, url }: Located): RemoteArchive {
  const from = inFull(location.display, url);
  if (location.kind === 'git') {
    throw new CheckFailedError(`The registry named an archive before, and now the git repository ${from}.`, {
      hint: 'To take the module from there: --no-cache',
    });
  }
  // A token belongs to the registry, not to where its archives are; unless that is the same origin and the registry wants it there.
  return { location, from, anonymous: !(credentials && location.url.origin === url.origin) };
}

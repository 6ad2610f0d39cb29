import type { Client } from '../../client/client.ts';
import { CheckFailedError } from '../../errors.ts';
import { formatAddress, type ModuleAddress } from '../address.ts';
import type { VersionKey } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import { fetchArchive } from '../fetch/archive.ts';
import { fetchClone } from '../fetch/clone.ts';
import type { FetchParts, RemoteArchive } from '../fetch/unpack.ts';
import type { Located } from '../locate.ts';
import type { Location } from '../location.ts';
import { inFull } from '../source.ts';
import type { LockedCall } from './lock-file.ts';

/** A package to fetch. */
export interface Wanted {
  /** How messages name it. */
  name: string;
  /** What the cache knows it as, where it is an archive. */
  key: VersionKey;
  /** The module that it is a version of; undefined for a package that a configuration names itself. */
  module?: { address: ModuleAddress; version: string } | undefined;
  /** Hex digest of the archive that was locked: the cache's is as good as any, and another one is refused. */
  sha256?: string | undefined;
  /** Whether the submodules of a repository belong to it. */
  submodules?: LockedCall['submodules'];
  /** Asks where it is, which is not done for a locked archive that the cache has. */
  find(): Promise<Findable>;
}

/** A package that somebody said where to get. */
export interface Findable {
  location: Location;
  /** In full, secrets masked. */
  from: string;
  /** The folder that the registry says is the module, which may hold a pattern; empty for the whole. */
  inner: string;
  /** The commit to take of a repository, whatever its ref means by now. */
  commit?: string | undefined;
  /** Whether it is fetched without the registry's token. */
  anonymous: boolean;
}

/** What arrived. */
export interface Arrived {
  /** Hex digest of an archive. */
  sha256?: string | undefined;
  /** Of a repository. */
  commit?: string | undefined;
  /** Whether the files of its submodules are among them. */
  submodules?: LockedCall['submodules'];
  /** Where it was found, if anybody was asked. */
  found?: Findable | undefined;
}

/** What fetching takes. */
export interface Fetching {
  client(): Promise<Client>;
  /** What git may see, and how long it may take. */
  git: FetchParts['git'];
  /** Where archives are kept for the next time. */
  cache?: Cache | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean | undefined;
  signal: AbortSignal;
  warn(words: string): void;
  update(words: string): void;
}

/** How messages name a version of a registry's module. */
export function versionName(address: ModuleAddress, version: string): string {
  return `${formatAddress({ ...address, subdir: undefined, version: undefined, constraint: undefined })}@${version}`;
}

/** A version of a registry's module, as the registry located it. */
export function findableAt({ credentials, location, url }: Located): Findable {
  const sameOrigin = location.kind === 'archive' && location.url.origin === url.origin;
  return {
    location,
    from: inFull(location.display, url),
    inner: location.subdir ?? '',
    anonymous: !(credentials && sameOrigin),
  };
}

/** A package that a configuration names itself. */
export function wantedFrom(location: Location, { commit, sha256 }: Pick<Arrived, 'commit' | 'sha256'>): Wanted {
  const { display } = location;
  const registry = location.kind === 'archive' ? location.url.origin : '';
  const find = async () => ({ location, from: display, inner: '', anonymous: true, commit });
  // What is at a URL has no version of its own.
  return { name: display, key: { registry, module: display, version: '0.0.0' }, sha256, find };
}

/**
 * Fetches a whole package into a folder that is not there yet: a locked archive from the cache, or whatever is there now,
 * which the cache then keeps.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function fetchPackage(wanted: Wanted, dir: string, parts: Fetching): Promise<Arrived> {
  const { key, name, sha256, submodules } = wanted;
  const where = { ...parts, dir, force: false };
  let found: Findable | undefined;
  const find = async () => {
    found ??= await wanted.find();
    return found;
  };
  if (sha256 === undefined && !parts.offline) {
    const { commit: pinned, location } = await find();
    if (location.kind === 'git') {
      const pinnedTo = pinned === undefined ? location : { ...location, ref: pinned };
      const git = { ...parts.git, submodules: submodules !== undefined };
      const { commit } = await fetchClone({ address: name, location: pinnedTo, subdir: '.' }, { ...where, git });
      return { commit, submodules, found };
    }
  }
  const remote = async () => remoteArchive(await find());
  const fresh = sha256 === undefined;
  const fetched = await fetchArchive({ address: name, key, subdir: '.', sha256, fresh, remote }, where);
  return { sha256: fetched.sha256, found };
}

function remoteArchive({ anonymous, from, location }: Findable): RemoteArchive {
  if (location.kind === 'archive') return { location, from, anonymous };
  throw new CheckFailedError(`It was an archive when it was locked, and now it is the git repository ${from}.`, {
    hint: 'svc module lock --upgrade locks what is there now.',
  });
}

import type { Client } from '../client/client.ts';
import { CheckFailedError } from '../errors.ts';
import { formatAddress, type ModuleAddress } from '../module/address/address.ts';
import type { Disk } from '../module/archive/disk.ts';
import { hashTree } from '../module/archive/h1.ts';
import { clashOf, type Unpacked } from '../module/archive/unpacked.ts';
import type { VersionKey } from '../module/cache/entries.ts';
import type { Cache } from '../module/cache/folder.ts';
import { fetchArchive } from '../module/fetch/archive.ts';
import { fetchClone } from '../module/fetch/clone.ts';
import type { Located } from '../module/fetch/locate.ts';
import type { Location } from '../module/fetch/location.ts';
import { type Ask, arriveAt, type DirectLocation } from '../module/fetch/page.ts';
import type { FetchParts, RemoteArchive } from '../module/fetch/unpack.ts';
import { inFull } from '../module/source.ts';
import { keepClone, type Pack, unpackClone } from './kept-clone.ts';
import type { LockedCall } from './lock-file.ts';

/** Where what a configuration names is not relative to. */
const nowhere = new URL('http://localhost/');

/** A package to fetch. */
export interface Wanted {
  /** How messages name it. */
  name: string;
  /** What the cache knows it as, where it is an archive. */
  key: VersionKey;
  /** The module that it is a version of; undefined for a package that a configuration names itself. */
  module?: { address: ModuleAddress; version: string } | undefined;
  /** Hex digest of the archive that was locked: a cached copy will do, and any other archive is rejected. */
  sha256?: string | undefined;
  /** The commit to take of a repository, whatever its ref means by now. */
  commit?: string | undefined;
  /** Whether the submodules of a repository belong to it. */
  submodules?: LockedCall['submodules'];
  /** The commit and hash a repository was locked with; a cached copy will do. */
  locked?: Pick<LockedCall, 'commit' | 'h1'> | undefined;
  /** Asks where it is, which is not done for a locked archive that the cache has. */
  find(ask: Ask): Promise<Findable>;
}

/** A package that somebody said where to get. */
export interface Findable {
  location: DirectLocation;
  /** In full, secrets masked. */
  from: string;
  /** The folder that the registry says is the module, which may hold a pattern; empty for the whole. */
  inner: string;
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
  /** Hash of all files. */
  h1: string;
  /** Paths in which a name differs from another only in case. */
  alike?: readonly string[] | undefined;
  /** Whether the disk has fewer files than that, for it takes some of those names for one. */
  isMerged?: boolean | undefined;
  /** Why that is not all the same. */
  clash?: string | undefined;
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
  /** Packs the files of a repository for the cache; none is kept without. */
  pack?: Pack | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean | undefined;
  /** Bytes a second below which an archive is given up; 0 for any speed. */
  minSpeed?: number | undefined;
  /** Work even in folders in which another user can swap files. */
  allowSharedParent?: boolean | undefined;
  /** The disk that is unpacked to; the real one unless told. */
  disk?: Disk | undefined;
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
export function wantedFrom(
  location: Location,
  { commit, sha256 }: Partial<Pick<Arrived, 'commit' | 'sha256'>>,
): Wanted {
  const { display } = location;
  const registry = location.kind === 'git' ? '' : location.url.origin;
  const find = async (ask: Ask) => {
    // The folder of the source is the call's, the one of a page is the package's.
    const { location: found, url } = await arriveAt(
      { ...location, subdir: undefined },
      nowhere,
      { anonymous: true },
      ask,
    );
    const inner = found.subdir ?? '';
    return { location: found, from: inFull(found.display, url), inner, anonymous: true };
  };
  // What is at a URL has no version of its own.
  return { name: display, key: { registry, module: display, version: '0.0.0' }, commit, sha256, find };
}

/**
 * Fetches a whole package into a folder that is not there yet: a locked archive or repository from the cache, or whatever is there now,
 * which the cache then keeps.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function fetchPackage(wanted: Wanted, dir: string, parts: Fetching): Promise<Arrived> {
  const { commit: pinned, key, locked = {}, name, sha256, submodules } = wanted;
  const kept = sha256 === undefined ? await unpackClone(name, locked, dir, parts) : undefined;
  if (kept) return { commit: locked.commit, submodules, ...contentOf(kept) };
  const where = { ...parts, dir, force: false, acceptClash: true };
  let found: Findable | undefined;
  const find = async () => {
    found ??= await wanted.find(asking(parts));
    return found;
  };
  if (sha256 === undefined && !parts.offline) {
    const { location } = await find();
    if (location.kind === 'git') {
      const pinnedTo = pinned === undefined ? location : { ...location, ref: pinned };
      const git = { ...parts.git, submodules: submodules !== undefined };
      const { commit, unpacked } = await fetchClone(
        { address: name, location: pinnedTo, subdir: '.' },
        { ...where, git },
      );
      const content = contentOf(unpacked);
      const { h1, isMerged } = content;
      if (!isMerged) await keepClone(dir, { commit, h1, name, location: location.display }, parts);
      return { commit, submodules, found, ...content };
    }
  }
  const remote = async () => remoteArchive(await find());
  const fresh = sha256 === undefined;
  const fetched = await fetchArchive({ address: name, key, subdir: '.', sha256, fresh, remote }, where);
  return { sha256: fetched.sha256, found, ...contentOf(fetched.unpacked) };
}

function contentOf(unpacked: Unpacked): Pick<Arrived, 'alike' | 'clash' | 'h1' | 'isMerged'> {
  const { isMerged } = unpacked;
  return { h1: hashTree(unpacked), alike: unpacked.twins?.paths, isMerged, clash: clashOf(unpacked) };
}

/** How pages are asked; nobody is before that. */
export function asking({ client, signal }: Pick<Fetching, 'client' | 'signal'>): Ask {
  return async (url, options, consume) => (await client()).fetch(url, { signal, ...options }, consume);
}

function remoteArchive({ anonymous, from, location }: Findable): RemoteArchive {
  if (location.kind === 'archive') return { location, from, anonymous };
  throw new CheckFailedError(`It was an archive when it was locked, and now it is the git repository ${from}.`, {
    hint: 'svc module lock --upgrade locks what is there now.',
  });
}

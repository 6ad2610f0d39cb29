import type { Client } from '../../client/client.ts';
import { formatAddress, type ModuleAddress } from '../address.ts';
import { fetchArchive } from '../fetch/archive.ts';
import { fetchClone } from '../fetch/clone.ts';
import type { FetchParts } from '../fetch/unpack.ts';
import type { Located } from '../locate.ts';
import type { Location } from '../location.ts';
import { inFull } from '../source.ts';

/** A package that somebody said where to get. */
export interface Findable {
  /** How messages name it. */
  name: string;
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
}

/** What fetching takes. */
export interface Fetching {
  client(): Promise<Client>;
  /** What git may see, and how long it may take. */
  git: FetchParts['git'];
  signal: AbortSignal;
  warn(words: string): void;
  update(words: string): void;
}

/** A version of a registry's module, as the registry located it. */
export function findableAt(located: Located, address: ModuleAddress, version: string): Findable {
  const { credentials, location, url } = located;
  const sameOrigin = location.kind === 'archive' && location.url.origin === url.origin;
  return {
    name: `${formatAddress({ ...address, subdir: undefined, version: undefined, constraint: undefined })}@${version}`,
    location,
    from: inFull(location.display, url),
    inner: location.subdir ?? '',
    anonymous: !(credentials && sameOrigin),
  };
}

/** A package that a configuration names itself. */
export function findableFrom(location: Location, commit: string | undefined): Findable {
  return { name: location.display, location, from: location.display, inner: '', anonymous: true, commit };
}

/**
 * Fetches a whole package into a folder that is not there yet.
 * @throws {SvcError} for every way this can end badly; nothing is left behind then
 */
export async function fetchPackage(found: Findable, dir: string, parts: Fetching): Promise<Arrived> {
  const { anonymous, commit, from, location, name } = found;
  const where = { ...parts, dir, force: false };
  if (location.kind === 'git') {
    const pinned = commit === undefined ? location : { ...location, ref: commit };
    return fetchClone({ address: name, location: pinned, subdir: '.' }, where).then(({ commit }) => ({ commit }));
  }
  const key = { registry: from, module: name, version: '' };
  const remote = async () => ({ location, from, anonymous });
  return fetchArchive({ address: name, key, subdir: '.', remote }, where).then(({ sha256 }) => ({ sha256 }));
}

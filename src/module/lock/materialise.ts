import type { Client } from '../../client/client.ts';
import { formatAddress, type ModuleAddress } from '../address.ts';
import { type FetchParts, fetchModule } from '../download.ts';
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
  const { client, ...others } = parts;
  const pinned = location.kind === 'git' && commit !== undefined ? { ...location, ref: commit } : location;
  const module = { address: name, version: '', location: pinned, from, subdir: '.', anonymous };
  const arrived = await fetchModule(module, { client: await client(), dir, force: false, ...others });
  return { sha256: arrived.sha256 ?? undefined, commit: arrived.commit };
}

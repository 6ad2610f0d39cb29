import { join, posix } from 'node:path';
import { createQueue } from '../../base/queue.ts';
import type { Tool } from '../../base/system/tools.ts';
import { splitSubdir } from '../address/address.ts';
import { findSubdir } from '../archive/subdir.ts';
import type { GitLocation, OciReference } from '../fetch/location-kinds.ts';
import type { Package, Source } from '../fetch/source.ts';
import { type Call, type Reading, withLocation } from './calls.ts';
import { diskFolder, type Folder } from './folder.ts';
import type { LockedCall } from './lock-file.ts';
import { changed, nameOf } from './locked-call.ts';
import { remember } from './memoize.ts';
import type { PublishedAt } from './min-age.ts';
import type { Registries } from './registries.ts';

/** The packages in a folder. Fetches each package once, and a few at the same time. */
export interface Packages {
  fetch(id: string, source: Source): Promise<Package>;
  /** The module calls of the packages' folders; each folder is read once. */
  folderCache: Reading['folderCache'];
}

export type GetPackage = (source: Source, dir: string) => Promise<Package>;

/** Packages fetched by `get`, at most `jobs` at a time. */
export function createPackages(folder: string, get: GetPackage, jobs = 32): Packages {
  const packagesByKey = remember<Promise<Package>>();
  const turn = createQueue(jobs);
  let folders = 0;
  return {
    folderCache: remember(),
    fetch: (id, source) =>
      packagesByKey(id, () => {
        const dir = join(folder, String(folders++));
        return turn(() => get(source, dir));
      }),
  };
}

/** The registries, repositories and packages of a configuration. */
export interface Sources {
  registries: Registries;
  packages: Packages;
  publishedAt: PublishedAt;
  /** Lists the tags of a repository; for git, with their commits. */
  tags(location: GitLocation | OciReference): Promise<ReadonlyMap<string, string>>;
  /** The tool whose configuration files count in packages. */
  tool: Tool;
  warn(message: string): void;
}

/**
 * Fetches the package of a call, once for all calls that share it: its current content, or with `locked` the locked content.
 * @throws {NotFoundError} for an unknown module, version or folder; {CheckFailedError} for a folder that is a link or outside; all fetch
 * errors; each prefixed with the call's location
 */
export async function fetchCalled(
  { at, inputOf, source }: Call,
  locked: Partial<LockedCall>,
  { packages, registries, tool }: Sources,
) {
  try {
    if (source.kind === 'local') throw new Error('a local call has no package');
    const { commit, h1, sha256, submodules, version = '' } = locked;
    const spec =
      source.kind === 'registry'
        ? registries.spec(source.address, version)
        : registries.specAt(source.location, locked);
    const id = source.kind === 'registry' ? spec.name : `${splitSubdir(source.text)[0]} ${commit ?? locked.location}`;
    const lockedContent = { fresh: sha256 === undefined, sha256, commit, h1, submodules: submodules !== undefined };
    const pack = await packages.fetch(`${id} ${sha256} ${h1} ${submodules}`, { ...spec, ...lockedContent });
    const path = posix.join(pack.inner, source.subdir ?? '');
    const folder = h1 === undefined ? path !== '.' && findSubdir(pack.dir, path) : locked.subdir;
    // Undefined if the module is the whole package.
    const subdir = folder || undefined;
    return {
      pack,
      subdir,
      inside: packageFolder(pack, subdir, { tool, inputOf, folderCache: packages.folderCache }),
    };
  } catch (error) {
    throw withLocation(error, at);
  }
}

/** Fetches the locked package of a call. @throws {CheckFailedError} for different content; what `fetchCalled` throws */
export async function fetchLocked(path: string, call: Call, locked: LockedCall, sources: Sources) {
  const fetchedCall = await fetchCalled(call, locked, sources);
  const { h1 = '' } = locked;
  const { pack } = fetchedCall;
  if (pack.h1 === h1) return fetchedCall;
  const isSame = pack.commit === undefined ? pack.sha256 === locked.sha256 : pack.commit === locked.commit;
  throw changed(nameOf(locked), { path, locked: h1, found: pack.h1, isSame });
}

/** Returns the module at a folder of a package on disk. */
export function packageFolder(
  { dir, name }: Pick<Package, 'dir' | 'name'>,
  subdir: string | undefined,
  reading: Reading,
): Folder {
  return diskFolder(subdir ?? '', { ...reading, base: dir, packageName: name });
}

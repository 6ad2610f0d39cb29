import { join, posix } from 'node:path';
import { type ModuleAddress, splitSubdir } from '../module/address/address.ts';
import { nameOf } from '../module/registry/resolve.ts';
import type { Tool } from '../tools.ts';
import type { Call } from './calls.ts';
import { withPlace } from './calls.ts';
import { diskFolder, type Folder } from './folder.ts';
import type { LockedCall } from './lock-file.ts';
import { findableAt, versionName, type Wanted, wantedFrom } from './materialise.ts';
import { folderIn, type Package, type Packages } from './packages.ts';
import type { Registries } from './registries.ts';

/** Where packages come from, and where they go. */
export interface Sources {
  registries: Registries;
  packages: Packages;
  /** Whose files count in what is fetched. */
  tool: Tool;
  warn(words: string): void;
}

/** What is to be fetched: a version of a registry's module, a commit of a repository; undefined for what is there now. */
export interface Pinned {
  version?: string | undefined;
  commit?: string | undefined;
  /** Whether the submodules of a repository belong to it. */
  submodules?: LockedCall['submodules'];
  /** Hex digest of the archive, where no other will do. */
  sha256?: string | undefined;
  /** Hash of the package, where one from the cache will do; `subdir` then is the module's folder in it. */
  h1?: string | undefined;
  subdir?: string | undefined;
}

/** The package of a call, and the call's own module in it. */
export interface Called {
  pack: Package;
  /** Of the module in the package; undefined for the package itself. */
  subdir: string | undefined;
  inside: Folder;
}

/**
 * Fetches the package that a call needs, once for all the calls that share it.
 * @throws {NotFoundError} when there is no such module, version or folder; whatever fetching throws, with the call's place
 */
export async function fetchCalled({ at, source }: Call, pinned: Pinned, sources: Sources): Promise<Called> {
  const { packages, registries } = sources;
  try {
    if (source.kind === 'local') throw new Error('a local call has no package');
    const { commit, h1, sha256, submodules, version = '' } = pinned;
    const locked = { commit, h1 };
    const pack =
      source.kind === 'registry'
        ? await packages.fetch(`${nameOf(source.address)}@${version} ${sha256} ${h1} ${submodules}`, {
            ...wantedAt(source.address, { version, sha256 }, registries),
            submodules,
            locked,
          })
        : await packages.fetch(`${splitSubdir(source.text)[0]} ${commit} ${sha256} ${h1} ${submodules}`, {
            ...wantedFrom(source.location, { commit, sha256 }),
            submodules,
            locked,
          });
    const wanted = posix.join(pack.inner, source.subdir ?? '');
    const subdir = h1 === undefined ? folderIn(pack, wanted === '.' ? '' : wanted) : pinned.subdir;
    return { pack, subdir, inside: packageFolder(pack, subdir, sources.tool) };
  } catch (error) {
    throw withPlace(error, at);
  }
}

function wantedAt(
  address: ModuleAddress,
  { sha256, version }: { version: string; sha256: string | undefined },
  registries: Registries,
): Wanted {
  return {
    name: versionName(address, version),
    key: registries.key(address, version),
    module: { address, version },
    sha256,
    find: async () => findableAt(await registries.locate(address, version)),
  };
}

/** A module in a package on disk. */
export function packageFolder(
  { dir, name }: Pick<Package, 'dir' | 'name'>,
  subdir: string | undefined,
  tool: Tool,
): Folder {
  return diskFolder(join(dir, subdir ?? ''), { base: dir, packageName: name, tool });
}

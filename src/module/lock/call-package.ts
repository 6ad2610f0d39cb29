import { join, posix } from 'node:path';
import { splitSubdir } from '../address.ts';
import { nameOf } from '../resolve.ts';
import type { Call } from './calls.ts';
import { withPlace } from './calls.ts';
import { diskFolder, type Folder } from './folder.ts';
import { findableAt, findableFrom } from './materialise.ts';
import { folderIn, type Package, type Packages } from './packages.ts';
import type { Registries } from './registries.ts';

/** Where packages come from, and where they go. */
export interface Sources {
  registries: Registries;
  packages: Packages;
  warn(words: string): void;
}

/** What is to be fetched: a version of a registry's module, a commit of a repository; undefined for what is there now. */
export interface Pinned {
  version?: string | undefined;
  commit?: string | undefined;
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
export async function fetchCalled(
  { at, source }: Call,
  { commit, version = '' }: Pinned,
  sources: Sources,
): Promise<Called> {
  const { packages, registries, warn } = sources;
  try {
    if (source.kind === 'local') throw new Error('a local call has no package');
    const pack =
      source.kind === 'registry'
        ? await packages.fetch(`${nameOf(source.address)}@${version}`, async () =>
            findableAt(await registries.locate(source.address, version), source.address, version),
          )
        : await packages.fetch(`${splitSubdir(source.text)[0]} ${commit}`, async () =>
            findableFrom(source.location, commit),
          );
    const wanted = source.kind === 'registry' ? posix.join(pack.inner, source.subdir ?? '') : (source.subdir ?? '');
    const subdir = folderIn(pack, wanted === '.' ? '' : wanted);
    return { pack, subdir, inside: packageFolder(pack, subdir, warn) };
  } catch (error) {
    throw withPlace(error, at);
  }
}

/** A module in a package on disk. */
export function packageFolder(
  { dir, name }: Pick<Package, 'dir' | 'name'>,
  subdir: string | undefined,
  warn: (words: string) => void,
): Folder {
  return diskFolder(join(dir, subdir ?? ''), { base: dir, packageName: name, warn });
}

import { constants, lstatSync, unlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { NetworkError, unlessFailed } from '../../base/errors.ts';
import { replaceFile } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Disk } from '../archive/disk.ts';
import { diskFault, onDisk } from '../archive/rejection.ts';
import { place, type StagingFolder, type StagingOptions } from '../archive/staging.ts';
import type { Cache } from '../cache/folder.ts';
import { isCached } from '../package.ts';
import { fetchLocked, packageFolder, type Sources } from './call-package.ts';
import { manifestName } from './files.ts';
import { type Folder, lockedFolder } from './folder.ts';
import type { ReadLocked } from './lock-diff.ts';
import type { CallRow, Lock } from './lock-file.ts';
import { nameOf, requireLocked } from './locked-call.ts';
import {
  dirsOf,
  formatManifest,
  isInstalled,
  type ManifestEntry,
  type ModuleFolder,
  manifestOf,
  readManifest,
} from './module-folder.ts';
import { type Resolve, walk } from './walk.ts';

export interface InstallOptions {
  lock: Lock;
  folder: ModuleFolder;
  sources: Sources;
  cache: Cache | undefined;
  offline: boolean | undefined;
  disk?: Disk | undefined;
  signal: AbortSignal;
  /** The folder where packages are unpacked before they are moved to `folder`; undefined in a dry run. */
  staging: StagingFolder | undefined;
  /** True if other configurations use the same packages. */
  isShared: boolean;
  placing: StagingOptions;
}

/** A module call after installation, as in `-o json`. */
export interface Installed extends CallRow {
  /** The module's folder, relative to the configuration. */
  dir: string;
  h1: string;
  state: 'installed' | 'in place' | 'to install' | 'rejected';
  /** The reason why the disk cannot store the module. */
  why?: string | undefined;
}

/**
 * Installs the locked modules of a configuration where the stock tool looks for them, and writes its manifest last. Nothing is
 * installed before all packages were fetched and match the lock; modules that the disk cannot store are omitted.
 * @throws {CheckFailedError} for content or calls that do not match the lock; {NetworkError} for a package that is not cached when
 * nothing may be fetched; all fetch errors
 */
export async function installModules(root: Folder, options: InstallOptions): Promise<Installed[]> {
  const { cache, folder, lock, offline, sources, staging } = options;
  const staged = new Map<string, string>();
  const rejected = new Map<string, string>();
  const resolve: Resolve = async (path, call) => {
    const locked = requireLocked(lock, path, call);
    if (isInstalled(folder, path, locked, options.disk)) {
      const pack = { dir: folder.packageDir(path), name: nameOf(locked) };
      return {
        locked,
        inside: packageFolder(pack, locked.subdir, { tool: sources.tool, inputOf: call.inputOf }),
      };
    }
    if (offline && !(cache && isCached(cache, locked))) {
      const subject = `${nameOf(locked)} (module ${path}) is neither installed nor cached`;
      throw new NetworkError(`${subject}, and --offline forbids downloads.`);
    }
    const { inside, pack } = await fetchLocked(path, call, locked, sources);
    if (pack.clash === undefined) staged.set(path, pack.dir);
    else rejected.set(path, pack.clash);
    return { locked, inside: pack.clash === undefined ? inside : lockedFolder(lock, path) };
  };
  const unread: string[] = [];
  const visited = await walk(root, resolve, (path) => void unread.push(path));
  if (staging) {
    await putInPlace(staged, options);
    const present = visited.filter(({ inside }) => inside.dir !== undefined);
    const manifest = formatManifest([...manifestOf(present, folder.base), ...unmanagedEntries(unread, folder)]);
    const path = join(staging.parent, manifestName);
    onDisk(folder.manifest, () => replaceFile(path, manifest, join(staging.path, 'document')));
  }
  const placedState = staging ? 'installed' : 'to install';
  const dirs = dirsOf(visited, folder.base);
  return visited.flatMap(({ locked, path }): Installed[] => {
    const { commit, h1, source, version } = locked;
    if (h1 === undefined) return [];
    const why = rejected.get(path);
    const state = why !== undefined ? 'rejected' : staged.has(path) ? placedState : 'in place';
    return [{ module: path, source, version, commit, dir: dirs.get(path)!, h1, state, why }];
  });
}

/** Returns a reader for locked calls whose package is installed with the locked hash, or cached. */
export function readingLocal(
  { disk, sources }: Pick<InstallOptions, 'disk' | 'sources'>,
  folder: ModuleFolder | undefined,
  cache: Cache | undefined,
): ReadLocked {
  return async (path, call, locked) => {
    const name = call.source.kind === 'remote' ? call.source.location.display : nameOf(locked);
    const reading = { tool: sources.tool, inputOf: call.inputOf };
    if (folder && isInstalled(folder, path, locked, disk))
      return packageFolder({ dir: folder.packageDir(path), name }, locked.subdir, reading);
    if (!cache || !isCached(cache, locked)) return undefined;
    return (await unlessFailed(fetchLocked(path, call, locked, sources)))?.inside;
  };
}

/** Returns the stock tool's own manifest entries for the calls that svc cannot read. */
function unmanagedEntries(unread: readonly string[], folder: ModuleFolder): ManifestEntry[] {
  const entries = unlessThrown(() => readManifest(folder)) ?? [];
  return entries.filter(({ Key }) => unread.some((path) => `${Key}.`.startsWith(`${path}.`)));
}

/** Moves packages to their folders. If calls share a package, the last call gets the package and the others get copies. */
async function putInPlace(staged: ReadonlyMap<string, string>, { folder, isShared, placing, signal }: InstallOptions) {
  const remaining = new Map<string, number>();
  for (const dir of staged.values()) remaining.set(dir, (remaining.get(dir) ?? 0) + 1);
  for (const [path, dir] of staged) {
    const otherCalls = remaining.get(dir)! - 1;
    remaining.set(dir, otherCalls);
    const finalPath = folder.packageDir(path);
    // If the place is a link, remove the link, not its target.
    onDisk(finalPath, () => lstatSync(finalPath, { throwIfNoEntry: false })?.isSymbolicLink() && unlinkSync(finalPath));
    await place(finalPath, { ...placing, force: true, signal }, async (temp) => {
      if (otherCalls === 0 && !isShared) return dir;
      // Where the disk can, a copy shares the blocks of the original until one of them changes.
      const options = { mode: constants.COPYFILE_FICLONE, recursive: true, verbatimSymlinks: true };
      await cp(dir, temp, options).catch((error: unknown) => {
        throw diskFault(error, finalPath);
      });
      return temp;
    });
  }
}

import { cpSync } from 'node:fs';
import { CheckFailedError, NetworkError } from '../../errors.ts';
import { makeParents } from '../archive/parents.ts';
import { place } from '../archive/staging.ts';
import { changed, differenceOf, identityOf } from './agree.ts';
import { fetchCalled, packageFolder, type Sources } from './call-package.ts';
import type { Folder } from './folder.ts';
import { replaceFile } from './lock-disk.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import { dirsOf, formatManifest, manifestOf } from './manifest.ts';
import { isInstalled, type ModuleFolder } from './module-folder.ts';
import { type Visited, walk } from './walk.ts';

/** What installing takes. */
export interface InstallParts {
  lock: Lock;
  folder: ModuleFolder;
  sources: Sources;
  /** Which archives may be taken from the cache, where nothing may be fetched. */
  offline?: { holds(sha256: string | undefined): boolean } | undefined;
  signal: AbortSignal;
  /** Find out what there is to do, fetch and check it, and put nothing in place. */
  dryRun: boolean;
}

/** One module call after installing, as `-o json` shows it. */
export interface Installed {
  /** Call path. */
  module: string;
  source: string;
  version?: string | undefined;
  commit?: string | undefined;
  /** Relative to the configuration. */
  dir: string;
  h1: string;
  state: 'installed' | 'in place' | 'to install';
}

/**
 * Puts the locked modules of a configuration where the stock tool looks for them, and writes its manifest last. Nothing is
 * put in place before everything has arrived and is what the lock says.
 * @throws {CheckFailedError} for content or calls that are not as locked; {NetworkError} for what would have to be fetched
 * and may not; whatever fetching throws
 */
export async function installModules(root: Folder, parts: InstallParts): Promise<Installed[]> {
  const { folder, lock } = parts;
  const staged = new Map<string, string>();
  const visited = await walk(root, async (path, call) => {
    const locked = lock.get(path);
    const why = differenceOf(locked, call);
    if (locked === undefined || why !== undefined)
      throw new CheckFailedError(`${call.at}: module ${call.name}: ${why}.`);
    if (isInstalled(folder, path, locked.h1)) {
      const pack = { dir: folder.packageDir(path), name: nameOf(locked) };
      return { locked, inside: packageFolder(pack, locked.subdir) };
    }
    const { inside, dir } = await fetched({ path, call, locked }, parts);
    staged.set(path, dir);
    return { locked, inside };
  });
  if (!parts.dryRun) {
    makeParents(folder.dir);
    await putInPlace(staged, parts);
    replaceFile(folder.manifest, formatManifest(manifestOf(visited, folder.base)));
  }
  const arrived = parts.dryRun ? 'to install' : 'installed';
  const dirs = dirsOf(visited, folder.base);
  return visited.flatMap(({ locked, path }): Installed[] => {
    const { commit, h1, source, version } = locked;
    if (h1 === undefined) return [];
    const state = staged.has(path) ? arrived : 'in place';
    return [{ module: path, source, version, commit, dir: dirs.get(path)!, h1, state }];
  });
}

async function fetched(
  { call, locked, path }: Omit<Visited, 'inside'>,
  { offline, sources }: InstallParts,
): Promise<{ dir: string; inside: Folder }> {
  if (offline && !offline.holds(locked.sha256)) {
    throw new NetworkError(
      `${nameOf(locked)} (module ${path}) is neither in place nor in the cache, and --offline forbids to fetch it.`,
    );
  }
  const { inside, pack } = await fetchCalled(call, locked, sources);
  const { h1 = '' } = locked;
  if (pack.h1 !== h1) throw changed(nameOf(locked), { path, locked: h1, found: pack.h1 });
  return { dir: pack.dir, inside };
}

/** Calls that share a package get a copy each, and the last one the package itself. */
async function putInPlace(staged: ReadonlyMap<string, string>, { folder, signal }: InstallParts): Promise<void> {
  const left = new Map<string, number>();
  for (const dir of staged.values()) left.set(dir, (left.get(dir) ?? 0) + 1);
  for (const [path, dir] of staged) {
    const others = left.get(dir)! - 1;
    left.set(dir, others);
    await place(folder.packageDir(path), { force: true, signal }, async (temp) => {
      if (others === 0) return dir;
      cpSync(dir, temp, { recursive: true, verbatimSymlinks: true });
      return temp;
    });
  }
}

/** How an error names a package. */
function nameOf(locked: LockedCall): string {
  return identityOf(locked) ?? locked.source;
}

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { CheckFailedError, UsageError } from '../errors.ts';
import { cannot } from '../files.ts';
import type { Disk } from '../module/archive/disk.ts';
import { repositoryOnDisk } from '../module/archive/git-repository.ts';
import { hashFolder } from '../module/archive/h1.ts';
import { sweep } from '../module/archive/interrupted-unpacks.ts';
import { openStaging, type StagingFolder, type StagingOptions } from '../module/archive/staging-folder.ts';
import { cloneFault } from './clone-fault.ts';
import type { LockedCall } from './lock-file.ts';
import { type ManifestEntry, parseManifest } from './manifest.ts';

export const manifestName = 'modules.json';

/** Where the stock tool keeps the modules of a configuration. */
export interface ModuleFolder {
  /** Absolute. */
  dir: string;
  /** The same as the manifest writes it, relative to the configuration. */
  base: string;
  manifest: string;
  /** The folder of a call's package. */
  packageDir(path: string): string;
}

/**
 * `.terraform/modules` in the configuration, or below what TF_DATA_DIR names.
 * @throws {UsageError} where a link would lead somewhere else
 */
export function moduleFolderOf(configuration: string, dataDir: string | undefined): ModuleFolder {
  const data = dataDir || '.terraform';
  const dir = resolve(configuration, data, 'modules');
  for (const folder of dataDir ? [dir] : [resolve(configuration, data), dir]) {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new UsageError(`${folder} is a link, and svc does not write through it.`, {
      hint: 'Remove it, or name the folder itself in TF_DATA_DIR.',
    });
  }
  return {
    dir,
    base: posix.join(data, 'modules'),
    manifest: join(dir, manifestName),
    packageDir: (path) => join(dir, path),
  };
}

/**
 * Where packages arrive on the way to the folder, after what killed runs left there is removed, and what they had put aside is
 * moved back. @throws {LocalError} where another user could swap them, or the disk fails
 */
export function stagingIn({ dir, manifest }: ModuleFolder, options: StagingOptions): StagingFolder {
  sweep(dir);
  return openStaging(manifest, options);
}

/** The `h1:` hash of the package that is in place for a call; undefined where there is none, or a link to one. */
export function installedHash(
  folder: ModuleFolder,
  path: string,
  { alike }: LockedCall,
  disk: Disk | undefined,
): string | undefined {
  const dir = folder.packageDir(path);
  // What a link leads to can be changed by whoever it belongs to.
  return lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ? hashFolder(dir, alike, disk) : undefined;
}

/**
 * Whether the package that is in place for a call has the locked hash, and no git repository, which the hash may leave out; one that
 * cannot have any has not.
 */
export function isInstalled(folder: ModuleFolder, path: string, locked: LockedCall, disk: Disk | undefined): boolean {
  try {
    const found = installedHash(folder, path, locked, disk);
    return found === locked.h1 && repositoryOnDisk(folder.packageDir(path)) === undefined;
  } catch (error) {
    if (error instanceof CheckFailedError) return false;
    throw error;
  }
}

/**
 * The git repository among the files of an installed package, if there is one: its path, and why it must not be there. There is no
 * reason against the clone as which the stock tool leaves a package that is from git.
 */
export function installedRepository(
  folder: ModuleFolder,
  path: string,
  { isFromGit }: { isFromGit: boolean },
): { path: string; fault: string | undefined } | undefined {
  const dir = folder.packageDir(path);
  const found = repositoryOnDisk(dir, isFromGit ? '.git' : undefined);
  if (found !== undefined) return { path: found, fault: 'is a git repository, and the locked package has none' };
  if (!isFromGit || !lstatSync(join(dir, '.git'), { throwIfNoEntry: false })) return undefined;
  return { path: '.git', fault: cloneFault(join(dir, '.git')) };
}

/** What the stock tool's manifest says; nothing where there is none. @throws {UsageError} for one that is none; {LocalError} */
export function readManifest({ manifest }: ModuleFolder): ManifestEntry[] {
  if (!existsSync(manifest)) return [];
  let text: string;
  try {
    text = readFileSync(manifest, 'utf8');
  } catch (cause) {
    throw cannot(`read ${manifest}`, cause);
  }
  return parseManifest(text, manifest);
}

import { lstatSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { textIn } from '../../base/system/files.ts';
import type { Disk } from '../archive/disk.ts';
import { repositoryOnDisk } from '../archive/git-repository.ts';
import { hashFolder } from '../archive/h1.ts';
import { shownName } from '../archive/rejection.ts';
import { cloneFault } from './clone-fault.ts';
import { manifestName } from './files.ts';
import type { LockedCall } from './lock-file.ts';
import { type ManifestEntry, parseManifest } from './manifest.ts';

/** The folder where the stock tool stores the modules of a configuration. */
export interface ModuleFolder {
  /** The path from the configuration, as in the manifest. */
  base: string;
  manifest: string;
  packageDir(path: string): string;
}

/** Returns `.terraform/modules` in the configuration, or `modules` in TF_DATA_DIR. @throws {UsageError} for a link */
export function moduleFolderOf(configuration: string, dataDir: string | undefined): ModuleFolder {
  const data = dataDir || '.terraform';
  const dir = resolve(configuration, data, 'modules');
  for (const folder of dataDir ? [dir] : [resolve(configuration, data), dir]) {
    const hint = 'Remove the link, or set TF_DATA_DIR to its target.';
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${folder} is a symbolic link; svc does not write through links.`, { hint });
  }
  const base = posix.join(data, 'modules');
  return { base, manifest: join(dir, manifestName), packageDir: (path) => join(dir, path) };
}

/** Returns the `h1:` hash of the installed package of a call, or why it has none; neither if it is missing or a link. */
export function installedHash(
  folder: ModuleFolder,
  path: string,
  { alike }: LockedCall,
  disk: Disk | undefined,
): { found?: string; fault?: string } {
  const dir = folder.packageDir(path);
  // The owner of a link's target can change it at any time.
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return {};
  try {
    return { found: hashFolder(dir, alike, disk) };
  } catch (error) {
    if (!(error instanceof CheckFailedError)) throw error;
    return { fault: error.message.replace(/\.$/, '') };
  }
}

/**
 * Returns whether the installed package of a call has the locked hash and no git repository, which the hash may not cover; false for a
 * package that cannot be hashed.
 */
export function isInstalled(folder: ModuleFolder, path: string, locked: LockedCall, disk: Disk | undefined): boolean {
  const { found } = installedHash(folder, path, locked, disk);
  return found === locked.h1 && repositoryOnDisk(folder.packageDir(path)) === undefined;
}

/**
 * Returns why a git repository in an installed package is rejected; undefined without one. The clone that the stock tool creates for a package
 * from git is allowed, with a warning.
 */
export function repositoryFault(
  folder: ModuleFolder,
  path: string,
  { isFromGit, warn }: { isFromGit: boolean; warn(message: string): void },
): string | undefined {
  const dir = folder.packageDir(path);
  const repository = repositoryOnDisk(dir, isFromGit ? '.git' : undefined);
  if (repository !== undefined)
    return `${shownName(repository)} is a git repository, which the locked package does not contain`;
  if (!isFromGit || !lstatSync(join(dir, '.git'), { throwIfNoEntry: false })) return undefined;
  const fault = cloneFault(join(dir, '.git'));
  if (fault === undefined)
    warn(`${path} is a git clone created by terraform. Replace it with plain files: svc module install`);
  return fault && `".git" ${fault}`;
}

/** Reads the entries of the stock tool's manifest; empty if it is missing. @throws {UsageError} for an invalid manifest; {LocalError} */
export function readManifest({ manifest }: ModuleFolder): ManifestEntry[] {
  const text = textIn(manifest);
  return text === undefined ? [] : parseManifest(text, manifest);
}

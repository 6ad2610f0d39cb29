import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { CheckFailedError, LocalError, UsageError } from '../../errors.ts';
import { ownName } from '../owner.ts';
import { hashFolder } from './h1.ts';
import { type ManifestEntry, parseManifest } from './manifest.ts';

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
    manifest: join(dir, 'modules.json'),
    packageDir: (path) => join(dir, path),
  };
}

/** A folder beside the modules for what is not checked yet; its name is one that later downloads clean up. */
export function stagingIn({ dir }: ModuleFolder): string {
  return join(dir, `.svc-${ownName()}.tmp`);
}

/** The `h1:` hash of the package that is in place for a call; undefined where there is none. */
export function installedHash(folder: ModuleFolder, path: string): string | undefined {
  const dir = folder.packageDir(path);
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ? hashFolder(dir) : undefined;
}

/** Whether the package that is in place for a call has that hash; one that cannot have any has not. */
export function isInstalled(folder: ModuleFolder, path: string, h1: string | undefined): boolean {
  try {
    return installedHash(folder, path) === h1;
  } catch (error) {
    if (error instanceof CheckFailedError) return false;
    throw error;
  }
}

/** What the stock tool's manifest says; nothing where there is none. @throws {UsageError} for one that is none; {LocalError} */
export function readManifest({ manifest }: ModuleFolder): ManifestEntry[] {
  if (!existsSync(manifest)) return [];
  let text: string;
  try {
    text = readFileSync(manifest, 'utf8');
  } catch (cause) {
    throw new LocalError(`Cannot read ${manifest}.`, { cause });
  }
  return parseManifest(text, manifest);
}

import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { isFolder } from '../../base/system/files.ts';
import type { ModuleAddress } from '../../modules/address/address.ts';
import { repositoryOnDisk } from '../../modules/archive/git-repository.ts';
import { portableName } from '../../modules/archive/portable-name.ts';
import type { Found } from '../../modules/download.ts';

const bounds = { depth: 4, pathBytes: 1024 };

/** A module version and the folder to download it to. */
export interface Destination {
  /** The address as typed. */
  text: string;
  found: Found;
  dir: string;
  /** True if `--force` replaces an existing folder. */
  replaces: boolean;
  /** True if the existing folder may already contain that version, so that svc compares it. */
  compares: boolean;
}

/** Returns a separate folder for each module, version and subfolder. @throws {UsageError} for a subfolder that is a pattern, and for names that are not portable */
export function defaultFolder({ name, namespace, provider, subdir = '' }: ModuleAddress, version: string): string {
  const hint = 'Download it alone, with --dir.';
  const names = [namespace, name, provider, version].join('/');
  if (/[*?[\]]/.test(subdir))
    throw new UsageError(`//${subdir} is a pattern, which cannot be a folder name.`, { hint });
  const path = portableName(names, bounds);
  if ('reason' in path) throw new UsageError(`${names} is not a portable path: it ${path.reason}.`, { hint });
  return join(...path.segments, subdir);
}

/**
 * Returns each folder once. Calls `twice` for a version that was requested twice.
 * @throws {UsageError} if two versions would share a folder, or the folder of one would be inside the folder of the other
 */
export function withoutClashes(all: readonly Destination[], onDuplicate: (text: string) => void): Destination[] {
  const byFolder = new Map<string, Destination>();
  for (const each of all) {
    // Two paths may be the same folder on a disk that ignores case.
    const key = each.dir.toLowerCase();
    const there = byFolder.get(key);
    if (!there) byFolder.set(key, each);
    else if (there.found.name === each.found.name && there.found.key.registry === each.found.key.registry)
      onDuplicate(each.found.name);
    else throw clash(there, each, 'would both be in');
  }
  for (const inner of byFolder.values()) {
    for (let at = inner.dir.lastIndexOf(sep); at > 0; at = inner.dir.lastIndexOf(sep, at - 1)) {
      const outer = byFolder.get(inner.dir.slice(0, at).toLowerCase());
      if (outer) throw clash(outer, inner, 'would share');
    }
  }
  return [...byFolder.values()];
}

/** Returns whether the folder exists and must be replaced. @throws {UsageError} for a home folder, and for a folder that is or contains a git repository */
export function mustReplace(dir: string, home: string): boolean {
  if (!isFolder(dir)) return false;
  const toHome = relative(dir, resolve(home));
  // On Windows the home folder may be on another drive.
  const inHome = !isAbsolute(toHome) && !toHome.startsWith('..');
  if (inHome) throw new UsageError(`${dir} is or contains your home folder; --force does not replace it.`);
  const hint = 'Choose another --dir.';
  if (repositoryOnDisk(dir) !== undefined)
    throw new UsageError(`${dir} holds a git repository; --force does not replace it.`, { hint });
  return true;
}

function clash(one: Destination, other: Destination, how: string): UsageError {
  return new UsageError(`${one.text} and ${other.text} ${how} the folder ${one.dir}.`, {
    hint: 'Omit one, or download it alone with its own --dir.',
  });
}

import { type Dirent, statSync } from 'node:fs';
import { CheckFailedError, NotFoundError } from '../../errors.ts';
import { matchesGlob } from '../../glob.ts';
import { listFolder, nodesOnDisk } from './disk-tree.ts';
import { defaultLimits } from './limits.ts';
import { resolveLinks } from './links.ts';
import { portableName } from './portable-name.ts';
import { shownName } from './rejection.ts';

interface Match {
  path: string;
  entry: Dirent;
}

/**
 * Finds the folder that `//subdir` means inside an unpacked tree, to be taken out of it. Throws as `findSubdir` does, and
 * `CheckFailedError` for a folder without files and for a link inside that would lead out of the chosen folder.
 */
export function selectSubdir(root: string, subdir: string): string {
  const found = findSubdir(root, subdir);
  if (found === root) return root;
  const nodes = nodesOnDisk(found);
  resolveLinks(nodes);
  if (!nodes.some(({ kind }) => kind === 'file')) reject(subdir, 'contains no files');
  return found;
}

/**
 * Finds the folder that `//subdir` means inside an unpacked tree; segments may be go-getter patterns, and the whole
 * must match one entry. Throws `NotFoundError` when nothing matches and `CheckFailedError` for an escape, a file, a link
 * or several matches.
 */
export function findSubdir(root: string, subdir: string): string {
  const portable = portableName(subdir.replace(/[*?[\]]/g, '_'), defaultLimits);
  if ('reason' in portable) reject(subdir, portable.reason);
  let folders = [root];
  let matches: Match[] = [];
  for (const segment of subdir.split('/').filter((part) => part !== '' && part !== '.')) {
    if (matches.length > 0) folders = matches.filter((match) => isFolderToEnter(match, subdir)).map(({ path }) => path);
    matches = folders.flatMap((folder) => matchesIn(folder, segment));
    if (matches.length === 0) throw new NotFoundError(`The archive has no subfolder ${shownName(subdir)}.`);
  }
  const [match, second] = matches;
  if (match === undefined) return root;
  if (second) reject(subdir, `matches ${matches.length} entries of the archive; it must match one`);
  if (match.entry.isSymbolicLink()) reject(subdir, 'is a link');
  if (!match.entry.isDirectory()) reject(subdir, 'is a file');
  return match.path;
}

function matchesIn(folder: string, segment: string): Match[] {
  return listFolder(folder)
    .filter(({ name }) => matchesGlob(segment, name, { classes: true }))
    .map((entry) => ({ path: `${folder}/${entry.name}`, entry }));
}

function isFolderToEnter({ path, entry }: Match, subdir: string): boolean {
  // The links of an unpacked tree are known to end inside it, so this one look through them is safe.
  if (entry.isSymbolicLink() && leadsToFolder(path)) reject(subdir, 'passes through a link');
  return entry.isDirectory();
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

function reject(subdir: string, reason: string): never {
  throw new CheckFailedError(`The subfolder ${shownName(subdir)} ${reason}.`);
}

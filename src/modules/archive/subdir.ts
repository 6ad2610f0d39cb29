import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError, NotFoundError } from '../../base/errors.ts';
import { matchesGlob } from '../../base/glob.ts';
import { isFolder } from '../../base/system/files.ts';
import { modelOf } from './disk-tree.ts';
import { Budget, defaultLimits } from './limits.ts';
import { type LinkEnd, resolveLinks } from './links.ts';
import { portableName } from './portable-name.ts';
import { onDisk, rejectEntry, shownName } from './rejection.ts';
import { childrenOf, type FolderNode, type LinkNode, nodesIn, pathOf, type TreeNode } from './tree-model.ts';

/**
 * Finds the folder of `//subdir` in an unpacked tree. A link out of this folder is replaced by a copy of its target.
 * @returns the folder, and the paths of the replaced links
 * @throws what `findSubdir` throws; {CheckFailedError} for a folder without files, a dangling or recursive link, or copies over a limit;
 * {LocalError}
 */
export function selectSubdir(root: string, subdir: string, limits = defaultLimits) {
  const tree = modelOf(root);
  const folder = folderIn(tree, subdir, root);
  const ends = resolveLinks(nodesIn(tree));
  const budget = new Budget(limits);
  const inside = nodesIn(folder);
  const leaving = inside.filter((node) => node.kind === 'link').filter((link) => leaves(link, folder));
  if (folder !== tree && leaving.length === 0 && !inside.some(({ kind }) => kind === 'file'))
    reject(subdir, 'contains no files');
  for (const link of leaving) {
    const [name, linkPath] = [pathOf(link), join(root, pathOf(link))];
    const copy = (source: TreeNode, destination: string, open: readonly LinkEnd[]) => {
      const node = source.kind === 'link' ? ends.get(source)! : source;
      if (node.kind === 'missing')
        rejectEntry(name, `leads to ${shownName(node.path)}, which the archive does not contain`);
      if (open.includes(node)) rejectEntry(name, 'leads to a folder that contains itself');
      const from = join(root, pathOf(node));
      budget.countEntry(name);
      if (node.kind === 'file') {
        budget.spend(name, statSync(from).size);
        cpSync(from, destination, { preserveTimestamps: true });
      } else {
        mkdirSync(destination);
        for (const child of childrenOf(node)) copy(child, join(destination, child.name), [...open, node]);
      }
    };
    onDisk(linkPath, () => {
      rmSync(linkPath);
      copy(link, linkPath, []);
    });
  }
  return { found: join(root, pathOf(folder)), copied: leaving.map(pathOf).sort() };
}

function leaves(link: LinkNode, folder: FolderNode): boolean {
  const { parent } = folder;
  // Make the folder the root of a tree.
  folder.parent = undefined;
  try {
    return resolveLinks([link]).size === 0;
  } catch {
    return true;
  } finally {
    folder.parent = parent;
  }
}

/**
 * Returns the path of the folder of `//subdir` in an unpacked tree. Segments may be patterns of go-getter, which must match one entry.
 * @throws {NotFoundError} for no match; {CheckFailedError} for a path out of the tree, a file, a link or several matches
 */
export function findSubdir(root: string, subdir: string): string {
  return pathOf(folderIn(modelOf(root), subdir, root));
}

function folderIn(tree: FolderNode, subdir: string, root: string): FolderNode {
  const portable = portableName(subdir.replace(/[*?[\]]/g, '_'), defaultLimits);
  if ('reason' in portable) reject(subdir, portable.reason);
  let matches: TreeNode[] = [tree];
  for (const segment of subdir.split('/').filter((part) => part !== '' && part !== '.')) {
    matches = matches.flatMap((node) => {
      // Following the link is safe: all links of an unpacked tree end inside the tree.
      if (node.kind === 'link' && isFolder(join(root, pathOf(node)))) reject(subdir, 'passes through a link');
      if (node.kind !== 'folder') return [];
      return [...childrenOf(node)].filter(({ name }) => matchesGlob(segment, name, { classes: true }));
    });
    if (matches.length === 0) throw new NotFoundError(`The archive has no subfolder ${shownName(subdir)}.`);
  }
  const [match = tree] = matches;
  if (matches.length > 1) reject(subdir, `matches ${matches.length} entries of the archive; it must match one`);
  return match.kind === 'folder' ? match : reject(subdir, `is a ${match.kind}`);
}

function reject(subdir: string, reason: string): never {
  throw new CheckFailedError(`The subfolder ${shownName(subdir)} ${reason}.`);
}

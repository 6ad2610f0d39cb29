import { join } from 'node:path';
import { readBytes } from '../files.ts';
import { linksOf } from '../module/archive/disk-tree.ts';
import { hashTree } from '../module/archive/h1.ts';
import { resolveLinks } from '../module/archive/links.ts';
import { onDisk } from '../module/archive/rejection.ts';
import { childNamed, type FolderNode, type TreeNode } from '../module/archive/tree-model.ts';

/**
 * The `h1:` hash that a repository with submodules would have without them: with empty submodule folders, which are
 * named in its `.gitmodules`.
 * @param root a model of the repository, which is modified
 * @throws {CheckFailedError} for a link into a submodule
 */
export function hashWithoutSubmodules(dir: string, root: FolderNode): string {
  for (const path of submodulePaths(dir, root)) {
    let node: TreeNode | undefined = root;
    for (const name of path.split('/')) node = node?.kind === 'folder' ? childNamed(node, name) : undefined;
    if (node?.kind === 'folder') node.children.clear();
  }
  return hashTree({ root, ends: resolveLinks(linksOf(root)) });
}

function submodulePaths(dir: string, root: FolderNode): string[] {
  if (childNamed(root, '.gitmodules')?.kind !== 'file') return [];
  const path = join(dir, '.gitmodules');
  const text = onDisk(path, () => readBytes(path).toString());
  return [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*"?([^"\r\n]*?)"?[ \t]*\r?$/gim)].map(([, name = '']) => name);
}

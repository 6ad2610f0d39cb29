import { hashTree } from '../module/archive/h1.ts';
import { resolveLinks } from '../module/archive/links.ts';
import { childNamed, type FolderNode, nodesIn, type TreeNode } from '../module/archive/tree-model.ts';

/**
 * The `h1:` hash that a repository with submodules would have without them: with empty submodule folders.
 * @param root a model of the repository, which is modified
 * @param paths those of the submodules
 * @throws {CheckFailedError} for a link into a submodule
 */
export function hashWithoutSubmodules(root: FolderNode, paths: readonly string[]): string {
  for (const path of paths) {
    let node: TreeNode | undefined = root;
    for (const name of path.split('/')) node = node?.kind === 'folder' ? childNamed(node, name) : undefined;
    if (node?.kind === 'folder') node.children.clear();
  }
  return hashTree({ root, ends: resolveLinks(nodesIn(root)) });
}

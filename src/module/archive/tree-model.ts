import { foldedName } from './portable-name.ts';

/** A folder as we made it; children are keyed by their folded name, so that no two can be one on some disk. */
export interface FolderNode {
  kind: 'folder';
  name: string;
  /** Undefined for the root. */
  parent: FolderNode | undefined;
  children: Map<string, TreeNode>;
}

export interface FileNode {
  kind: 'file';
  name: string;
  parent: FolderNode;
}

export interface LinkNode {
  kind: 'link';
  name: string;
  parent: FolderNode;
  target: string;
}

export type TreeNode = FolderNode | FileNode | LinkNode;

export function rootFolder(): FolderNode {
  return { kind: 'folder', name: '', parent: undefined, children: new Map() };
}

/** Adds a node under its parent; the caller has looked for a collision, and may know the name's key. */
export function addNode<Node extends TreeNode>(node: Node, key = foldedName(node.name)): Node {
  node.parent?.children.set(key, node);
  return node;
}

/** The child that bears exactly this name. */
export function childNamed(folder: FolderNode, name: string): TreeNode | undefined {
  const child = folder.children.get(foldedName(name));
  return child?.name === name ? child : undefined;
}

/** Path of a node from the root, with `/`. */
export function pathOf(node: TreeNode): string {
  const names: string[] = [];
  for (let at: TreeNode = node; at.parent; at = at.parent) names.unshift(at.name);
  return names.join('/');
}

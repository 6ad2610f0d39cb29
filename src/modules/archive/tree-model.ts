import { foldedName } from './portable-name.ts';

interface Placed {
  name: string;
  twin?: TreeNode | undefined;
  /** Set if this disk treats its name as equal to that of an earlier node, which is on the disk instead. */
  absent?: boolean | undefined;
}

/** A folder; children are keyed by their folded name, to find names that collide on some disk. */
export interface FolderNode extends Placed {
  kind: 'folder';
  parent: FolderNode | undefined;
  /** The first child for each key; its twins follow by `twin`. */
  children: Map<string, TreeNode>;
  /** The folders that are one folder on this disk, itself included; the first one's name is on the disk. */
  sharers?: FolderNode[] | undefined;
}

export interface FileNode extends Placed {
  kind: 'file';
  parent: FolderNode;
  executable: boolean;
  sha256: string;
}

export interface LinkNode extends Placed {
  kind: 'link';
  parent: FolderNode;
  target: string;
}

export type TreeNode = FolderNode | FileNode | LinkNode;

export function rootFolder(): FolderNode {
  return { kind: 'folder', name: '', parent: undefined, children: new Map() };
}

/** Adds a node under its parent. The caller has checked that its name is new. */
export function addNode<Node extends TreeNode>(node: Node, key = foldedName(node.name)): Node {
  const siblings = node.parent?.children;
  let last = siblings?.get(key);
  while (last?.twin) last = last.twin;
  if (last) last.twin = node;
  else siblings?.set(key, node);
  return node;
}

/** Returns the child with exactly this name. */
export function childNamed(folder: FolderNode, name: string, key = foldedName(name)): TreeNode | undefined {
  let child = folder.children.get(key);
  while (child && child.name !== name) child = child.twin;
  return child;
}

/** Returns the node at a path below a folder. */
export function nodeAt(root: FolderNode, segments: readonly string[], step: typeof childNamed = childNamed) {
  let node: TreeNode | undefined = root;
  for (const segment of segments) node = node?.kind === 'folder' ? step(node, segment) : undefined;
  return node;
}

/** Yields a node and the siblings that have the same key. */
export function* withTwins(first: TreeNode | undefined): Generator<TreeNode> {
  for (let node = first; node; node = node.twin) yield node;
}

export function* childrenOf({ children }: FolderNode): Generator<TreeNode> {
  for (const first of children.values()) yield* withTwins(first);
}

/** Returns a folder and all nodes below it. */
export function nodesIn(folder: FolderNode): TreeNode[] {
  const nodes: TreeNode[] = [folder];
  for (const node of nodes) if (node.kind === 'folder') for (const child of childrenOf(node)) nodes.push(child);
  return nodes;
}

/** Returns the path of a node from the root, with `/`. */
export function pathOf(node: TreeNode): string {
  const names: string[] = [];
  for (let at: TreeNode = node; at.parent; at = at.parent) names.unshift(at.name);
  return names.join('/');
}

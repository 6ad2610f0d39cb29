import { foldedName } from './portable-name.ts';

interface Placed {
  name: string;
  /** The next node in its folder with the same folding key. */
  twin?: TreeNode | undefined;
  /** Whether another node has its place on this disk, which treats both names as one. */
  absent?: boolean | undefined;
}

/** A folder as we made it; children are keyed by their folded name, so that those are found that are one on some disk. */
export interface FolderNode extends Placed {
  kind: 'folder';
  /** Undefined for the root. */
  parent: FolderNode | undefined;
  /** The first of each key. */
  children: Map<string, TreeNode>;
  /** The folders that are one with it on this disk, itself included; the first one names it there. */
  sharers?: FolderNode[] | undefined;
}

export interface FileNode extends Placed {
  kind: 'file';
  parent: FolderNode;
  executable: boolean;
  /** Hex digest of its content. */
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

/** Adds a node under its parent; the caller has looked for one of that name, and may know the name's key. */
export function addNode<Node extends TreeNode>(node: Node, key = foldedName(node.name)): Node {
  const siblings = node.parent?.children;
  let last = siblings?.get(key);
  while (last?.twin) last = last.twin;
  if (last) last.twin = node;
  else siblings?.set(key, node);
  return node;
}

/** The child with exactly this name. */
export function childNamed(folder: FolderNode, name: string, key = foldedName(name)): TreeNode | undefined {
  let child = folder.children.get(key);
  while (child && child.name !== name) child = child.twin;
  return child;
}

/** The node at a path below a folder. */
export function nodeAt(
  root: FolderNode,
  segments: readonly string[],
  step: typeof childNamed = childNamed,
): TreeNode | undefined {
  let node: TreeNode | undefined = root;
  for (const segment of segments) node = node?.kind === 'folder' ? step(node, segment) : undefined;
  return node;
}

/** A node and its siblings with the same key. */
export function* withTwins(first: TreeNode | undefined): Generator<TreeNode> {
  for (let node = first; node; node = node.twin) yield node;
}

export function* childrenOf({ children }: FolderNode): Generator<TreeNode> {
  for (const first of children.values()) yield* withTwins(first);
}

/** A folder and all below it. */
export function nodesIn(folder: FolderNode): TreeNode[] {
  const nodes: TreeNode[] = [folder];
  for (const node of nodes) if (node.kind === 'folder') for (const child of childrenOf(node)) nodes.push(child);
  return nodes;
}

/** Path of a node from the root, with `/`. */
export function pathOf(node: TreeNode): string {
  const names: string[] = [];
  for (let at: TreeNode = node; at.parent; at = at.parent) names.unshift(at.name);
  return names.join('/');
}

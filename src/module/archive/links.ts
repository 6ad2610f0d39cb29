import { refuseEntry } from './refusal.ts';
import { childNamed, type FileNode, type FolderNode, type LinkNode, pathOf, type TreeNode } from './tree-model.ts';

/** Links one path may pass through; the systems we know stop at 32 to 63. */
const hopLimit = 32;

interface End {
  node: FileNode | FolderNode;
  hops: number;
}

/**
 * Finds what each link ends at, by the tree's own model and never by asking the disk; throws `CheckFailedError` for a
 * link that is absolute, leaves the tree at any step, ends at nothing, or runs in a circle.
 */
export function resolveLinks(links: Iterable<LinkNode>): Map<LinkNode, FileNode | FolderNode> {
  const known = new Map<LinkNode, End | 'open'>();
  const ends = new Map<LinkNode, FileNode | FolderNode>();
  for (const link of links) ends.set(link, resolve(link, known, 1).node);
  return ends;
}

function resolve(link: LinkNode, known: Map<LinkNode, End | 'open'>, depth: number): End {
  const earlier = known.get(link);
  if (earlier === 'open') refuseEntry(pathOf(link), 'is a link that runs in a circle');
  if (earlier) return earlier;
  const refuse: (reason: string) => never = (reason) => refuseEntry(pathOf(link), `is a link that ${reason}`);
  if (depth > hopLimit) refuse(`passes through more than ${hopLimit} links`);
  known.set(link, 'open');
  let at: FolderNode | FileNode = link.parent;
  let hops = 1;
  for (const segment of relativeSegments(link.target, refuse)) {
    if (at.kind === 'file') return refuse('passes through a file');
    const next: TreeNode | undefined = step(at, segment);
    if (next === undefined) return refuse(segment === '..' ? 'leaves the archive' : 'points at nothing in the archive');
    if (next.kind === 'link') {
      const end = resolve(next, known, depth + 1);
      hops += end.hops;
      at = end.node;
    } else {
      at = next;
    }
  }
  if (hops > hopLimit) refuse(`passes through more than ${hopLimit} links`);
  const end = { node: at, hops };
  known.set(link, end);
  return end;
}

function relativeSegments(target: string, refuse: (reason: string) => never): string[] {
  if (target === '') refuse('has no target');
  if (target.startsWith('/')) refuse('points at an absolute path');
  if (target.includes('\\') || target.includes(':')) refuse('has a backslash or a colon in its target');
  return target.split('/');
}

function step(folder: FolderNode, segment: string): TreeNode | undefined {
  if (segment === '' || segment === '.') return folder;
  if (segment === '..') return folder.parent;
  return childNamed(folder, segment);
}

import { grouped } from '../../base/text.ts';
import { defaultLimits } from './limits.ts';
import { isDotGit } from './portable-name.ts';
import { rejectEntry } from './rejection.ts';
import {
  childNamed,
  childrenOf,
  type FileNode,
  type FolderNode,
  type LinkNode,
  pathOf,
  type TreeNode,
} from './tree-model.ts';

/** The most links in one path: systems stop at 32 to 63. */
const hopLimit = 32;

/** A path inside the tree where nothing exists: from the root, with all links resolved. */
export interface Missing {
  kind: 'missing';
  path: string;
}

export type LinkEnd = FileNode | FolderNode | Missing;

interface End {
  node: LinkEnd;
  hops: number;
}

/** Throws the rejection of a path; the reason follows the path in a sentence. */
export type Reject = (path: string, reason: string) => never;

/**
 * Finds the target of each link in the model of the tree, and never on the disk. A link may dangle if its target would be inside the tree
 * and its path does not go up from a missing folder: then the link stays inside whatever is created there. A link to itself dangles.
 * @throws {CheckFailedError} for a link that is absolute, leaves the tree at any step, or is part of a loop
 */
export function resolveLinks(nodes: Iterable<TreeNode>, reject: Reject = rejectEntry): Map<LinkNode, LinkEnd> {
  const resolved = new Map<LinkNode, End | 'open'>();
  const ends = new Map<LinkNode, LinkEnd>();
  for (const node of nodes) if (node.kind === 'link') ends.set(node, resolve(node, resolved, 1, reject).node);
  return ends;
}

function resolve(link: LinkNode, resolved: Map<LinkNode, End | 'open'>, depth: number, rejectName: Reject): End {
  const reject: (reason: string) => never = (reason) => rejectName(pathOf(link), `is a link that ${reason}`);
  const resolvedEnd = resolved.get(link);
  if (resolvedEnd === 'open') return reject('is part of a loop');
  if (resolvedEnd) return resolvedEnd;
  if (depth > hopLimit) reject(`passes through more than ${hopLimit} links`);
  resolved.set(link, 'open');
  let at: LinkEnd = link.parent;
  let hops = 1;
  for (const segment of relativeSegments(link.target, reject)) {
    if (at.kind === 'file') return reject('passes through a file');
    const next: TreeNode | Missing = at.kind === 'folder' ? step(at, segment, reject) : beyond(at, segment, reject);
    if (next === link) at = { kind: 'missing', path: pathOf(link) };
    else if (next.kind === 'link') {
      const end = resolve(next, resolved, depth + 1, rejectName);
      hops += end.hops;
      at = end.node;
    } else {
      at = next;
    }
  }
  if (hops > hopLimit) reject(`passes through more than ${hopLimit} links`);
  const end = { node: at, hops };
  resolved.set(link, end);
  return end;
}

function relativeSegments(target: string, reject: (reason: string) => never): string[] {
  if (target === '') reject('has no target');
  if (target.startsWith('/')) reject('points to an absolute path');
  if (target.includes('\\') || /^[a-z]:/i.test(target)) reject('has a backslash or a drive letter in its target');
  return target.split('/');
}

function step(folder: FolderNode, segment: string, reject: (reason: string) => never): TreeNode | Missing {
  if (segment === '' || segment === '.') return folder;
  if (segment === '..') return folder.parent ?? reject('leaves the archive');
  return childNamed(folder, segment) ?? beyond({ kind: 'missing', path: pathOf(folder) }, segment, reject);
}

function beyond({ path }: Missing, segment: string, reject: (reason: string) => never): Missing {
  if (segment === '' || segment === '.') return { kind: 'missing', path };
  if (segment === '..') reject('goes up from a folder that is not in the archive');
  if (isDotGit(segment)) reject('points to a .git folder that the archive does not contain');
  return { kind: 'missing', path: path === '' ? segment : `${path}/${segment}` };
}

/** A file at one of the paths that lead to it, or a dangling link. */
export interface Reached {
  path: string;
  node: FileNode | LinkNode;
}

/**
 * Yields the files of a tree at every path that leads to them: a link to a file counts as the file, a link to a folder as all files in the
 * folder. Yields the link itself if it dangles, or leads to a folder that contains the link.
 * @throws {CheckFailedError} for more files or folders behind links than an untrusted archive may have
 */
export function* filesBehind(root: FolderNode, ends: ReadonlyMap<LinkNode, LinkEnd>): Generator<Reached> {
  const { depth: deepest, entries, pathBytes } = defaultLimits;
  const open = new Set<LinkEnd>();
  let copies = 0;
  yield* inFolder(root, '', 0, false);

  function* inFolder(folder: FolderNode, inside: string, depth: number, isCopy: boolean): Generator<Reached> {
    open.add(folder);
    for (const node of childrenOf(folder)) {
      const path = inside + node.name;
      const end = node.kind === 'link' ? (ends.get(node) ?? node) : node;
      const copied = isCopy || node.kind === 'link';
      if (copied) {
        copies += 1;
        if (copies > entries)
          rejectEntry(path, `brings the files behind links over the limit of ${grouped(entries)} entries`);
        if (depth > deepest || Buffer.byteLength(path) > pathBytes)
          rejectEntry(path, `is deeper than ${deepest} folders, or longer than ${pathBytes} bytes, through its links`);
      }
      if (end.kind === 'folder' && !open.has(end)) yield* inFolder(end, `${path}/`, depth + 1, copied);
      else if (end.kind === 'file') yield { path, node: end };
      else if (node.kind === 'link') yield { path, node };
    }
    open.delete(folder);
  }
}

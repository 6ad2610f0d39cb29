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

/** Links one path may pass through; the systems we know stop at 32 to 63. */
const hopLimit = 32;

/** A path inside the tree that does not exist. */
export interface Missing {
  kind: 'missing';
  /** From the root, without links. */
  path: string;
}

/** The target that a link resolves to. */
export type LinkEnd = FileNode | FolderNode | Missing;

interface End {
  node: LinkEnd;
  hops: number;
}

/** Rejects what is at a path; the reason follows the path in a sentence. */
export type Reject = (path: string, reason: string) => never;

/**
 * Finds what each link among the nodes ends at, by the tree's own model and never by asking the disk. A link may end at nothing where that
 * would be inside the tree, without going up from a part that is not there: whatever comes to be at that part, the link stays inside.
 * A link to itself ends at nothing.
 * @throws {CheckFailedError} for a link that is absolute, leaves the tree at any step, or is part of a loop
 */
export function resolveLinks(nodes: Iterable<TreeNode>, reject: Reject = rejectEntry): Map<LinkNode, LinkEnd> {
  const known = new Map<LinkNode, End | 'open'>();
  const ends = new Map<LinkNode, LinkEnd>();
  for (const node of nodes) if (node.kind === 'link') ends.set(node, resolve(node, known, 1, reject).node);
  return ends;
}

function resolve(link: LinkNode, known: Map<LinkNode, End | 'open'>, depth: number, rejectName: Reject): End {
  const reject: (reason: string) => never = (reason) => rejectName(pathOf(link), `is a link that ${reason}`);
  const earlier = known.get(link);
  if (earlier === 'open') return reject('is part of a loop');
  if (earlier) return earlier;
  if (depth > hopLimit) reject(`passes through more than ${hopLimit} links`);
  known.set(link, 'open');
  let at: LinkEnd = link.parent;
  let hops = 1;
  for (const segment of relativeSegments(link.target, reject)) {
    if (at.kind === 'file') return reject('passes through a file');
    const next: TreeNode | Missing = at.kind === 'folder' ? step(at, segment, reject) : beyond(at, segment, reject);
    if (next === link) at = { kind: 'missing', path: pathOf(link) };
    else if (next.kind === 'link') {
      const end = resolve(next, known, depth + 1, rejectName);
      hops += end.hops;
      at = end.node;
    } else {
      at = next;
    }
  }
  if (hops > hopLimit) reject(`passes through more than ${hopLimit} links`);
  const end = { node: at, hops };
  known.set(link, end);
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

/** A path below one that does not exist. */
function beyond({ path }: Missing, segment: string, reject: (reason: string) => never): Missing {
  if (segment === '' || segment === '.') return { kind: 'missing', path };
  if (segment === '..') reject('goes up from a folder that is not in the archive');
  if (isDotGit(segment)) reject('points to a .git folder that the archive does not contain');
  return { kind: 'missing', path: path === '' ? segment : `${path}/${segment}` };
}

/** A file under one of the paths that lead to it, or a link that leads to no file. */
export interface Reached {
  path: string;
  node: FileNode | LinkNode;
}

/**
 * The files of a tree under every path that leads to them: a link to a file counts as that file, one to a folder as all that is
 * behind it. A link to nothing, or to a folder that it is in, is passed on as itself. The limits of an untrusted archive apply to
 * what is behind links.
 * @throws {CheckFailedError} for more behind links, or deeper, than these limits
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

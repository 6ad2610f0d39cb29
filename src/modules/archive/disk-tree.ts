import { createHash } from 'node:crypto';
import { closeSync, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { CheckFailedError } from '../../base/errors.ts';
import { type Disk, realDisk } from './disk.ts';
import { filesBehind, type Reject, resolveLinks } from './links.ts';
import { foldedName } from './portable-name.ts';
import { onDisk, rejectEntry, shownName } from './rejection.ts';
import {
  addNode,
  childNamed,
  type FolderNode,
  nodeAt,
  nodesIn,
  pathOf,
  rootFolder,
  type TreeNode,
} from './tree-model.ts';
import type { Unpacked } from './unpack-result.ts';

const pieceBytes = 1024 * 1024;

/** Lists a folder without following links. @throws {LocalError} */
export function listFolder(path: string): Dirent[] {
  return onDisk(path, () => readdirSync(path, { withFileTypes: true }));
}

/** Yields the path, with `/`, of each entry below a folder that is not a folder itself. Follows no link. @throws {LocalError} */
export function* filesIn(root: string, inside = ''): Generator<string> {
  for (const entry of listFolder(`${root}/${inside}`)) {
    const path = `${inside}${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(root, `${path}/`);
    else yield path;
  }
}

/**
 * Reads the files of a folder on disk, except a `.git` at the top.
 * @param twinPaths paths of the tree that the disk may store as one file: each gets the content of that file
 * @param reject for anything but files, folders and links, and for a name that is not UTF-8
 * @throws {LocalError}
 */
function readTree(
  path: string,
  { twinPaths, disk, reject }: { twinPaths: readonly string[]; disk: Disk; reject: Reject },
): FolderNode {
  const root = modelOf(path, digestOf, reject);
  unmerge(root, twinPaths, (one, other) => disk.isSameFile(`${path}/${one}`, `${path}/${other}`));
  return root;
}

/** Reads the names of a folder on disk; without `contentOf` files have no digest. */
export function modelOf(path: string, contentOf = (_: string) => '', reject: Reject = rejectEntry): FolderNode {
  const root = rootFolder();
  const waiting = [root];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const parent = folder;
    for (const entry of listFolder(`${path}/${pathOf(parent)}`)) {
      const { name } = entry;
      if (parent === root && name === '.git') continue;
      const inside = parent === root ? name : `${pathOf(parent)}/${name}`;
      const full = `${path}/${inside}`;
      // Node replaces invalid bytes by U+FFFD; if no entry has the resulting name, the real name is not UTF-8.
      if (name.includes('\ufffd') && !lstatSync(full, { throwIfNoEntry: false }))
        reject(inside, 'has a name that is not UTF-8');
      if (entry.isDirectory()) waiting.push(addNode({ kind: 'folder', name, parent, children: new Map() }));
      else if (entry.isFile()) addNode({ kind: 'file', name, parent, executable: false, sha256: contentOf(full) });
      else if (entry.isSymbolicLink())
        addNode({ kind: 'link', name, parent, target: onDisk(full, () => readlinkSync(full)) });
      else reject(inside, 'is neither a file, a folder nor a link');
    }
  }
  return root;
}

/** Adds the paths that the disk stores as one file with another path. */
function unmerge(root: FolderNode, twinPaths: readonly string[], isOne: (path: string, other: string) => boolean) {
  const merged = new Set<TreeNode>();
  const mergedPaths = twinPaths.flatMap((path) => {
    const segments = path.split('/');
    if (nodeAt(root, segments)) return [];
    const twin = nodeAt(root, segments, (folder, name) => folder.children.get(foldedName(name)));
    if (!twin || twin.kind === 'folder' || !isOne(pathOf(twin), path)) return [];
    merged.add(twin);
    return [{ segments, twin }];
  });
  const expectedPaths = new Set(twinPaths);
  for (const node of merged) if (!expectedPaths.has(pathOf(node))) node.parent?.children.delete(foldedName(node.name));
  for (const { twin, segments } of mergedPaths) {
    const name = segments.at(-1) as string;
    let parent = root;
    for (const segment of segments.slice(0, -1)) {
      const child = childNamed(parent, segment);
      parent =
        child?.kind === 'folder' ? child : addNode({ kind: 'folder', name: segment, parent, children: new Map() });
    }
    addNode({ ...twin, name, parent, twin: undefined });
  }
}

function digestOf(path: string): string {
  return onDisk(path, () => {
    const hash = createHash('sha256');
    const file = openSync(path, 'r');
    try {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, fstatSync(file).size + 1));
      for (let bytesRead = readSync(file, piece); bytesRead > 0; bytesRead = readSync(file, piece))
        hash.update(piece.subarray(0, bytesRead));
    } finally {
      closeSync(file);
    }
    return hash.digest('hex');
  });
}

/**
 * Returns the `h1:` hash of a tree: the sha256 over sorted lines `HEX  path\n`, in base64, like Go's dirhash.Hash1. A link counts as the
 * files that it leads to, so a tree and its copy without links have the same hash. A dangling link, on which Go's fails, does not count.
 * @throws {CheckFailedError} for a name with a line break, and for too many files behind links
 */
export function hashTree({ ends, root }: Pick<Unpacked, 'ends' | 'root'>): string {
  const files = [...filesBehind(root, ends)];
  return hashLines(files.flatMap(({ node, path }) => (node.kind === 'file' ? [{ path, digest: node.sha256 }] : [])));
}

/**
 * Returns the `h1:` hash of a folder on disk without its `.git`.
 * @param twinPaths names of the tree that differ only in case: where the disk has one file for two names, both count
 * @throws {CheckFailedError} for a link that leaves the folder, for anything but files, folders and links, and for a
 * name that is not UTF-8 or has a line break; {LocalError}
 */
export function hashFolder(folder: string, twinPaths: readonly string[] = [], disk: Disk = realDisk): string {
  const reject = (name: string, reason: string): never => {
    throw new CheckFailedError(`In ${folder}, ${shownName(name)} ${reason}.`);
  };
  const root = readTree(folder, { twinPaths, disk, reject });
  return hashTree({ root, ends: resolveLinks(nodesIn(root), reject) });
}

/** Returns the `h1:` hash of files whose digests (hex) are known. */
export function hashLines(files: readonly { path: string; digest: string }[]): string {
  const sum = createHash('sha256');
  const sorted = files.map((file) => ({ ...file, bytes: Buffer.from(file.path) }));
  // Go sorts by bytes; UTF-16 has another order.
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { path, digest } of sorted) {
    if (path.includes('\n')) throw new CheckFailedError(`The name ${shownName(path)} contains a line break.`);
    sum.update(`${digest}  ${path}\n`);
  }
  return `h1:${sum.digest('base64')}`;
}

import { createHash } from 'node:crypto';
import { CheckFailedError } from '../../base/errors.ts';
import { type Disk, realDisk } from './disk.ts';
import { readTree } from './disk-tree.ts';
import { filesBehind, resolveLinks } from './links.ts';
import { shownName } from './rejection.ts';
import { nodesIn } from './tree-model.ts';
import type { Unpacked } from './unpack-result.ts';

/**
 * Returns the `h1:` hash of a tree: the sha256 over sorted lines `HEX  path\n`, in base64, like Go's dirhash.Hash1. A link counts as the
 * files behind it, so that a tree and its copy without links have one hash; a dangling link, on which Go's fails, does not count.
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

/** Returns the `h1:` hash of files with known hex digests. */
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

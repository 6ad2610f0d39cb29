import { createHash } from 'node:crypto';
import { CheckFailedError } from '../../base/errors.ts';
import { type Disk, realDisk } from './disk.ts';
import { readTree } from './disk-tree.ts';
import { filesBehind, resolveLinks } from './links.ts';
import { shownName } from './rejection.ts';
import { nodesIn } from './tree-model.ts';
import type { Unpacked } from './unpack-result.ts';

/**
 * Hash of a tree's files in the ecosystem's `h1:` form: the sha256 over sorted lines `HEX  path\n`, in base64, as Go's
 * dirhash.Hash1 has it. A link counts as the files behind it, so that a tree and its copy without links have one hash; a link to
 * no file, on which Go's fails, does not count.
 * @throws {CheckFailedError} for a name with a line end, and for too many files behind links
 */
export function hashTree({ ends, root }: Pick<Unpacked, 'ends' | 'root'>): string {
  const files = [...filesBehind(root, ends)];
  return hashLines(files.flatMap(({ node, path }) => (node.kind === 'file' ? [{ path, digest: node.sha256 }] : [])));
}

/**
 * The same of a folder on disk. A `.git` at the top does not count.
 * @param alike names of the tree that differ only in case: where the disk has one file for two of them, both count
 * @throws {CheckFailedError} for a link that leads out of the folder, for what is neither a file, a folder nor a link, and for a name
 * that is not UTF-8 or has a line end; {LocalError} for what cannot be read
 */
export function hashFolder(folder: string, alike: readonly string[] = [], disk: Disk = realDisk): string {
  const reject = (name: string, reason: string): never => {
    throw new CheckFailedError(`In ${folder}, ${shownName(name)} ${reason}.`);
  };
  const root = readTree(folder, { alike, disk, reject });
  return hashTree({ root, ends: resolveLinks(nodesIn(root), reject) });
}

/** The `h1:` hash of files whose hex digests are known. */
export function hashLines(files: readonly { path: string; digest: string }[]): string {
  const sum = createHash('sha256');
  const sorted = files.map((file) => ({ ...file, bytes: Buffer.from(file.path) }));
  // By bytes, as Go sorts; UTF-16 has another order.
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { path, digest } of sorted) {
    if (path.includes('\n')) throw new CheckFailedError(`The name ${shownName(path)} contains a line break.`);
    sum.update(`${digest}  ${path}\n`);
  }
  return `h1:${sum.digest('base64')}`;
}

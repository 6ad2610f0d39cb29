import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { grouped } from '../../base/text.ts';
import { modelOf } from '../archive/disk-tree.ts';
import { defaultLimits } from '../archive/limits.ts';
import { filesBehind, resolveLinks } from '../archive/links.ts';
import { rejectEntry } from '../archive/rejection.ts';
import { nodesIn, pathOf } from '../archive/tree-model.ts';
import { bytesOf } from '../cache/folder.ts';
import { gzippedTar } from '../publish/pack.ts';
import type { SourceFile } from '../publish/release.ts';

/**
 * Packs all files of a folder, without .git, as a reproducible .tar.gz. With `leftOut`, links become copies, because the stock tool would
 * unpack them as empty files; `leftOut` receives each dangling link.
 * @throws {CheckFailedError} for a link that leaves the folder, and for copies over the limits of an archive; {LocalError} for a file that
 * cannot be read
 */
export function packFolder(folder: string, leftOut?: (path: string) => void): AsyncIterable<Uint8Array> {
  const root = modelOf(folder);
  const most = defaultLimits.totalBytes;
  let copied = 0;
  const files: SourceFile[] = [];
  const nodes = nodesIn(root);
  const entries = nodes.map((node) => ({ node, path: pathOf(node) }));
  for (const { node, path } of leftOut ? filesBehind(root, resolveLinks(nodes)) : entries) {
    if (node.kind === 'link' && !leftOut)
      files.push({ path, size: 0, executable: false, link: node.target, open: () => [] });
    if (node.kind === 'link') leftOut?.(path);
    if (node.kind !== 'file') continue;
    const source = join(folder, pathOf(node));
    const { mode, size } = lstatSync(source);
    if (path !== pathOf(node)) copied += size;
    if (copied > most) rejectEntry(path, `brings the files behind links over the limit of ${grouped(most)} bytes`);
    files.push({ path, size, executable: (mode & 0o111) !== 0, open: () => bytesOf(source) });
  }
  return gzippedTar(files);
}

import { createReadStream, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzippedTar } from '../publish/pack.ts';
import type { SourceFile } from '../publish/release.ts';

/** All files of a folder as a reproducible .tar.gz. Links stay links; the .git folder is omitted. */
export function packFolder(folder: string): AsyncIterable<Uint8Array> {
  return gzippedTar([...filesIn(folder, '')]);
}

function* filesIn(root: string, inside: string): Generator<SourceFile> {
  for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    const full = join(root, path);
    if (path === '.git') continue;
    if (entry.isDirectory()) yield* filesIn(root, path);
    else if (entry.isSymbolicLink()) {
      yield { path, size: 0, executable: false, link: readlinkSync(full), open: () => [] };
    } else if (entry.isFile()) {
      const { mode, size } = lstatSync(full);
      yield { path, size, executable: (mode & 0o111) !== 0, open: () => createReadStream(full) };
    }
  }
}

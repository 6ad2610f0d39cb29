import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { matchesGlob } from '../../../base/glob.ts';
import type { EntrySink } from '../../archive/entry.ts';
import { gunzip } from '../../archive/gunzip.ts';
import { Budget, defaultLimits } from '../../archive/limits.ts';
import { Spool } from '../../archive/spool.ts';
import { TarReader } from '../../archive/tar.ts';
import { readZip } from '../../archive/zip.ts';
import { type SourceFile, textFile } from '../../publish/release.ts';

const described = /(\.(tf|tofu)(\.json)?|^readme(\.md|\.txt)?)$/i;
/** assumed: no module has more text; it bounds the memory that an archive can take (docs/trust-tests.md#archives). */
const mostBytes = 16 * 1024 * 1024;

/**
 * Reads the configuration files and READMEs in an archive below the folder of the module, which may be a pattern. Nothing is written to a
 * disk, which takes 30 times as long: the list of versions needs the files of every version, and terraform waits ten seconds for it.
 * @throws {CheckFailedError} for a corrupt archive, {Error} of the system
 */
export async function sourceFilesIn(archive: string, subdir: string): Promise<SourceFile[]> {
  const files: { path: string; pieces: Uint8Array[] }[] = [];
  const folder = subdir.split('/').filter((step) => step !== '' && step !== '.');
  let [remaining, isWanted] = [mostBytes, false];
  const sink: EntrySink = {
    begin({ kind, name }) {
      const steps = posix.normalize(name).split('/');
      const path = steps.slice(folder.length).join('/');
      const isInside = folder.every((pattern, at) => matchesGlob(pattern, steps[at] ?? '', { classes: true }));
      isWanted = kind === 'file' && isInside && described.test(posix.basename(path));
      if (isWanted) files.push({ path, pieces: [] });
    },
    write(bytes) {
      if (isWanted) remaining -= bytes.length;
      if (isWanted && remaining >= 0) files.at(-1)?.pieces.push(Buffer.from(bytes));
    },
    end() {},
  };
  await readEntries(archive, sink);
  return files.map(({ path, pieces }) => textFile(path, Buffer.concat(pieces).toString()));
}

async function readEntries(archive: string, sink: EntrySink): Promise<void> {
  const budget = new Budget(defaultLimits);
  if (archive.endsWith('.zip')) {
    const spool = new Spool(archive, 'r');
    return readZip(spool, budget, sink, () => undefined).finally(() => spool.close());
  }
  const tar = new TarReader(budget, sink);
  const bytes = createReadStream(archive) as AsyncIterable<Buffer>;
  for await (const block of archive.endsWith('.gz') ? gunzip(bytes, budget) : bytes) tar.write(block);
  tar.end();
}

import type { Disk } from './disk.ts';
import { type ArchiveLimits, Budget } from './limits.ts';
import { receive } from './receive.ts';
import { TarReader } from './tar.ts';
import { TreeWriter } from './tree.ts';
import type { Unpacked } from './unpack-result.ts';

/**
 * Unpacks tar archives one after the other into one tree, under one budget: what one of them has put somewhere the next cannot
 * take the place of, and links, made after the last of all, may lead from one's files to another's.
 * @param sources each is requested after the previous one is unpacked; the caller removes the folder when this throws
 * @throws {CheckFailedError} for an unsafe, corrupt or oversized archive; {LocalError} when the disk fails;
 * {CancelledError} on the signal; what a source throws passes untouched
 */
export async function extractTars(
  sources: AsyncIterable<AsyncIterable<Uint8Array>>,
  destination: string,
  { disk, limits, signal }: { disk?: Disk | undefined; limits: ArchiveLimits; signal: AbortSignal },
): Promise<Unpacked> {
  const budget = new Budget(limits);
  const tree = new TreeWriter(destination, budget, disk);
  try {
    for await (const source of sources) {
      const tar = new TarReader(budget, tree);
      for await (const block of receive(source, { signal, onPiece: () => undefined })) tar.write(block);
      tar.end();
    }
    return tree.finish();
  } finally {
    tree.close();
  }
}

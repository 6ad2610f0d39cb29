import { type ArchiveLimits, Budget } from './limits.ts';
import { receive } from './receive.ts';
import { TarReader } from './tar.ts';
import { TreeWriter } from './tree.ts';

/**
 * Unpacks tar archives one after the other into one tree, under one budget: what one of them has put somewhere the next cannot
 * take the place of, and links, made after the last of all, may lead from one's files to another's.
 * @param sources each is asked for when the one before is unpacked; the caller removes the folder when this throws
 * @returns what was left out, one sentence each
 * @throws {CheckFailedError} for whatever is unsafe, corrupt or over a limit; {LocalError} when the disk fails;
 * {CancelledError} on the signal; what a source throws passes untouched
 */
export async function extractTars(
  sources: AsyncIterable<AsyncIterable<Uint8Array>>,
  destination: string,
  { limits, signal }: { limits: ArchiveLimits; signal: AbortSignal },
): Promise<string[]> {
  const budget = new Budget(limits);
  const tree = new TreeWriter(destination, budget);
  try {
    for await (const source of sources) {
      const tar = new TarReader(budget, tree);
      for await (const block of receive(source, { signal, onPiece: () => undefined })) tar.write(block);
      tar.end();
    }
    tree.finish();
    return tree.notes();
  } finally {
    tree.close();
  }
}

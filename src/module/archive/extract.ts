import { createHash } from 'node:crypto';
import { gunzip } from './gunzip.ts';
import { type ArchiveLimits, Budget, defaultLimits } from './limits.ts';
import { receive } from './receive.ts';
import { refuseArchive } from './refusal.ts';
import { sniff } from './sniff.ts';
import { TarReader } from './tar.ts';
import { TreeWriter } from './tree.ts';

export interface ExtractOptions {
  /** What differs from `defaultLimits`. */
  limits?: Partial<ArchiveLimits>;
  signal?: AbortSignal;
  /** Told the number of packed bytes received so far. */
  onBytes?: (receivedBytes: number) => void;
}

export interface Extracted {
  /** Regular files written. */
  files: number;
  /** Content of all files together. */
  bytes: number;
  entries: number;
  /** Hex digest of the packed bytes as they were received. */
  sha256: string;
  /** What was left out, one sentence each. */
  notes: string[];
}

/**
 * Unpacks a `.tar.gz` or `.tar` while it arrives into an existing, empty folder that nobody else writes into (the
 * caller removes it when this throws). Throws `CheckFailedError` for whatever is unsafe, corrupt, over a limit or
 * unsupported, `LocalError` when the disk fails, `CancelledError` on the signal; what the source throws passes untouched.
 */
export async function extractTarGz(
  source: AsyncIterable<Uint8Array>,
  destination: string,
  { limits, signal, onBytes }: ExtractOptions = {},
): Promise<Extracted> {
  const budget = new Budget({ ...defaultLimits, ...limits });
  const tree = new TreeWriter(destination, budget);
  const tar = new TarReader(budget, tree);
  const hash = createHash('sha256');
  const stop = new AbortController();
  let receivedBytes = 0;
  const received = receive(source, {
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    onPiece(bytes) {
      hash.update(bytes);
      receivedBytes += bytes.length;
      onBytes?.(receivedBytes);
    },
  });
  try {
    for await (const block of unpacked(received, budget)) tar.write(block);
    tar.end();
    tree.finish();
  } finally {
    tree.close();
    stop.abort();
    await received.return(undefined);
  }
  const globals = tar.globalHeaders > 0 ? [`Left out ${tar.globalHeaders} global pax header(s).`] : [];
  const { bytes, entries } = budget;
  return { files: tree.files, bytes, entries, sha256: hash.digest('hex'), notes: [...globals, ...tree.notes()] };
}

async function* unpacked(received: AsyncGenerator<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  const { done, value: head } = await received.next();
  if (done) refuseArchive('it is empty');
  const format = sniff(head);
  if ('unknown' in format) refuseArchive(`it is ${format.unknown}, and only .tar.gz and .tar are read`);
  const whole = startingWith(head, received);
  yield* format.known === 'gzip' ? gunzip(whole, budget) : whole;
}

async function* startingWith(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

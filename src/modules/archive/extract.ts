import { createHash } from 'node:crypto';
import { monotonicMs } from '../../base/clock.ts';
import { cancellation } from '../../base/errors.ts';
import { optimizeLater } from '../../base/system/processes.ts';
import { counted } from '../../base/text.ts';
import type { Disk } from './disk.ts';
import { type ArchiveLimits, Budget, defaultLimits } from './limits.ts';
import { rejectArchive } from './rejection.ts';
import { sniff } from './sniff.ts';
import { Spool } from './spool.ts';
import { TarReader } from './tar.ts';
import { TreeWriter } from './tree.ts';
import { notesOf, type Unpacked } from './unpack-result.ts';
import { readZip } from './zip.ts';
import { gunzip } from './zlib-stream.ts';

export interface ExtractOptions {
  limits?: Partial<ArchiveLimits> | undefined;
  signal?: AbortSignal | undefined;
  disk?: Disk | undefined;
  onBytes?: ((receivedBytes: number) => void) | undefined;
}

export interface Extracted {
  /** The format that the bytes have, whatever the file name says. */
  format: 'tar.gz' | 'tar' | 'zip';
  receivedBytes: number;
  sha256: string;
  /** Notes on unexpected content, one sentence each. */
  notes: string[];
  unpacked: Unpacked;
}

const breathMs = 50;

type Unpacking = { budget: Budget; destination: string; signal: AbortSignal; tree: TreeWriter };

/**
 * Unpacks a `.tar.gz`, `.tar` or `.zip`, recognized by its first bytes, into an empty folder that no other process writes into (the caller
 * removes it on an error). Unpacks a tar while it arrives. Stores a zip as `DESTINATION.zip` first, because its directory is at the end.
 * @throws {CheckFailedError} for unsafe, corrupt, oversized or unsupported content; {LocalError} when the disk fails; {CancelledError} on
 * the signal; what the source throws
 */
export async function extractArchive(
  source: AsyncIterable<Uint8Array>,
  destination: string,
  { disk, limits, signal: cancel, onBytes }: ExtractOptions = {},
): Promise<Extracted> {
  optimizeLater();
  const budget = new Budget({ ...defaultLimits, ...limits });
  const tree = new TreeWriter(destination, budget, disk);
  const hash = createHash('sha256');
  const stop = new AbortController();
  const signal = AbortSignal.any(cancel ? [cancel, stop.signal] : [stop.signal]);
  let receivedBytes = 0;
  const received = receive(source, {
    signal,
    onPiece(bytes) {
      hash.update(bytes);
      receivedBytes += bytes.length;
      onBytes?.(receivedBytes);
    },
  });
  try {
    const { format, notes } = await read(received, { budget, destination, signal, tree });
    const unpacked = tree.finish();
    return { format, receivedBytes, sha256: hash.digest('hex'), notes: [...notes, ...notesOf(unpacked)], unpacked };
  } finally {
    tree.close();
    stop.abort();
    await received.return(undefined);
  }
}

/**
 * Unpacks tar archives one after the other into one tree, under one budget. A later archive cannot replace the files of
 * an earlier one; links are created last and may lead to the files of another archive.
 * @param sources each is requested after the previous one is unpacked; the caller removes the folder on an error
 * @throws what `extractArchive` throws
 */
export async function extractTars(
  sources: AsyncIterable<AsyncIterable<Uint8Array>>,
  destination: string,
  { disk, limits, signal }: { disk?: Disk | undefined; limits: ArchiveLimits; signal: AbortSignal },
): Promise<Unpacked> {
  optimizeLater();
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

async function read(
  received: AsyncGenerator<Buffer>,
  unpacking: Unpacking,
): Promise<Pick<Extracted, 'format' | 'notes'>> {
  const { budget, tree } = unpacking;
  const { done, value: head } = await received.next();
  if (done) rejectArchive('it is empty');
  const format = sniff(head);
  if ('unknown' in format) rejectArchive(`it is ${format.unknown}; supported formats are .tar.gz, .tar and .zip`);
  const archive = startingWith(head, received);
  if (format.known === 'zip') {
    await unpackZip(archive, unpacking);
    return { format: 'zip', notes: [] };
  }
  const tar = new TarReader(budget, tree);
  for await (const block of format.known === 'gzip' ? gunzip(archive, budget) : archive) tar.write(block);
  tar.end();
  const notes = tar.globalHeaders > 0 ? [`Ignored ${counted(tar.globalHeaders, 'global pax header')}.`] : [];
  return { format: format.known === 'gzip' ? 'tar.gz' : 'tar', notes };
}

async function unpackZip(archive: AsyncIterable<Buffer>, { budget, destination, signal, tree }: Unpacking) {
  const spool = new Spool(`${destination}.zip`);
  let lastBreath = monotonicMs();
  try {
    for await (const bytes of archive) {
      budget.checkSpooled(spool.bytes + bytes.length);
      spool.append(bytes);
    }
    await readZip(spool, budget, tree, async () => {
      if (monotonicMs() - lastBreath < breathMs) return;
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw cancellation(signal);
      lastBreath = monotonicMs();
    });
  } finally {
    spool.remove();
  }
}

async function* startingWith(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** Joining small pieces by copying costs less than waking the unpacking thread for each. */
const batchBytes = 128 * 1024;

/**
 * Passes on the bytes of a source in pieces of at least 128 KiB, except the last.
 * @throws {CancelledError} as soon as the signal fires, even while the source is silent; what the source throws
 */
async function* receive(
  source: AsyncIterable<Uint8Array>,
  { signal, onPiece }: { signal: AbortSignal; onPiece: (bytes: Uint8Array) => void },
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let waiting = false;
  let batch: Uint8Array[] = [];
  let gathered = 0;
  try {
    for (;;) {
      waiting = true;
      const { done, value } = await nextUnlessAborted(iterator, signal);
      waiting = false;
      if (!done) {
        onPiece(value);
        batch.push(value);
        gathered += value.length;
      }
      if (gathered > 0 && (done || gathered >= batchBytes)) {
        yield join(batch, gathered);
        batch = [];
        gathered = 0;
      }
      if (done) return;
    }
  } finally {
    // Do not await the return: it is queued behind a read that may stay pending.
    const closed = Promise.resolve(iterator.return?.()).catch(() => undefined);
    if (!waiting) await closed;
  }
}

function join(batch: Uint8Array[], length: number): Buffer {
  const [onlyPiece] = batch;
  if (onlyPiece === undefined || batch.length > 1) return Buffer.concat(batch, length);
  return Buffer.from(onlyPiece.buffer, onlyPiece.byteOffset, onlyPiece.byteLength);
}

function nextUnlessAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T>> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(cancellation(signal));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', cancel));
  });
}

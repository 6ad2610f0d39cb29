import { closeSync, fstatSync, writeSync } from 'node:fs';
import { type Delivery, isAccepted } from './delivery.ts';
import { toLine } from './delivery-record.ts';
import { openForAppending, type Rotation, type Series, unusable } from './journal-files.ts';
import { followJournal, readJournal } from './journal-reader.ts';
import type { Sink } from './loop.ts';
import { type DeliveryQuery, type DeliveryStore, findDelivery } from './store.ts';

/** Number of characters above which a batch is written at once, before the turn of the event loop ends. */
const maxBatchLength = 4 * 1024 * 1024;
const newline = 10;

/** The deliveries of this machine, one line each in files that only the owner can read. */
export interface Journal extends DeliveryStore {
  readonly path: string;
  /** Checks that verified deliveries, or deliveries like this one, can be written. @throws {LocalError} if not */
  check(delivery?: Delivery): void;
  /**
   * Resolves once the operating system has the delivery, which then survives a killed process, but not a power failure.
   * @throws {LocalError} if the delivery cannot be written
   */
  append(delivery: Delivery): Promise<void>;
  close(): Promise<void>;
}

/** Returns the journal in a folder, which the first delivery creates. Reading creates nothing and needs no `close`. */
export function createJournal({
  folder,
  maxBytes = 16 * 1024 * 1024,
  keep = 4,
}: { folder: string } & Partial<Rotation>): Journal {
  const writer = (series: Series) => createWriter(folder, series, { maxBytes, keep });
  const writers = { deliveries: writer('deliveries'), unsigned: writer('unsigned'), rejected: writer('rejected') };
  const seriesOf = (delivery: Delivery): Series =>
    delivery.verified ? 'deliveries' : isAccepted(delivery) ? 'unsigned' : 'rejected';

  const name = 'the journal';
  const read = (query?: DeliveryQuery) => readJournal(folder, query);

  return {
    name,
    path: folder,
    check: (delivery) => writers[delivery ? seriesOf(delivery) : 'deliveries'].check(),
    append: (delivery) => writers[seriesOf(delivery)].append(delivery),
    read,
    find: (idOrPrefix) => findDelivery({ name, read }, idOrPrefix),
    follow: (signal, where) => followJournal(folder, signal, where),
    async close() {
      for (const each of Object.values(writers)) each.close();
    },
  };
}

/** Returns the journal as a sink, which warns once if a delivery cannot be stored. */
export function journalSink(journal: Journal, warn: (message: string) => void): Sink {
  let warned = false;
  return {
    check: (delivery) => journal.check(delivery),
    async record(delivery) {
      try {
        await journal.append(delivery);
        return true;
      } catch (error) {
        if (!warned) warn((error as Error).message);
        warned = true;
        throw error;
      }
    },
    summary: () => `Stored in ${journal.path}.`,
    close: () => journal.close(),
  };
}

/**
 * Returns a writer of a series, to which other processes may append as well. The lines of one turn of the event loop are one write to a
 * file opened for appending (group commit), which no other writer can split. It writes synchronously: responses wait for the write anyway,
 * and a thread takes twice as long.
 *
 * Each write starts with a newline, because the file may end with an incomplete line of a process that was killed or had a full disk.
 * Checking for that would not help: another process may append an incomplete line between the check and the write.
 */
function createWriter(folder: string, series: Series, rotation: Rotation) {
  let file: number | undefined;
  let batch: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let batchLength = 0;

  function leave(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  /** Writes lines, the first of which must be empty. */
  function write(bytes: Buffer): void {
    for (let from = 0; ; ) {
      file ??= openForAppending(folder, series, rotation);
      const end = from + writeSync(file, bytes, from);
      const { nlink, size } = fstatSync(file);
      if (nlink === 0 || size >= rotation.maxBytes) leave();
      // Another process removed the file: write everything again, to another file.
      if (nlink === 0) continue;
      if (end === bytes.length) return;
      // A full disk took a part of it. Repeat the cut line, because another process may write in between.
      from = Math.max(from, bytes.lastIndexOf(newline, end - 1));
    }
  }

  function commit(): void {
    const committed = batch;
    if (committed.length === 0) return;
    batch = [];
    batchLength = 0;
    try {
      write(Buffer.from(`\n${committed.map(({ line }) => line).join('')}`));
      for (const { resolve } of committed) resolve();
    } catch (error) {
      for (const { reject } of committed) reject(unusable(folder, error));
    }
  }

  return {
    append: (delivery: Delivery): Promise<void> =>
      new Promise((resolve, reject) => {
        const line = toLine(delivery);
        if (batch.length === 0) setImmediate(commit);
        batch.push({ line, resolve, reject });
        batchLength += line.length;
        if (batchLength > maxBatchLength) commit();
      }),
    check() {
      try {
        write(Buffer.from('\n'));
      } catch (error) {
        throw unusable(folder, error);
      }
    },
    close() {
      commit();
      leave();
    },
  };
}

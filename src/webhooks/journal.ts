import { closeSync, fstatSync, writeSync } from 'node:fs';
import { type Delivery, isAccepted } from './delivery.ts';
import { openForAppending, type Rotation, type Series, unusable } from './journal-files.ts';
import { toLine } from './journal-line.ts';
import { followJournal, readJournal } from './journal-reader.ts';
import type { Sink } from './loop.ts';
import { type DeliveryQuery, type DeliveryStore, findDelivery } from './store.ts';

/** More than this waits for no turn of the loop to end. */
const maxBatchLength = 4 * 1024 * 1024;
const newline = 10;

/** The deliveries of this machine, one line each in files of the owner's only. */
export interface Journal extends DeliveryStore {
  /** Checks that verified deliveries, or those like the given one, can be written now. @throws {LocalError} where they cannot */
  check(delivery?: Delivery): void;
  /**
   * Resolves once the delivery is with the operating system: the program may be killed from then on, the machine may not lose power.
   * @throws {LocalError} where it cannot be written
   */
  append(delivery: Delivery): Promise<void>;
  close(): Promise<void>;
}

/** The journal in a folder, which is made when the first delivery is appended. Reading creates nothing and needs no closing. */
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

/** Returns the journal as a sink. The first delivery that it cannot store is a warning. */
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
 * Appends the lines of deliveries to a series that other processes may append to as well. What comes in during one turn of the loop goes out
 * together (group commit), as one write to a file opened for appending, which no other writer can split. It writes at once: no
 * answer may leave before anyway, and a thread in between takes twice the time of the write.
 *
 * Each write starts with a line end, since the file may end in half a line of a process that was killed or that
 * met a full disk. Checking first would not help: half a line may be appended between the check and the write.
 */
function createWriter(folder: string, series: Series, rotation: Rotation) {
  let file: number | undefined;
  /** The lines that are to be written, and who waits for each. */
  let batch: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let batchLength = 0;

  function leave(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  /** Writes lines of which the first is empty. */
  function write(bytes: Buffer): void {
    for (let from = 0; ; ) {
      file ??= openForAppending(folder, series, rotation);
      const end = from + writeSync(file, bytes, from);
      const { nlink, size } = fstatSync(file);
      if (nlink === 0 || size >= rotation.maxBytes) leave();
      // A file that another process removed meanwhile is written again, under another name.
      if (nlink === 0) continue;
      if (end === bytes.length) return;
      // A full disk accepts a part. Another process may write next, so the cut line is written again as a whole.
      from = Math.max(from, bytes.lastIndexOf(newline, end - 1));
    }
  }

  function commit(): void {
    const written = batch;
    if (written.length === 0) return;
    batch = [];
    batchLength = 0;
    try {
      write(Buffer.from(`\n${written.map(({ line }) => line).join('')}`));
      for (const { resolve } of written) resolve();
    } catch (error) {
      for (const { reject } of written) reject(unusable(folder, error));
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

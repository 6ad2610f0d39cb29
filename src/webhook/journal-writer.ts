import { closeSync, fstatSync, writeSync } from 'node:fs';
import type { Delivery } from './delivery.ts';
import { openForAppending, type Rotation, type Series, unusable } from './journal-files.ts';
import { toLine } from './journal-line.ts';

/** More than this waits for no turn of the loop to end. */
const maxBatchLength = 4 * 1024 * 1024;
const newline = 10;

export interface WriterOptions extends Rotation {
  folder: string;
  series: Series;
}

export interface Writer {
  append(delivery: Delivery): Promise<void>;
  /** @throws {LocalError} where nothing can be written */
  check(): void;
  close(): void;
}

/** A line that is to be written, and who waits for it. */
interface Waiting {
  line: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Appends the lines of deliveries to a series that other processes may append to as well. What comes in during one turn of the loop goes out
 * together (group commit), as one write to a file opened for appending, which no other writer can split. It writes at once: no
 * answer may leave before anyway, and a thread in between takes twice the time of the write.
 *
 * Each write begins with a line end, since anybody's half a line may be the last thing there: of a process that was killed, or that
 * met a full disk. Looking first would not do, for that may come between the look and the write.
 */
export function createWriter({ folder, series, ...rotation }: WriterOptions): Writer {
  let file: number | undefined;
  let batch: Waiting[] = [];
  let batchLength = 0;

  function leave(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  /** The file to append to: another one where ours is full, or was removed by another process. */
  function current(): number {
    if (file !== undefined) {
      const { nlink, size } = fstatSync(file);
      if (nlink === 0 || size >= rotation.maxBytes) leave();
    }
    file ??= openForAppending(folder, series, rotation);
    return file;
  }

  /** Writes lines of which the first is empty. */
  function write(bytes: Buffer): void {
    for (let from = 0; ; ) {
      const fd = current();
      const end = from + writeSync(fd, bytes, from);
      // What another process has removed meanwhile is written again, elsewhere.
      if (fstatSync(fd).nlink === 0) continue;
      if (end === bytes.length) return;
      // A full disk takes a part. Somebody else may write next, so the line that was cut is written again as a whole.
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
    append: (delivery) =>
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

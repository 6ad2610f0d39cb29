import { closeSync, fstatSync, writeSync } from 'node:fs';
import { openForAppending, type Rotation, type Series, unusable } from './journal-files.ts';
import { createLineMemory, type LineMemory } from './line-memory.ts';

/** More than this waits for no turn of the loop to end. */
const maxBatchBytes = 4 * 1024 * 1024;
const newline = 10;

export interface WriterOptions<Item> extends Rotation {
  folder: string;
  series: Series;
  /** Adds the line of an item, with its end. */
  addLine: (item: Item, to: LineMemory) => void;
}

export interface Writer<Item> {
  append(item: Item): Promise<void>;
  /** @throws {LocalError} where nothing can be written */
  check(): void;
  close(): void;
}

interface Batch {
  written: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Appends lines of items to a series that other processes may append to as well. What comes in during one turn of the loop goes out
 * together (group commit), as one write to a file opened for appending, which no other writer can split. It writes at once: no
 * answer may leave before anyway, and a thread in between takes twice the time of the write.
 *
 * Each write begins with a line end, since anybody's half a line may be the last thing there: of a process that was killed, or that
 * met a full disk. Looking first would not do, for that may come between the look and the write.
 */
export function createWriter<Item>({ folder, series, addLine, ...rotation }: WriterOptions<Item>): Writer<Item> {
  let file: number | undefined;
  let batch: Batch | undefined;
  /** Those of the batch. */
  const lines = createLineMemory();

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
    if (!batch) return;
    const { resolve, reject } = batch;
    batch = undefined;
    try {
      write(lines.bytes());
      resolve();
    } catch (error) {
      reject(unusable(folder, error));
    }
    lines.clear();
  }

  return {
    append(item) {
      if (!batch) {
        batch = newBatch();
        lines.add('\n');
        setImmediate(commit);
      }
      const { written } = batch;
      addLine(item, lines);
      if (lines.length > maxBatchBytes) commit();
      return written;
    },
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

function newBatch(): Batch {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const written = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { written, resolve, reject };
}

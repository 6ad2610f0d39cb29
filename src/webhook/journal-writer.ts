import { closeSync, statSync, writeSync } from 'node:fs';
import { currentFile, openForAppending, rotate, unusable } from './journal-files.ts';

/** How long another process may have put the file aside before we notice. */
const lookMs = 50;
/** More than this waits for no turn of the loop to end. */
const maxBatchBytes = 4 * 1024 * 1024;
const usualBatchBytes = 256 * 1024;
/** Of one UTF-16 unit as UTF-8. */
const maxUnitBytes = 3;

export interface WriterOptions {
  folder: string;
  maxBytes: number;
  keep: number;
}

export interface Writer {
  /** Appends a line, given in pieces and without its end. */
  append(line: readonly (string | Buffer)[]): Promise<void>;
  close(): void;
}

interface Batch {
  written: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Appends lines to a journal that other processes may append to as well. What comes in during one turn of the loop goes out
 * together (group commit), as one write to a file opened for appending, which no other writer can split. It writes at once: no
 * answer may leave before anyway, and a thread in between takes twice the time of the write.
 */
export function createWriter({ folder, maxBytes, keep }: WriterOptions): Writer {
  let file: { fd: number; inode: number } | undefined;
  let size = 0;
  let looked = 0;
  /** Half a line stands at the end: of a killed program, or of a write of ours that failed. */
  let torn = false;
  let batch: Batch | undefined;
  /** The bytes of the batch; the same memory from batch to batch. */
  let data = Buffer.allocUnsafeSlow(usualBatchBytes);
  let used = 0;

  /** Makes room for so many bytes more. */
  function reserve(bytes: number): void {
    if (used + bytes <= data.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, data.length * 2));
    data.copy(larger, 0, 0, used);
    data = larger;
  }

  function add(piece: string | Buffer): void {
    if (typeof piece === 'string') {
      reserve(piece.length * maxUnitBytes);
      used += data.write(piece, used);
    } else {
      reserve(piece.length);
      data.set(piece, used);
      used += piece.length;
    }
  }

  function openFile(): number {
    const { fd, stat, endsTorn } = openForAppending(folder);
    file = { fd, inode: stat.ino };
    size = stat.size;
    torn = endsTorn;
    looked = performance.now();
    return fd;
  }

  function leave(): void {
    if (file) closeSync(file.fd);
    file = undefined;
  }

  /** The file to append to: a new one where ours is full, or was put aside by another process. */
  function current(): number {
    if (file && performance.now() - looked > lookMs) {
      looked = performance.now();
      const there = statSync(currentFile(folder), { throwIfNoEntry: false });
      if (there?.ino === file.inode) size = there.size;
      else leave();
    }
    if (file && size >= maxBytes) {
      rotate(folder, keep);
      leave();
    }
    return file?.fd ?? openFile();
  }

  function commit(): void {
    if (!batch) return;
    const { resolve, reject } = batch;
    batch = undefined;
    try {
      const fd = current();
      if (torn) writeSync(fd, '\n');
      torn = true;
      for (let at = 0; at < used; ) at += writeSync(fd, data, at, used - at);
      torn = false;
      size += used;
      resolve();
    } catch (error) {
      reject(error instanceof Error && 'exit' in error ? error : unusable(currentFile(folder), error));
    }
    used = 0;
    if (data.length > maxBatchBytes) data = Buffer.allocUnsafeSlow(usualBatchBytes);
  }

  return {
    append(line) {
      if (!batch) {
        batch = newBatch();
        setImmediate(commit);
      }
      const { written } = batch;
      for (const piece of line) add(piece);
      add('\n');
      if (used > maxBatchBytes) commit();
      return written;
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

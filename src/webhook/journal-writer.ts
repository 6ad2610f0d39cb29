import { closeSync, statSync, writeSync } from 'node:fs';
import { currentFile, openForAppending, rotate, unusable } from './journal-files.ts';

/** How long another process may have put the file aside before we notice. */
const lookMs = 50;
/** More than this waits for no turn of the loop to end. */
const maxBatchLength = 4 * 1024 * 1024;

export interface WriterOptions {
  folder: string;
  maxBytes: number;
  keep: number;
}

export interface Writer {
  append(line: string): Promise<void>;
  close(): void;
}

interface Batch {
  lines: string[];
  length: number;
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
    const { lines, resolve, reject } = batch;
    batch = undefined;
    try {
      const fd = current();
      const data = Buffer.from(torn ? `\n${lines.join('')}` : lines.join(''));
      torn = true;
      for (let at = 0; at < data.length; ) at += writeSync(fd, data, at);
      torn = false;
      size += data.length;
      resolve();
    } catch (error) {
      reject(error instanceof Error && 'exit' in error ? error : unusable(currentFile(folder), error));
    }
  }

  return {
    append(line) {
      if (!batch) {
        batch = newBatch();
        setImmediate(commit);
      }
      const { written } = batch;
      batch.lines.push(line);
      batch.length += line.length;
      if (batch.length > maxBatchLength) commit();
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
  return { lines: [], length: 0, written, resolve, reject };
}

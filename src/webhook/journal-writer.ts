import { closeSync, statSync, writeSync } from 'node:fs';
import { currentFile, openForAppending, rotate, unusable } from './journal-files.ts';
import { createLineMemory, type LineMemory } from './line-memory.ts';

/** How long another process may have put the file aside before we notice. */
const lookMs = 50;
/** More than this waits for no turn of the loop to end. */
const maxBatchBytes = 4 * 1024 * 1024;

export interface WriterOptions<Item> {
  folder: string;
  maxBytes: number;
  keep: number;
  /** Adds the line of an item, with its end. */
  addLine: (item: Item, to: LineMemory) => void;
}

export interface Writer<Item> {
  append(item: Item): Promise<void>;
  close(): void;
}

interface Batch {
  written: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Appends lines of items to a journal that other processes may append to as well. What comes in during one turn of the loop goes out
 * together (group commit), as one write to a file opened for appending, which no other writer can split. It writes at once: no
 * answer may leave before anyway, and a thread in between takes twice the time of the write.
 */
export function createWriter<Item>({ folder, maxBytes, keep, addLine }: WriterOptions<Item>): Writer<Item> {
  let file: { fd: number; inode: number } | undefined;
  let size = 0;
  let looked = 0;
  /** Half a line stands at the end: of a killed program, or of a write of ours that failed. */
  let torn = false;
  let batch: Batch | undefined;
  /** Those of the batch. */
  const lines = createLineMemory();

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
      const bytes = lines.bytes();
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      torn = false;
      size += bytes.length;
      resolve();
    } catch (error) {
      reject(error instanceof Error && 'exit' in error ? error : unusable(currentFile(folder), error));
    }
    lines.clear();
  }

  return {
    append(item) {
      if (!batch) {
        batch = newBatch();
        setImmediate(commit);
      }
      const { written } = batch;
      addLine(item, lines);
      if (lines.length > maxBatchBytes) commit();
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

import { close, write } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { currentFile, openForAppending, rotate, unusable } from './journal-files.ts';

const writeTo = promisify(write) as unknown as (
  fd: number,
  data: Buffer,
  offset: number,
) => Promise<{ bytesWritten: number }>;
const closeFile = promisify(close);

/** How long another process may have put the file aside before we notice. */
const lookMs = 50;
const maxBatchBytes = 8 * 1024 * 1024;

export interface WriterOptions {
  folder: string;
  maxBytes: number;
  keep: number;
}

export interface Writer {
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

interface Batch {
  lines: string[];
  length: number;
  written: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Appends lines to a journal that other processes may append to as well. What comes in during one write goes out together in
 * the next (group commit); each of those is one write to a file opened for appending, which no other writer can split.
 */
export function createWriter({ folder, maxBytes, keep }: WriterOptions): Writer {
  let file: { fd: number; inode: number } | undefined;
  let size = 0;
  let looked = 0;
  /** Half a line stands at the end: of a killed program, or of a write of ours that failed. */
  let torn = false;
  const batches: Batch[] = [];
  let running: Promise<void> | undefined;

  function openFile(): number {
    const { fd, stat: found, endsTorn } = openForAppending(folder);
    file = { fd, inode: found.ino };
    size = found.size;
    torn = endsTorn;
    looked = performance.now();
    return fd;
  }

  async function leave(): Promise<void> {
    const fd = file?.fd;
    file = undefined;
    if (fd !== undefined) await closeFile(fd);
  }

  /** The file to append to: a new one where ours is full, or was put aside by another process. */
  async function current(): Promise<number> {
    if (file && performance.now() - looked > lookMs) {
      looked = performance.now();
      const there = await stat(currentFile(folder)).catch(() => undefined);
      if (there?.ino === file.inode) size = there.size;
      else await leave();
    }
    if (file && size >= maxBytes) {
      rotate(folder, keep);
      await leave();
    }
    return file?.fd ?? openFile();
  }

  async function commit({ lines, resolve, reject }: Batch): Promise<void> {
    try {
      const fd = await current();
      const data = Buffer.from(torn ? `\n${lines.join('')}` : lines.join(''));
      torn = true;
      for (let at = 0; at < data.length; ) at += (await writeTo(fd, data, at)).bytesWritten;
      torn = false;
      size += data.length;
      resolve();
    } catch (error) {
      reject(unusable(currentFile(folder), error));
    }
  }

  async function run(): Promise<void> {
    // One turn of the loop: whatever else came in with the first line goes with it.
    await new Promise(setImmediate);
    for (let batch = batches.shift(); batch; batch = batches.shift()) await commit(batch);
    running = undefined;
  }

  function open(): Batch {
    const last = batches.at(-1);
    if (last && last.length < maxBatchBytes) return last;
    const { promise, resolve, reject } = withResolvers();
    const batch: Batch = { lines: [], length: 0, written: promise, resolve, reject };
    batches.push(batch);
    return batch;
  }

  return {
    append(line) {
      const batch = open();
      batch.lines.push(line);
      batch.length += line.length;
      running ??= run();
      return batch.written;
    },
    async close() {
      await running;
      await leave();
    },
  };
}

function withResolvers() {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

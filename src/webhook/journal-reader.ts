import { type FileHandle, open } from 'node:fs/promises';
import { LocalError } from '../errors.ts';
import { unusable } from './journal-files.ts';

const blockBytes = 256 * 1024;
/** No line of ours is longer: a body of 1 MiB is 6 MiB at the worst. Above it a file is not a journal. */
const maxLineBytes = 256 * 1024 * 1024;
const newline = 10;

/** The lines of a file, the first first; a last one without an end too. Nothing for a file that is not there. */
export async function* linesForward(path: string): AsyncGenerator<string> {
  const file = await openToRead(path);
  if (!file) return;
  try {
    const tail = createTail();
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      yield* tail.lines(buffer.subarray(0, bytesRead));
    }
    const rest = tail.rest();
    if (rest !== '') yield rest;
  } finally {
    await file.close();
  }
}

/** The lines of a file, the last first. */
export async function* linesBackward(path: string): AsyncGenerator<string> {
  const file = await openToRead(path);
  if (!file) return;
  try {
    let at = (await file.stat()).size;
    /** The beginning of a line whose end was in the blocks after, the nearest first. */
    let pending: Buffer[] = [];
    while (at > 0) {
      const length = Math.min(blockBytes, at);
      at -= length;
      const block = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(block, 0, length, at);
      let end = bytesRead;
      for (
        let cut = block.lastIndexOf(newline, end - 1);
        cut >= 0;
        cut = cut > 0 ? block.lastIndexOf(newline, cut - 1) : -1
      ) {
        const line = Buffer.concat([block.subarray(cut + 1, end), ...pending]).toString();
        pending = [];
        end = cut;
        if (line !== '') yield line;
      }
      pending = [block.subarray(0, end), ...pending];
    }
    const first = Buffer.concat(pending).toString();
    if (first !== '') yield first;
  } finally {
    await file.close();
  }
}

/** Cuts pieces of a file into lines; what has no end yet waits for it. */
export function createTail(): { lines(piece: Buffer): string[]; rest(): string } {
  let pending: Buffer[] = [];
  let bytes = 0;
  return {
    lines(piece) {
      const found: string[] = [];
      let start = 0;
      for (let cut = piece.indexOf(newline); cut >= 0; cut = piece.indexOf(newline, start)) {
        const line = Buffer.concat([...pending, piece.subarray(start, cut)]).toString();
        pending = [];
        bytes = 0;
        start = cut + 1;
        if (line !== '') found.push(line);
      }
      if (start < piece.length) {
        pending.push(piece.subarray(start));
        bytes += piece.length - start;
        if (bytes > maxLineBytes) throw new LocalError('A file of the journal has a line too long to be one of ours.');
      }
      return found;
    },
    rest: () => Buffer.concat(pending).toString(),
  };
}

/** Undefined for a file that is not there. */
export async function openToRead(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

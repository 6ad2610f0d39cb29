import { type FileHandle, open } from 'node:fs/promises';
import { LocalError } from '../base/errors.ts';
import { errnoOf, textIn } from '../system/files.ts';
import { unusable } from './journal-files.ts';

/** The longest possible line: a body of 1 MiB takes up to 6 MiB. A file with a longer line is not a journal. */
const maxLineBytes = 256 * 1024 * 1024;
const newline = 10;

/** The lines of a file, the first first; a last one without an end too. None for a file that is not there. */
export async function linesForward(path: string): Promise<string[]> {
  const text = textIn(path, `the journal ${path}`, { most: Number.POSITIVE_INFINITY }) ?? '';
  return text.split('\n').filter((line) => line !== '');
}

/** The same, the last first. */
export async function linesBackward(path: string): Promise<string[]> {
  return (await linesForward(path)).reverse();
}

/** Cuts pieces of a file into lines; what has no end yet waits for it. */
export function createTail(): (piece: Buffer) => string[] {
  let pending: Buffer[] = [];
  let bytes = 0;
  return (piece) => {
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
      if (bytes > maxLineBytes) throw new LocalError('A file of the journal has an invalid line that is too long.');
    }
    return found;
  };
}

/** Undefined for a file that is not there. */
export async function openToRead(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalError } from '../base/errors.ts';
import { errnoOf, textIn } from '../base/system/files.ts';
import { filesOf, seriesNames, unusable } from './journal-files.ts';

/** The longest possible line: a body of 1 MiB takes up to 6 MiB. A file with a longer line is not a journal. */
const maxLineBytes = 256 * 1024 * 1024;
const newline = 10;

/** The lines of a file; a last one without an end too. None for a file that is not there. */
export function linesIn(path: string): string[] {
  const text = textIn(path, `the journal ${path}`, { most: Number.POSITIVE_INFINITY }) ?? '';
  return text.split('\n').filter((line) => line !== '');
}

/** Cuts pieces of a file into lines; what has no end yet waits for it. */
function createTail(): (piece: Buffer) => string[] {
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
async function openToRead(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

const blockBytes = 256 * 1024;
const pollMs = 100;

interface Followed {
  file: FileHandle;
  at: number;
  linesIn: ReturnType<typeof createTail>;
}

/**
 * The lines that are appended to a journal from now on, those of one look together, until the signal says stop. Every file there is
 * stays open: a slow process may still write to one that has been followed by another, or was removed.
 * Looks at the files every `pollMs`: what watches files misses changes on half of the file systems there are.
 */
export async function* linesFromNowOn(folder: string, signal: AbortSignal): AsyncGenerator<string[]> {
  const followed = new Map<string, Followed>();
  const allFiles = () => seriesNames.flatMap((series) => filesOf(folder, series));

  async function follow(path: string, fromNowOn: boolean): Promise<void> {
    const file = await openToRead(path);
    if (file) followed.set(path, { file, at: fromNowOn ? (await file.stat()).size : 0, linesIn: createTail() });
  }

  try {
    for (const path of allFiles()) await follow(path, true);
    while (!signal.aborted) {
      const paths = allFiles();
      for (const path of paths) if (!followed.has(path)) await follow(path, false);
      const lines: string[] = [];
      for (const [path, each] of followed) {
        for (const line of await linesSince(each)) lines.push(line);
        if (paths.includes(path)) continue;
        followed.delete(path);
        await each.file.close();
      }
      if (lines.length > 0) yield lines;
      await wait(pollMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    for (const { file } of followed.values()) await file.close();
  }
}

async function linesSince(followed: Followed): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    const { bytesRead, buffer } = await followed.file.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, followed.at);
    if (bytesRead === 0) return lines;
    followed.at += bytesRead;
    for (const line of followed.linesIn(buffer.subarray(0, bytesRead))) lines.push(line);
  }
}

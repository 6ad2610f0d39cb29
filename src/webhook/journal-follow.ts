import type { FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { filesOf, seriesNames } from './journal-files.ts';
import { createTail, openToRead } from './journal-reader.ts';

const blockBytes = 256 * 1024;

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
export async function* linesFromNowOn(folder: string, signal: AbortSignal, pollMs: number): AsyncGenerator<string[]> {
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

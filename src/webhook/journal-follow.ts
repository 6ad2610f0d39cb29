import { type FileHandle, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { currentFile, filesOf } from './journal-files.ts';
import { createTail, openToRead } from './journal-reader.ts';

const blockBytes = 256 * 1024;

/**
 * The lines that are appended to a journal from now on, across its rotations, until the signal says stop.
 * Looks at the file every `pollMs`: what watches files misses changes on half of the file systems there are.
 */
export async function* linesFromNowOn(folder: string, signal: AbortSignal, pollMs: number): AsyncGenerator<string> {
  let file = await openToRead(currentFile(folder));
  let at = file ? (await file.stat()).size : 0;
  let tail = createTail();
  try {
    while (!signal.aborted) {
      file ??= await openToRead(currentFile(folder));
      // Asked before the reading: what a slower process still writes to a file put aside is read before it is left.
      const following: string | undefined = file ? await fileAfter(folder, (await file.stat()).ino) : undefined;
      if (following !== undefined) await pause(pollMs, signal);
      for (let more = file !== undefined; more && file; ) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, at);
        at += bytesRead;
        more = bytesRead > 0;
        yield* tail.lines(buffer.subarray(0, bytesRead));
      }
      if (following === undefined) await pause(pollMs, signal);
      else {
        const left = file;
        file = left && (await openAfter(folder, (await left.stat()).ino));
        await left?.close();
        at = 0;
        tail = createTail();
      }
    }
  } finally {
    await file?.close();
  }
}

/** Opens the file that was begun after the one with this inode, which may be put aside under another name while it is opened. */
async function openAfter(folder: string, inode: number): Promise<FileHandle | undefined> {
  for (;;) {
    const path = await fileAfter(folder, inode);
    const file = path === undefined ? undefined : await openToRead(path);
    const after = await fileAfter(folder, inode);
    if (!file || (after !== undefined && (await inodeOf(after)) === (await file.stat()).ino)) return file;
    await file.close();
  }
}

/** The file that was begun after the one with this inode; undefined while that is the current one. */
async function fileAfter(folder: string, inode: number): Promise<string | undefined> {
  const current = currentFile(folder);
  if ((await inodeOf(current)) === inode) return undefined;
  const files = filesOf(folder);
  for (const [index, path] of files.entries()) if ((await inodeOf(path)) === inode) return files[index + 1];
  return files[0];
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.ino;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}

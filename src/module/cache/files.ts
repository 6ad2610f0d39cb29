import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { lookAt, openRegular, readBytes } from '../../system/files.ts';
import { onDisk } from '../archive/rejection.ts';

/** Whether a regular file exists, of that size if given. */
export function isFile(path: string, bytes?: number): boolean {
  const found = lookAt(path);
  return found?.isFile() === true && (bytes === undefined || found.size === bytes);
}

/** Opens a file of a cache, of any size. @throws what `openRegular` does */
export function openFile(path: string): number {
  return openRegular(path, { links: false, most: Number.POSITIVE_INFINITY });
}

/** The content of a small file of a cache; those of svc are below 2 kB. @throws what `openRegular` does */
export function readSmall(path: string): string {
  return readBytes(path, { links: false, most: 64 * 1024 }).toString();
}

/**
 * Creates a file, and hashes its content while writing.
 * @throws {LocalError} when the disk fails; whatever the source throws
 */
export async function writeHashed(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { mode }: { mode: number },
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = onDisk(path, () => openSync(path, 'wx', mode));
  try {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      for (let at = 0; at < piece.length; ) at += onDisk(path, () => writeSync(file, piece, at));
    }
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest('hex'), bytes };
}

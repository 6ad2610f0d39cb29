import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { lookAt } from '../../base/system/files.ts';
import { onDisk } from '../archive/rejection.ts';

/** Whether a regular file exists, of that size if given. */
export function isFile(path: string, bytes?: number): boolean {
  const found = lookAt(path);
  return found?.isFile() === true && (bytes === undefined || found.size === bytes);
}

/** Removes a file or folder of the cache. @throws {LocalError} when it cannot be removed */
export function remove(path: string): void {
  onDisk(path, () => rmSync(path, { recursive: true, force: true }));
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

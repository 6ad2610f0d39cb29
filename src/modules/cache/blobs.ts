import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, read, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cancellation, SvcError } from '../../base/errors.ts';
import { cannot, lookAt, openRegular } from '../../base/system/files.ts';
import { onDisk, shownPath } from '../archive/rejection.ts';
import type { Cache } from './folder.ts';

const pieceBytes = 256 * 1024;
const readInto = promisify(read);

/** Returns the path of an archive, whose name is its digest. */
export function blobPath({ blobs }: Cache, sha256: string): string {
  return join(blobs, sha256.slice(0, 2), sha256);
}

/** Returns whether the path of an archive exists; it need not be a file. */
export function hasBlob(cache: Cache, sha256: string): boolean {
  return lookAt(blobPath(cache, sha256)) !== undefined;
}

export function adoptBlob(cache: Cache, path: string, sha256: string): void {
  const blob = blobPath(cache, sha256);
  onDisk(blob, () => {
    mkdirSync(dirname(blob), { recursive: true, mode: 0o700 });
    renameSync(path, blob);
  });
}

/** Reads a regular file piece by piece, at most `length` bytes. @throws {LocalError} when it cannot be read; the reason of the signal */
export async function* bytesOf(
  path: string,
  { length = Number.POSITIVE_INFINITY, signal }: { length?: number; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Buffer> {
  let descriptor: number | undefined;
  try {
    descriptor = openRegular(path, { links: false, most: Number.POSITIVE_INFINITY });
    for (let remaining = length; remaining > 0; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, remaining));
      const { bytesRead } = await readInto(descriptor, piece, 0, piece.length, null);
      if (bytesRead === 0) return;
      remaining -= bytesRead;
      yield piece.subarray(0, bytesRead);
      if (signal?.aborted) throw cancellation(signal);
    }
  } catch (error) {
    throw error instanceof SvcError ? error : cannot(`read ${shownPath(path)}`, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns the digest of a file in hex digits. @throws what `bytesOf` throws */
export async function digestOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(path, { signal })) hash.update(piece);
  return hash.digest('hex');
}

/** Returns whether a regular file exists, of that size if given. */
export function isFile(path: string, bytes?: number): boolean {
  const status = lookAt(path);
  return status?.isFile() === true && (bytes === undefined || status.size === bytes);
}

/** Removes a file or folder of the cache. @throws {LocalError} */
export function remove(path: string): void {
  onDisk(path, () => rmSync(path, { recursive: true, force: true }));
}

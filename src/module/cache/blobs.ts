import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, read, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { monotonicMs } from '../../base/clock.ts';
import { cancellation, LocalError } from '../../base/errors.ts';
import { lookAt, openRegular } from '../../system/files.ts';
import { diskFault, onDisk } from '../archive/rejection.ts';
import { isFile } from './files.ts';
import type { Cache } from './folder.ts';

const pieceBytes = 256 * 1024;
const readInto = promisify(read);

/** An archive in the cache: its digest, and its size where that is known. */
export interface Blob {
  sha256: string;
  bytes?: number | undefined;
}

/** Limits of reading a file. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** For all of it. */
  timeoutMs?: number | undefined;
}

/** The path of an archive with this digest, which is its name in the cache. */
export function blobPath({ blobs }: Cache, sha256: string): string {
  return join(blobs, sha256.slice(0, 2), sha256);
}

/** Whether the path of an archive exists; `isReadable` checks that it is a file. */
export function hasBlob(cache: Cache, sha256: string): boolean {
  return lookAt(blobPath(cache, sha256)) !== undefined;
}

/** Whether an archive may be opened: a regular file of the expected size. */
export function isReadable(cache: Cache, { bytes, sha256 }: Blob): boolean {
  return isFile(blobPath(cache, sha256), bytes);
}

/** Renames a complete file to its digest; a concurrent run renames the same bytes. */
export function adoptBlob(cache: Cache, path: string, sha256: string): void {
  const blob = blobPath(cache, sha256);
  onDisk(blob, () => {
    mkdirSync(dirname(blob), { recursive: true, mode: 0o700 });
    renameSync(path, blob);
  });
}

/** Removes the path of an archive, whatever it is. */
export function dropBlob(cache: Cache, sha256: string): void {
  const path = blobPath(cache, sha256);
  onDisk(path, () => rmSync(path, { recursive: true, force: true }));
}

/**
 * The bytes of a regular file piece by piece, at most `length` of them.
 * @throws {LocalError} when it cannot be read, or not in time; what the signal carries once that fires
 */
export async function* bytesOf(
  path: string,
  { signal, timeoutMs = Number.POSITIVE_INFINITY }: Patience = {},
  length = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const began = monotonicMs();
  const descriptor = onDisk(path, () => openRegular(path, { links: false, most: Number.POSITIVE_INFINITY }));
  try {
    for (let left = length; left > 0; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, left));
      const { bytesRead } = await readInto(descriptor, piece, 0, piece.length, null).catch((error: unknown) => {
        throw diskFault(error, path);
      });
      if (bytesRead === 0) return;
      left -= bytesRead;
      yield piece.subarray(0, bytesRead);
      if (signal?.aborted) throw cancellation(signal);
      if (monotonicMs() - began > timeoutMs) {
        throw new LocalError(`Reading ${path} took longer than ${timeoutMs / 1000} s.`, {
          hint: 'Raise the limit with --timeout.',
        });
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The digest of a file as it is now, in hex digits. @throws what `bytesOf` throws */
export async function digestOf(path: string, patience: Patience = {}): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(path, patience)) hash.update(piece);
  return hash.digest('hex');
}

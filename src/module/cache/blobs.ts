import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFault, onDisk } from '../archive/refusal.ts';
import { removeFile } from './files.ts';
import type { Cache } from './folder.ts';

const pieceBytes = 256 * 1024;

/** Where an archive with this digest is, if it is there: it is known by its content alone. */
export function blobPath({ blobs }: Cache, sha256: string): string {
  return join(blobs, sha256.slice(0, 2), sha256);
}

export function hasBlob(cache: Cache, sha256: string): boolean {
  return existsSync(blobPath(cache, sha256));
}

/** Gives a whole file the name of its content; who does the same at the same time does it with the same bytes. */
export function adoptBlob(cache: Cache, path: string, sha256: string): void {
  const blob = blobPath(cache, sha256);
  try {
    mkdirSync(dirname(blob), { recursive: true, mode: 0o700 });
    renameSync(path, blob);
  } catch (error) {
    throw diskFault(error, blob);
  }
}

export function dropBlob(cache: Cache, sha256: string): void {
  removeFile(blobPath(cache, sha256));
}

/** The bytes of a file piece by piece, at most `length` of them; read at once, since a local file keeps nobody waiting. */
export async function* bytesOf(path: string, length = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const descriptor = onDisk(path, () => openSync(path, 'r'));
  try {
    for (let left = length; left > 0; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, left));
      const read = onDisk(path, () => readSync(descriptor, piece));
      if (read === 0) return;
      left -= read;
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The digest of a file as it is now, in hex digits. @throws {LocalError} when it cannot be read */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(path)) {
    hash.update(piece);
    // Others get a turn between two pieces.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest('hex');
}

import { createHash, type Hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { sniff } from '../archive/sniff.ts';
import { bytesOf } from './blobs.ts';
import { StartOver } from './continuation.ts';
import { openFile } from './files.ts';

/** Whether an archive with this beginning has checksums (CRC-32) of all its content. */
export function provesItself(head: Uint8Array): boolean {
  const format = sniff(Buffer.from(head.buffer, head.byteOffset, head.byteLength));
  return 'known' in format && format.known !== 'tar';
}

/** The first bytes of a regular file, enough to detect its format. @throws what the disk says */
export function headOf(path: string): Buffer {
  const head = Buffer.alloc(512);
  const descriptor = openFile(path);
  try {
    return head.subarray(0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The first bytes of a file, if their digest is unchanged.
 * @returns their hash, to continue with; undefined without a known digest
 * @throws {StartOver} after the last of them, for another digest
 */
export async function* readAgain(
  path: string,
  bytes: number,
  sha256: string | undefined,
): AsyncGenerator<Uint8Array, Hash | undefined> {
  if (sha256 === undefined) {
    yield* bytesOf(path, {}, bytes);
    return undefined;
  }
  const hash = createHash('sha256');
  for await (const piece of bytesOf(path, {}, bytes)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.copy().digest('hex') !== sha256) throw new StartOver();
  return hash;
}

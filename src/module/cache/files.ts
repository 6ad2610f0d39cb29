import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { errnoOf } from '../../files.ts';
import { onDisk } from '../archive/rejection.ts';

/** Neither follow links nor wait for the writer of a pipe; Windows has neither. */
const carefully = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** The largest index file; those of svc are below 2 kB. */
const mostTextBytes = 64 * 1024;

/** Removes a file if it exists, with one call: `rmSync` checks its type first, twice. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** The file at a path, links not followed; undefined when it or a parent does not exist. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a regular file exists, of that size if given. */
export function isFile(path: string, bytes?: number): boolean {
  const found = lookAt(path);
  return found?.isFile() === true && (bytes === undefined || found.size === bytes);
}

/** Opens a regular file for reading, and nothing else. @throws what the disk says, and `ENOTSUP` for another kind of file */
export function openFile(path: string): number {
  // Opening a device or a pipe may have effects.
  if (!isFile(path)) rejectKind(path);
  const descriptor = openSync(path, carefully);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  return rejectKind(path);
}

/** The content of a small regular file. @throws what the disk says, and `EFBIG` for a larger one */
export function readText(path: string): string {
  const descriptor = openFile(path);
  try {
    if (fstatSync(descriptor).size > mostTextBytes) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a file, and hashes its content while writing.
 * @throws {LocalError} when the disk fails; whatever the source throws
 */
export async function writeHashed(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { durable, mode }: { durable: boolean; mode: number },
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
    if (durable) onDisk(path, () => fsyncSync(file));
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest('hex'), bytes };
}

function rejectKind(path: string): never {
  // A missing file is reported by the call that opens it.
  const code = lookAt(path) ? 'ENOTSUP' : 'ENOENT';
  throw Object.assign(new Error(`${code}: not a regular file`), { code });
}

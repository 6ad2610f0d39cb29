import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CheckFailedError } from '../errors.ts';
import type { Disk } from '../module/archive/disk.ts';
import { extractArchive } from '../module/archive/extract.ts';
import { hashTree } from '../module/archive/h1.ts';
import { onDisk } from '../module/archive/refusal.ts';
import { sniff } from '../module/archive/sniff.ts';
import { place } from '../module/archive/staging.ts';
import type { Unpacked } from '../module/archive/unpacked.ts';
import { bytesOf } from '../module/cache/blobs.ts';
import { isFile } from '../module/cache/files.ts';
import type { Ending, Mirrored } from './entry.ts';

/** A whole file that has no name in the mirror yet. */
export interface Written {
  path: string;
  sha256: string;
  bytes: number;
  ending: Ending;
}

/** Writes an archive aside. @throws {LocalError} when the disk fails; whatever the bytes throw */
export async function writeAside(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const file = onDisk(path, () => openSync(path, 'wx', 0o644));
  try {
    for await (const piece of source) {
      if (head.length < 512) head = Buffer.concat([head, piece]).subarray(0, 512);
      hash.update(piece);
      bytes += piece.length;
      onDisk(path, () => writeAll(file, piece));
    }
    onDisk(path, () => fsyncSync(file));
  } finally {
    closeSync(file);
  }
  const format = sniff(head);
  const ending = 'known' in format && format.known !== 'gzip' ? format.known : 'tar.gz';
  return { path, sha256: hash.digest('hex'), bytes, ending };
}

/** Gives it its name. @throws {LocalError} when the disk fails */
export function adopt(root: string, { path }: Written, file: string): void {
  const final = join(root, file);
  onDisk(final, () => {
    mkdirSync(dirname(final), { recursive: true });
    renameSync(path, final);
  });
}

/** Removes what did not get a name. */
export function drop(path: string): void {
  rmSync(path, { force: true });
}

/** Unpacks an archive of a mirror into a folder that is not there yet; undefined where it is missing or not what it was. */
export async function unpackMirrored(
  root: string,
  { bytes, file, h1, sha256 }: Mirrored,
  { dir, disk, signal }: { dir: string; disk?: Disk | undefined; signal: AbortSignal },
): Promise<Unpacked | undefined> {
  const path = join(root, file);
  if (!isFile(path, bytes)) return undefined;
  let unpacked: Unpacked | undefined;
  try {
    await place(dir, { signal }, async (temp) => {
      const extracted = await extractArchive(bytesOf(path, { signal }), temp, { disk, signal });
      unpacked = extracted.unpacked;
      if (extracted.sha256 !== sha256 || hashTree(unpacked) !== h1)
        throw new CheckFailedError(`${path} is not what it was.`);
      return temp;
    });
    return unpacked;
  } catch (error) {
    if (error instanceof CheckFailedError) return undefined;
    throw error;
  }
}

function writeAll(file: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
}

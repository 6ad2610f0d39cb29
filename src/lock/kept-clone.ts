import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '../errors.ts';
import { hashTree } from '../module/archive/h1.ts';
import { temporaryName } from '../module/archive/owner.ts';
import { diskFault } from '../module/archive/refusal.ts';
import type { Unpacked } from '../module/archive/unpacked.ts';
import { adoptBlob, hasBlob } from '../module/cache/blobs.ts';
import { type Entry, readEntry, type VersionKey, writeEntry } from '../module/cache/entries.ts';
import type { Cache } from '../module/cache/folder.ts';
import { fetchArchive } from '../module/fetch/archive.ts';
import type { FetchParts } from '../module/fetch/unpack.ts';
import type { LockedCall } from './lock-file.ts';

/** Packs the files of a folder. */
export type Pack = (folder: string) => AsyncIterable<Uint8Array>;

/** Files of a repository, with or without those of its submodules: the hash tells. */
export interface LockedClone {
  commit: string;
  h1: string;
}

/** What the cache has of a locked repository; undefined where that is not all. */
export function keptClone(cache: Cache, locked: Pick<LockedCall, 'commit' | 'h1'>): Entry | undefined {
  const { commit, h1 } = locked;
  if (commit === undefined || h1 === undefined) return undefined;
  const entry = readEntry(cache, keyOf({ commit, h1 }), () => undefined);
  return entry && hasBlob(cache, entry.sha256) ? entry : undefined;
}

/** Unpacks what the cache has of a locked repository into a folder that is not there yet; undefined where that is not it. */
export async function unpackClone(
  name: string,
  locked: Pick<LockedCall, 'commit' | 'h1'>,
  dir: string,
  parts: Omit<FetchParts, 'dir' | 'force'>,
): Promise<Unpacked | undefined> {
  const entry = parts.cache && keptClone(parts.cache, locked);
  if (!entry) return undefined;
  const remote = async () => {
    throw new LocalError(`The cache has lost ${name}.`);
  };
  // It was packed here, and its hash is known: how much smaller it became means nothing.
  const where = { ...parts, dir, force: false, acceptClash: true, limits: { ratio: Number.POSITIVE_INFINITY } };
  const wanted = { address: name, key: entry, subdir: '.', sha256: entry.sha256, remote };
  try {
    const { unpacked } = await fetchArchive(wanted, where);
    if (hashTree(unpacked) === locked.h1) return unpacked;
    parts.warn(`The cache's copy of ${name} is not what it was.`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  return undefined;
}

/** Packs a fetched repository into the cache; that this fails is a warning. */
export async function keepClone(
  dir: string,
  { location, name, ...locked }: LockedClone & { location: string; name: string },
  { cache, pack, warn }: Pick<FetchParts, 'cache' | 'warn'> & { pack?: Pack | undefined },
): Promise<void> {
  if (!cache || !pack || keptClone(cache, locked)) return;
  const path = join(cache.partial, temporaryName());
  try {
    const { bytes, sha256 } = await write(path, pack(dir), cache.durable);
    adoptBlob(cache, path, sha256);
    const at = new Date().toISOString();
    writeEntry(cache, { ...keyOf(locked), location, format: 'tar.gz', subdir: '.', sha256, bytes, at });
  } catch (error) {
    const fault = diskFault(error, path);
    rmSync(path, { force: true });
    if (!(fault instanceof LocalError)) throw fault;
    warn(`${name} is not kept in the cache. ${fault.message}`);
  }
}

/** Whatever it was fetched from, and as whatever version. */
function keyOf({ commit, h1 }: LockedClone): VersionKey {
  return { registry: 'git', module: `${commit} ${h1}`, version: '0.0.0' };
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  durable: boolean,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = openSync(path, 'wx', 0o600);
  try {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    }
    if (durable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest('hex'), bytes };
}

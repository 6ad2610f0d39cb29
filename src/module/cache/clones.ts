import { join } from 'node:path';
import { LocalError } from '../../errors.ts';
import { diskFault } from '../archive/rejection.ts';
import { adoptBlob, hasBlob } from './blobs.ts';
import { type Entry, readEntry, type VersionKey, writeEntry } from './entries.ts';
import { writeHashed } from './files.ts';
import type { Cache } from './folder.ts';

/** Files of a repository, with or without those of its submodules: the hash tells. */
interface Clone {
  commit?: string | undefined;
  h1?: string | undefined;
}

/** Dependencies of storing the files of a repository; nothing is stored without `cache` and `pack`. */
interface StoreDeps {
  cache?: Cache | undefined;
  pack?: ((folder: string) => AsyncIterable<Uint8Array>) | undefined;
  warn(message: string): void;
}

/** The cached files of a repository; undefined when incomplete. */
export function cachedClone(cache: Cache, { commit, h1 }: Clone): Entry | undefined {
  if (commit === undefined || h1 === undefined) return undefined;
  const entry = readEntry(cache, keyOf(commit, h1), () => undefined);
  return entry && hasBlob(cache, entry.sha256) ? entry : undefined;
}

/** Packs a fetched repository into the cache; a failure is a warning. Archives are already stored. */
export async function storeClone(
  {
    commit,
    dir,
    h1,
    location = '',
    name,
  }: Clone & { dir: string; h1: string; location?: string | undefined; name: string },
  { cache, pack, warn }: StoreDeps,
): Promise<void> {
  if (!cache || !pack || commit === undefined || cachedClone(cache, { commit, h1 })) return;
  const { durable, staging, temporaries } = cache;
  try {
    await temporaries.inPrivateFolder([staging], async (folder) => {
      const path = join(folder, 'archive');
      const packed = await writeHashed(path, pack(dir), { durable, mode: 0o600 });
      adoptBlob(cache, path, packed.sha256);
      const at = new Date().toISOString();
      writeEntry(cache, { ...keyOf(commit, h1), location, format: 'tar.gz', subdir: '.', ...packed, at });
    });
  } catch (error) {
    const fault = diskFault(error, staging);
    if (!(fault instanceof LocalError)) throw fault;
    warn(`${name} was not cached. ${fault.message}`);
  }
}

/** The same key for every origin and version. */
function keyOf(commit: string, h1: string): VersionKey {
  return { registry: 'git', module: `${commit} ${h1}`, version: '0.0.0' };
}

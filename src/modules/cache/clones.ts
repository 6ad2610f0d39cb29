import { join } from 'node:path';
import { CheckFailedError, LocalError } from '../../base/errors.ts';
import { diskFault } from '../archive/rejection.ts';
import type { FetchDeps, PackageSpec } from '../fetch/spec.ts';
import { adoptBlob } from './blobs.ts';
import { type Entry, storedEntry, type VersionKey, writeEntry } from './entries.ts';
import { writeHashed } from './files.ts';
import type { Cache } from './folder.ts';

/** The cached files of a repository, with or without those of its submodules: the hash tells. Undefined when incomplete. */
export function cachedClone(cache: Cache, { commit, h1 }: Pick<PackageSpec, 'commit' | 'h1'>): Entry | undefined {
  if (commit === undefined || h1 === undefined) return undefined;
  return storedEntry(cache, keyOf(commit, h1), () => undefined);
}

/** Fetched files of a repository: from git, or as the archive that a mirror has packed, which is already stored. */
interface Fetched extends Pick<PackageSpec, 'commit'> {
  h1: string;
  dir: string;
  name: string;
  location?: string | undefined;
  archive?: Pick<Entry, 'bytes' | 'format' | 'sha256'> | undefined;
}

/** Stores the files of a repository in the cache, packed; nothing without `cache` and `pack`. A failure is a warning. */
export async function storeClone(
  { archive, commit, dir, h1, location = '', name }: Fetched,
  { cache, pack, warn }: Pick<FetchDeps, 'cache' | 'pack' | 'warn'>,
): Promise<void> {
  if (!cache || !pack || commit === undefined || cachedClone(cache, { commit, h1 })) return;
  const { staging, temporaries } = cache;
  const store = (packed: Pick<Entry, 'bytes' | 'format' | 'sha256'>) =>
    writeEntry(cache, { ...keyOf(commit, h1), location, subdir: '.', ...packed, at: new Date().toISOString() });
  try {
    if (archive) return store(archive);
    await temporaries.inPrivateFolder([staging], async (folder) => {
      const path = join(folder, 'archive');
      const packed = await writeHashed(path, pack(dir), { mode: 0o600 });
      adoptBlob(cache, path, packed.sha256);
      store({ ...packed, format: 'tar.gz' });
    });
  } catch (error) {
    const fault = diskFault(error, staging);
    if (!(fault instanceof LocalError || fault instanceof CheckFailedError)) throw fault;
    warn(`${name} was not cached. ${fault.message}`);
  }
}

/** The same key for every origin and version. */
function keyOf(commit: string, h1: string): VersionKey {
  return { registry: 'git', module: `${commit} ${h1}`, version: '0.0.0' };
}

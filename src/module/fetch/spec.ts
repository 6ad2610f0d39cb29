import type { Client } from '../../client/client.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { Disk } from '../archive/disk.ts';
import type { ArchiveLimits } from '../archive/limits.ts';
import type { VersionKey } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import type { GitFetchDeps } from './git.ts';
import type { Located } from './page.ts';

/** A package to fetch: an archive, or the files of a repository's commit. */
export interface PackageSpec {
  /** How messages name it. */
  name: string;
  /** What the cache knows it as, where it is an archive. */
  key: VersionKey;
  /** The module that it is a version of; undefined for a package that a configuration names itself. */
  module?: { address: ModuleAddress; version: string } | undefined;
  /** The folder in it to fetch, which may be a pattern; the whole package where there is none. */
  subdir?: string | undefined;
  /** Whether the archive that the cache has under the key will not do. */
  fresh?: boolean | undefined;
  /** Hex digest of the archive: a cached copy will do, and any other archive is rejected. */
  sha256?: string | undefined;
  /** The commit of a repository, and the hash of its files: a cached copy will do. */
  commit?: string | undefined;
  h1?: string | undefined;
  /** Whether the submodules of a repository belong to it. */
  submodules?: boolean | undefined;
  /** Asks where it is, which is not done for what the cache has. */
  locate(): Promise<Located>;
}

/** What fetching packages takes. */
export interface FetchDeps {
  client(): Promise<Client>;
  /** What fetching from a git repository takes besides. */
  git: Pick<GitFetchDeps, 'env' | 'timeoutMs'>;
  /** Where packages are stored for the next time; nothing is, and nothing is resumed, without. */
  cache?: Cache | undefined;
  /** Packs the files of a repository for the cache; none is stored without. */
  pack?: ((folder: string) => AsyncIterable<Uint8Array>) | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean | undefined;
  /** Unpack beside the folder even where another user can swap what is unpacked. */
  allowSharedParent?: boolean | undefined;
  /** Replace a folder that is there already. */
  force?: boolean | undefined;
  /** What differs from the default limits. */
  limits?: Partial<ArchiveLimits> | undefined;
  /** Bytes a second below which a download is given up; 0 for any speed. */
  minSpeed?: number | undefined;
  /** The disk that is unpacked to (default: the real one). */
  disk?: Disk | undefined;
  /** Unpack what the disk can hold even where it takes names for one whose content differs. */
  acceptClash?: boolean | undefined;
  signal: AbortSignal;
  warn(message: string): void;
  /** Told what is going on. */
  update(message: string): void;
}

import type { Client } from '../../api/client/client.ts';
import type { Environment } from '../../base/system/programs.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { ExtractOptions } from '../archive/extract.ts';
import type { PlaceOptions } from '../archive/staging.ts';
import type { Unpacked } from '../archive/unpack-result.ts';
import type { VersionKey } from '../cache/entries.ts';
import type { Cache } from '../cache/folder.ts';
import type { DirectLocation, Located } from './locate.ts';
import type { ArchiveFormat } from './location.ts';

/** A package to read: an archive, or the files of a repository's commit. */
export interface Source {
  /** How messages name it. */
  name: string;
  /** The cache key of an archive. */
  key: VersionKey;
  /** The module of this version; undefined for a package with a direct location. */
  address?: ModuleAddress | undefined;
  /** The folder to read, possibly a pattern (default: the whole package). */
  subdir?: string | undefined;
  /** Whether to ignore the cached archive of the key. */
  fresh?: boolean | undefined;
  /** Hex digest of the archive: a cached copy is accepted, and any other archive is rejected. */
  sha256?: string | undefined;
  /** The commit of a repository, and the hash of its files: a cached copy is accepted. */
  commit?: string | undefined;
  h1?: string | undefined;
  /** Whether the submodules of a repository belong to it. */
  submodules?: boolean | undefined;
  /** Requests the location; not called for a cached package. */
  locate(): Promise<Located>;
}

/** A package on disk. */
export interface Package extends Pick<Filled, 'bytes' | 'commit' | 'format' | 'sha256' | 'submodules'> {
  name: string;
  dir: string;
  /** The absolute location, secrets masked; undefined without a request. */
  location?: string | undefined;
  /** The folder of the module in the package, possibly a pattern; empty for the whole. */
  inner: string;
  /** Whether it came from the cache. */
  cached: boolean;
  /** `h1:` hash of all files. @throws {CheckFailedError} for too many files behind links */
  readonly h1: string;
  /** Paths in which a name differs from another only in case. */
  alike?: readonly string[] | undefined;
  /** Whether the disk has fewer files, because such names collide. */
  isMerged?: boolean | undefined;
  /** Why the collision matters. */
  clash?: string | undefined;
}

/** Dependencies and options of reading packages. */
export interface FetchDeps extends PlaceOptions, Pick<ExtractOptions, 'disk' | 'limits'> {
  client(): Promise<Client>;
  git: { env: Environment; timeoutMs?: number | undefined };
  /** Whether keys may be sent over plain http to other machines. */
  insecureHttp?: boolean | undefined;
  /** Without a cache nothing is stored or resumed. */
  cache?: Cache | undefined;
  /** Packs the files of a repository for the cache; without it they are not stored. */
  pack?: ((folder: string) => AsyncIterable<Uint8Array>) | undefined;
  offline?: boolean | undefined;
  /** Bytes a second below which a download is given up; 0 for any speed. */
  minSpeed?: number | undefined;
  /** Unpack what the disk can hold even where different names collide. */
  acceptClash?: boolean | undefined;
  signal: AbortSignal;
  warn(message: string): void;
  /** Updates the progress line. */
  update(message: string): void;
}

/** The files of a package in a temporary folder. */
export interface Filled {
  unpacked: Unpacked;
  /** Number of bytes received, now or when it was cached. */
  bytes: number;
  /** Unexpected content, and differences from a clone, one sentence each. */
  notes: readonly string[];
  /** The format of an archive, by its bytes. */
  format?: ArchiveFormat | undefined;
  /** Hex digest of an archive as received. */
  sha256?: string | undefined;
  /** Full id of the commit, from a git repository. */
  commit?: string | undefined;
  /** The submodules of that commit, if fetched. */
  submodules?: FetchedProject[] | undefined;
  /** Stores an archive in the cache once it is verified. */
  keep?(): void;
}

/** A fetched repository, as `-o json` shows a submodule: its path in the module's own one, its origin with secrets masked, and the full id. */
export type FetchedProject = Record<'commit' | 'location' | 'path', string>;

/** Unpacks a package into an empty folder. */
export type Fill = (temp: string) => Promise<Filled>;

/** Receives a package; `place` verifies and places what a fill unpacks, and is called again after a lost connection. */
export type Receive<Location extends DirectLocation> = (
  located: Located & { location: Location },
  source: Source,
  deps: FetchDeps,
  place: (fill: Fill) => Promise<Package>,
) => Promise<Package>;

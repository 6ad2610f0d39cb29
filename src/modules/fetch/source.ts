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

export interface Source {
  name: string;
  key: VersionKey;
  /** The module's address in a registry; undefined for a package with a direct location. */
  address?: ModuleAddress | undefined;
  /** The folder to read, which may be a pattern (default: the whole package). */
  subdir?: string | undefined;
  /** Set to ignore the cached archive of the key. */
  fresh?: boolean | undefined;
  /** Hex digest of the locked archive: a cached copy is accepted, any other archive is rejected. */
  sha256?: string | undefined;
  /** The locked commit of a repository, with the hash of its files: a cached copy is accepted. */
  commit?: string | undefined;
  h1?: string | undefined;
  submodules?: boolean | undefined;
  locate(): Promise<Located>;
}

export interface Package extends Pick<Filled, 'bytes' | 'commit' | 'format' | 'sha256' | 'submodules'> {
  name: string;
  dir: string;
  /** The absolute location, secrets masked; undefined for a cached package. */
  location?: string | undefined;
  /** The folder of the module in the package, which may be a pattern; empty for the whole package. */
  inner: string;
  cached: boolean;
  /** `h1:` hash of all files. @throws {CheckFailedError} for too many files behind links */
  readonly h1: string;
  /** Paths whose name differs from another only in case. */
  alike?: readonly string[] | undefined;
  /** Set if the disk has fewer files, because such names collide. */
  isMerged?: boolean | undefined;
  clash?: string | undefined;
}

export interface FetchDeps extends PlaceOptions, Pick<ExtractOptions, 'disk' | 'limits'> {
  client(): Promise<Client>;
  git: { env: Environment; timeoutMs?: number | undefined };
  /** Allows sending keys over plain http to other machines. */
  insecureHttp?: boolean | undefined;
  cache?: Cache | undefined;
  /** Packs a repository's files for the cache; undefined if they are not cached. */
  pack?: ((folder: string) => AsyncIterable<Uint8Array>) | undefined;
  offline?: boolean | undefined;
  /** Bytes per second below which a download is aborted; 0 for no limit. */
  minSpeed?: number | undefined;
  /** Accepts names that collide on the disk although their content differs. */
  acceptClash?: boolean | undefined;
  signal: AbortSignal;
  warn(message: string): void;
  update(message: string): void;
}

export interface Filled {
  unpacked: Unpacked;
  /** Number of bytes received, now or when it was cached. */
  bytes: number;
  /** Notes on unexpected content, and on differences from a clone, one sentence each. */
  notes: readonly string[];
  format?: ArchiveFormat | undefined;
  /** Hex digest of a received archive. */
  sha256?: string | undefined;
  commit?: string | undefined;
  submodules?: FetchedProject[] | undefined;
  /** Stores a verified archive in the cache. */
  keep?(): void;
}

/** A fetched repository, as `-o json` shows a submodule: its path in the module, its origin with secrets masked, and the full id. */
export type FetchedProject = Record<'commit' | 'location' | 'path', string>;

export type Fill = (temp: string) => Promise<Filled>;

/** Receives a package. Calls `place`, which verifies and places it, and calls it again after a lost connection. */
export type Receive<Location extends DirectLocation> = (
  located: Located & { location: Location },
  source: Source,
  deps: FetchDeps,
  place: (fill: Fill) => Promise<Package>,
) => Promise<Package>;

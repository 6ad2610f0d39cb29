import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, jsonIn } from '../../base/json.ts';
import { errnoOf, namesIn, readBytes, touch } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { canonicalVersion, parseVersion } from '../address/version.ts';
import { onDisk } from '../archive/rejection.ts';
import type { ArchiveFormat } from '../fetch/location.ts';
import { type Cache, hasBlob } from './folder.ts';

export interface ModuleKey {
  /** The URL of the registry (ends in a slash), or the origin of the host that discovery starts from. */
  registry: string;
  /** `NAMESPACE/NAME/PROVIDER` */
  module: string;
}

export interface VersionKey extends ModuleKey {
  version: string;
}

export interface Entry extends VersionKey {
  /** The download location to show, with secrets masked; not for fetching. */
  location: string;
  format?: ArchiveFormat | undefined;
  /** The folder inside the archive, `.` for the whole archive. */
  subdir: string;
  sha256: string;
  bytes: number;
  /** ISO 8601. */
  at: string;
}

export interface Foreign {
  path: string;
  fault: 'is not a valid cache entry' | 'belongs to another module';
}

const texts = ['registry', 'module', 'version', 'location', 'subdir', 'at'] as const;

/** Returns a file name for a version, valid on every disk. */
export function keyName(key: VersionKey): string {
  return hashed(key.registry, key.module, canonicalVersion(key.version));
}

function folderOf({ index }: Cache, { registry, module }: ModuleKey): string {
  return join(index, hashed(registry, module));
}

function entryPath(cache: Cache, key: VersionKey): string {
  return join(folderOf(cache, key), `${hashed(canonicalVersion(key.version))}.json`);
}

/** Returns the entry of a version whose archive exists; removes an invalid entry with a warning. */
export function storedEntry(cache: Cache, key: VersionKey, warn: (message: string) => void): Entry | undefined {
  const path = entryPath(cache, key);
  const entry = entryAt(cache, path);
  if (!entry) return undefined;
  if (!('fault' in entry)) return hasBlob(cache, entry.sha256) ? entry : undefined;
  unlessThrown(() => rmSync(path, { recursive: true }));
  warn(`${path} ${entry.fault}; it is ignored.`);
  return undefined;
}

/** Lists the entries of the index, or those of one module. */
export function* entries(cache: Cache, key?: ModuleKey): Generator<(Entry & { path: string }) | Foreign> {
  for (const folder of key ? [folderOf(cache, key)] : namesIn(cache.index).map((name) => join(cache.index, name))) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const entry = entryAt(cache, path);
      if (entry) yield 'fault' in entry ? entry : { ...entry, path };
    }
  }
}

/** Writes an entry by way of a temporary file, so that readers see all of it or nothing. */
export function writeEntry(cache: Cache, entry: Entry, newFile: string): void {
  const path = entryPath(cache, entry);
  onDisk(path, () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(newFile, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    renameSync(newFile, path);
  });
}

/** Returns the key of a repository's files. The hash identifies them: origin, version and submodules do not matter. */
export function cloneKey(commit: string, h1: string): VersionKey {
  return { registry: 'git', module: `${commit} ${h1}`, version: '0.0.0' };
}

export function touchEntry(cache: Cache, key: VersionKey): void {
  touch(entryPath(cache, key));
}

function entryAt(cache: Cache, path: string): Entry | Foreign | undefined {
  try {
    // Check first: most entries do not exist, and an error is ten times slower.
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    // svc writes entries below 2 kB.
    const entry = parse(readBytes(path, { links: false, most: 64 * 1024 }).toString());
    if (entry) return entryPath(cache, entry) === path ? entry : { path, fault: 'belongs to another module' };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
  }
  return { path, fault: 'is not a valid cache entry' };
}

function parse(text: string): Entry | undefined {
  const value = jsonIn(text);
  if (!isObject(value)) return undefined;
  const { bytes, format, sha256 } = value;
  const isEntry =
    texts.every((name) => typeof value[name] === 'string') &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isSafeInteger(bytes) &&
    [undefined, 'tar.gz', 'tar', 'zip'].includes(format as string | undefined) &&
    parseVersion(value.version as string) !== undefined;
  return isEntry ? (value as unknown as Entry) : undefined;
}

function hashed(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}

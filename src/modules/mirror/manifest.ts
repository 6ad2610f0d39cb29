import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError, LocalError, UsageError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { lookAt, replaceFile, textIn } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { parseAddress } from '../address/address.ts';
import { parseVersion } from '../address/version.ts';
import { foldedName, portableName } from '../archive/portable-name.ts';
import { onDisk } from '../archive/rejection.ts';
import type { ArchiveFormat } from '../fetch/location.ts';
import type { LockedCall } from '../lock/lock-file.ts';
import type { ModuleName } from '../publish/release.ts';

export interface Mirrored extends Pick<LockedCall, 'commit' | 'submodules'> {
  /** `HOST/NAMESPACE/NAME/PROVIDER`, or a source as written in a configuration, secrets masked. */
  source: string;
  /** The version of a registry module, in canonical form; missing for other sources. */
  version?: string | undefined;
  /** The path of the archive, relative to the mirror. */
  file: string;
  /** The module's folder in the archive, according to the registry; may be a pattern; empty for the whole archive. */
  subdir: string;
  sha256: string;
  bytes: number;
  h1: string;
  /** The URL of the download, with secrets masked. */
  origin: string;
  description: string;
  at: string;
}

export interface MirroredName extends ModuleName {
  host: string;
}

const bounds = { depth: 8, pathBytes: 1024 };
const endings = ['tar.gz', 'tar', 'zip'] as const;

/** Returns the registry module of an entry; undefined for any other source. */
export function nameIn({ source, version }: Pick<Mirrored, 'source' | 'version'>): MirroredName | undefined {
  const [host = '', namespace = '', name = '', provider = '', ...rest] = version === undefined ? [] : source.split('/');
  return provider === '' || rest.length > 0 ? undefined : { host, namespace, name, provider };
}

/** Returns the folder for a host; a colon is replaced, because some disks allow none in a name. */
export function hostFolder(host: string): string {
  return host.replaceAll(':', '_');
}

/**
 * Returns the path of a package's archive: beside its `download` document, or among the sources without a registry.
 * @throws {CheckFailedError} for a name that is not portable
 */
export function fileOf(entry: Pick<Mirrored, 'commit' | 'sha256' | 'source' | 'version'>, ending: ArchiveFormat) {
  const names = nameIn(entry);
  const path = names
    ? [hostFolder(names.host), names.namespace, names.name, names.provider, entry.version, `archive.${ending}`]
    : ['_sources', `${entry.commit ?? entry.sha256}.${ending}`];
  const portable = portableName(path.join('/'), bounds);
  if ('reason' in portable)
    throw new CheckFailedError(`The name ${path.join('/')} is not portable: it ${portable.reason}.`);
  return portable.segments.join('/');
}

/** Returns the path of a file to write. @throws {LocalError} for a folder that is a link, which may lead out of the mirror */
export function pathIn(root: string, file: string): string {
  return file.split('/').reduce((folder, name) => {
    if (folder === root || !lookAt(folder)?.isSymbolicLink()) return join(folder, name);
    throw new LocalError(`${folder} is a link, and a mirror must not have links.`);
  }, root);
}

/** Returns a key that is equal for archives whose paths collide on some disk. */
function diskKey({ file }: Pick<Mirrored, 'file'>): string {
  return file.slice(0, file.lastIndexOf('/')).split('/').map(foldedName).join('/');
}

/** Returns whether a value is an entry whose archive has the expected path. */
export function isEntry(value: unknown): value is Mirrored {
  if (!isObject(value)) return false;
  const entry = value as Partial<Record<keyof Mirrored, unknown>>;
  const { at, bytes, commit, description, file, h1, origin, sha256, source, subdir, submodules, version } = entry;
  return (
    [source, file, subdir, origin, description, at].every((text) => typeof text === 'string' && text.length <= 4096) &&
    matches(sha256, /^[0-9a-f]{64}$/) &&
    matches(h1, /^h1:[A-Za-z0-9+/]{43}=$/) &&
    (commit === undefined || matches(commit, /^([0-9a-f]{40}|[0-9a-f]{64})$/)) &&
    (submodules === undefined || submodules === 'fetched') &&
    Number.isSafeInteger(bytes) &&
    !/[\p{Cc}\\]|(^|\/)\.\.(\/|$)/u.test(subdir as string) &&
    (version === undefined || isModule(source as string, version)) &&
    endings.some((ending) => unlessThrown(() => fileOf(entry as Mirrored, ending)) === file)
  );
}

function isModule(source: string, version: unknown): boolean {
  if (typeof version !== 'string' || !parseVersion(version)) return false;
  const names = nameIn({ source, version });
  if (!names || !/^[a-z0-9.-]+(:\d{1,5})?$/.test(names.host)) return false;
  // With a host in front, a namespace with a dot is not read as a host.
  const text = `modules.test/${names.namespace}/${names.name}/${names.provider}`;
  return unlessThrown(() => parseAddress(text)) !== undefined;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

export const manifestName = 'mirror.json';
const manifestVersion = 1;
/** How often a long run saves the manifest; a run after a crash repeats only the downloads since then. */
const saveEveryMs = 1000;

export type Manifest = ReturnType<typeof openManifest>;

/**
 * Opens the manifest of a mirror, empty for a new mirror.
 * @param fresh the temporary path to write to first, on the same disk
 * @throws {UsageError} for an invalid manifest
 */
export function openManifest(dir: string, fresh = join(dir, `${manifestName}.new`)) {
  const path = join(dir, manifestName);
  if (lookAt(path)?.isSymbolicLink()) throw rejection(path, 'it is a link');
  const stored = new Map(readManifest(dir).map((entry) => [keyOf(entry), entry]));
  const places = new Map([...stored.values()].map((entry) => [diskKey(entry), entry.source]));
  const addedKeys = new Set<string>();
  let saved = 0;

  /** Writes the manifest, merged with entries that other processes added. @throws {LocalError} */
  function save(): void {
    for (const entry of readManifest(dir)) if (!addedKeys.has(keyOf(entry))) stored.set(keyOf(entry), entry);
    // Each entry has a line of its own, for readable diffs.
    const lines = sorted(stored.values()).map((entry) => `    ${JSON.stringify(entry)}`);
    const text = `{\n  "version": ${manifestVersion},\n  "packages": [\n${lines.join(',\n')}\n  ]\n}\n`;
    onDisk(path, () => replaceFile(path, text, fresh));
    saved = Date.now();
  }

  return {
    find: (identity: Parameters<typeof keyOf>[0]): Mirrored | undefined => stored.get(keyOf(identity)),
    /** Adds an entry. @throws {CheckFailedError} if its path collides with another entry's on some disks */
    add(entry: Mirrored): void {
      const place = diskKey(entry);
      const twin = entry.version === undefined ? undefined : places.get(place);
      if (twin !== undefined && twin !== entry.source) {
        throw new CheckFailedError(`${entry.source} and ${twin} would share a folder on some disks.`);
      }
      places.set(place, entry.source);
      stored.set(keyOf(entry), entry);
      addedKeys.add(keyOf(entry));
      if (Date.now() - saved > saveEveryMs) save();
    },
    entries: (): Mirrored[] => sorted(stored.values()),
    save,
    remove: () => onDisk(path, () => rmSync(path, { force: true })),
  };
}

/** Reads the entries of a mirror's manifest. @throws {UsageError} for an invalid manifest */
export function readManifest(dir: string): Mirrored[] {
  const path = join(dir, manifestName);
  const text = textIn(path);
  if (text === undefined) return [];
  const document = jsonIn(text);
  const { packages, version } = isObject(document) ? document : {};
  if (typeof version === 'number' && version > manifestVersion) throw rejection(path, 'a newer svc created it');
  if (version !== manifestVersion || !Array.isArray(packages))
    throw rejection(path, 'its version or its list of packages is missing');
  const invalidIndex = packages.findIndex((entry) => !isEntry(entry));
  if (invalidIndex >= 0) throw rejection(path, `entry ${invalidIndex + 1} is invalid`);
  return packages;
}

function rejection(path: string, why: string): UsageError {
  return new UsageError(`${path} is not a valid mirror manifest: ${why}.`, {
    hint: 'Use another folder, or delete the file and rerun svc module mirror.',
  });
}

function keyOf({ commit, source, version }: Pick<Mirrored, 'commit' | 'source' | 'version'>): string {
  return version === undefined ? `${source} ${commit ?? ''}` : `${source}@${version}`;
}

function sorted(entries: Iterable<Mirrored>): Mirrored[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

import { join } from 'node:path';
import { CheckFailedError, LocalError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { lookAt } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { parseAddress } from '../address/address.ts';
import { parseVersion } from '../address/version.ts';
import { foldedName, portableName } from '../archive/portable-name.ts';
import type { ArchiveFormat } from '../fetch/location.ts';
import type { LockedCall } from '../lock/lock-file.ts';
import type { ModuleName } from '../publish/release.ts';

export interface Mirrored extends Pick<LockedCall, 'commit' | 'submodules'> {
  /** `HOST/NAMESPACE/NAME/PROVIDER`, or a source as written in a configuration, secrets masked. */
  source: string;
  /** Set for a registry module, in canonical form. */
  version?: string | undefined;
  /** The archive, relative to the mirror. */
  file: string;
  /** The folder of the module in it according to the registry, which may contain a pattern; empty for the whole archive. */
  subdir: string;
  sha256: string;
  bytes: number;
  h1: string;
  /** The URL of the download, secrets masked. */
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
  const [host = '', namespace = '', name = '', provider = '', ...more] = version === undefined ? [] : source.split('/');
  return provider === '' || more.length > 0 ? undefined : { host, namespace, name, provider };
}

/** Returns the folder of a host: some disks allow no colon in a name. */
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

/** Returns a key that is equal for archives that would overwrite each other on some disks. */
export function diskKey({ file }: Pick<Mirrored, 'file'>): string {
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
  // The host prefix keeps a namespace with a dot from being read as a host.
  const text = `modules.test/${names.namespace}/${names.name}/${names.provider}`;
  return unlessThrown(() => parseAddress(text)) !== undefined;
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

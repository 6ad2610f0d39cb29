import { isObject } from '../json.ts';
import { parseAddress } from '../module/address/address.ts';
import { parseVersion } from '../module/address/version.ts';
import { foldedName, portableName } from '../module/archive/portable-name.ts';
import type { ModuleName } from '../publish/release.ts';

/** One package of a mirror. */
export interface Mirrored {
  /** `HOST/NAMESPACE/NAME/PROVIDER`, or a source as configurations write it, secrets masked. */
  source: string;
  /** Of a registry's module, in its canonical spelling. */
  version?: string | undefined;
  /** What it was packed from, where that was a git repository. */
  commit?: string | undefined;
  /** Whether the files of that repository's submodules are in it. */
  submodules?: 'fetched' | undefined;
  /** The archive, relative to the mirror. */
  file: string;
  /** The folder in it that its registry says is the module, which may hold a pattern; empty for the whole. */
  subdir: string;
  /** Hex digest of the archive. */
  sha256: string;
  bytes: number;
  /** `h1:` hash of all its files. */
  h1: string;
  /** Where it came from, secrets masked. */
  origin: string;
  /** For people who search. */
  description: string;
  /** When it was mirrored, ISO 8601. */
  at: string;
}

/** The parts of a registry module's `source`. */
export interface MirroredName extends ModuleName {
  host: string;
}

const bounds = { depth: 8, pathBytes: 1024 };
const endings = ['tar.gz', 'tar', 'zip'] as const;
export type Ending = (typeof endings)[number];

/** Which module of which registry it is; undefined for any other source. */
export function nameIn({ source, version }: Pick<Mirrored, 'source' | 'version'>): MirroredName | undefined {
  const [host = '', namespace = '', name = '', provider = '', ...more] = version === undefined ? [] : source.split('/');
  return provider === '' || more.length > 0 ? undefined : { host, namespace, name, provider };
}

/** The folder of a host in a mirror; a colon is no character for a file. */
export function hostFolder(host: string): string {
  return host.replaceAll(':', '_');
}

/**
 * The name of a package's archive in a mirror: beside its `download` document, or among the sources that no registry has.
 * @throws {RangeError} for names that no disk should bear
 */
export function fileOf(entry: Pick<Mirrored, 'commit' | 'sha256' | 'source' | 'version'>, ending: Ending): string {
  const names = nameIn(entry);
  const path = names
    ? [hostFolder(names.host), names.namespace, names.name, names.provider, entry.version, `archive.${ending}`]
    : ['_sources', `${entry.commit ?? entry.sha256}.${ending}`];
  const portable = portableName(path.join('/'), bounds);
  if ('reason' in portable) throw new RangeError(portable.reason);
  return portable.segments.join('/');
}

/** The key under which two archives would be in each other's way on some disk. */
export function diskKey({ file }: Pick<Mirrored, 'file'>): string {
  return file.slice(0, file.lastIndexOf('/')).split('/').map(foldedName).join('/');
}

/** Whether a value is an entry, and its archive just where one of that name belongs. */
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
    endings.some((ending) => isPlace(entry as Mirrored, ending))
  );
}

function isModule(source: string, version: unknown): boolean {
  if (typeof version !== 'string' || !parseVersion(version)) return false;
  const names = nameIn({ source, version });
  if (!names || !/^[a-z0-9.-]+(:\d{1,5})?$/.test(names.host)) return false;
  try {
    // With a host before it a dot in the namespace is no host.
    parseAddress(`modules.test/${names.namespace}/${names.name}/${names.provider}`);
    return true;
  } catch {
    return false;
  }
}

function isPlace(entry: Mirrored, ending: Ending): boolean {
  try {
    return fileOf(entry, ending) === entry.file;
  } catch {
    return false;
  }
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

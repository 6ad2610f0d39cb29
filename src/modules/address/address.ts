import { posix } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { isLoopback } from '../../base/origin.ts';
import { maskLocation } from '../../base/secrets.ts';
import { counted } from '../../base/text.ts';
import { type Constraint, parseConstraint } from './constraint.ts';
import { type Host, parseHost } from './hostname.ts';
import { plainHttpMapping } from './registry-setting.ts';
import { formatVersion, parseVersion } from './version.ts';

/** A module in a registry: `[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION|@CONSTRAINT]` (docs/protocol/modules.md#addresses). */
export interface ModuleAddress {
  /** Undefined if none was typed: then the default registry applies. */
  readonly host?: Host | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly provider: string;
  /** Relative, with forward slashes, without `.` and `..`; may be a pattern. */
  readonly subdir?: string | undefined;
  /** The exact version, in canonical spelling. */
  readonly version?: string | undefined;
  readonly constraint?: Constraint | undefined;
  /** Reasons why the stock tool would reject these names. */
  readonly odd?: readonly string[] | undefined;
  /** As typed. */
  readonly text: string;
}

/** Hosts on which the first parts of a path name a repository, not a module (docs/protocol/modules.md#addresses). */
const reservedHosts: ReadonlySet<string> = new Set(['github.com', 'bitbucket.org']);
const localPath = /^(\.\.?([/\\]|$)|[/\\~]|[a-z]:[/\\])/i;
/** assumed: no address and no location is longer (docs/protocol/modules.md#locations). */
export const longestLocation = 8 * 1024;
const grammar = 'An address is [HOST/]NAMESPACE/NAME/PROVIDER[@VERSION], for example hashicorp/consul/aws.';

/**
 * Parses a module address as typed. A name may be any that the registry allows (docs/protocol/modules.md#addresses).
 * @throws UsageError with the wrong part and what to type instead.
 */
export function parseAddress(text: string): ModuleAddress {
  // A folder may contain @, a version cannot: the last @ starts the version.
  return parse(text, text.trim().lastIndexOf('@'));
}

/** @param at index of the @ before the version in the trimmed text; -1 for no version */
function parse(text: string, at: number): ModuleAddress {
  const typed = text.trim();
  if (typed.length > longestLocation)
    throw new UsageError(`A module address of ${typed.length} characters is longer than 8 KiB.`, { hint: grammar });
  rejectOtherSources(typed);
  const source = at < 0 ? typed : typed.slice(0, at);
  const [path, folder] = splitSubdir(source);
  const components = path.split('/');
  rejectWrongCount(typed, components);
  const host = components.length === 4 ? parseRegistryHost(components) : undefined;
  const [namespace, name, provider] = components.slice(-3) as [string, string, string];
  const names = Object.entries({ namespace, name, provider }) as [NameLabel, string][];
  for (const [label, each] of names) {
    const fault = nameFault(label, each);
    if (fault !== undefined) throw rejection(typed, fault);
  }
  const stockFaults = names.flatMap(([label, each]) => stockFault(label, each) ?? []);
  const subdir = cleanSubdir(folder);
  if (subdir === false) {
    const reason = `the folder ${JSON.stringify(folder)} is outside the module, or contains a backslash or control character`;
    throw rejection(typed, reason, 'Write the folder below the module with forward slashes: //modules/agents');
  }
  return {
    host,
    namespace,
    name,
    provider,
    subdir,
    ...(at < 0 ? {} : requestedVersion(typed, source, typed.slice(at + 1))),
    ...(stockFaults.length === 0 ? {} : { odd: stockFaults }),
    text: typed,
  };
}

/** Parses an address in a configuration, which has no version. @throws UsageError also for names that the stock tool rejects. */
export function parseStockAddress(text: string): ModuleAddress {
  const address = parse(text, -1);
  const [fault] = address.odd ?? [];
  if (fault !== undefined) throw rejection(address.text, fault);
  return address;
}

/** Formats an address; {@link parseAddress} reads it back. */
export function formatAddress(address: Omit<ModuleAddress, 'odd' | 'text'>): string {
  const { host, namespace, name, provider, subdir, version, constraint } = address;
  const path = [...(host ? [host.display] : []), namespace, name, provider].join('/');
  const requested = version ?? constraint?.text;
  return path + (subdir === undefined ? '' : `//${subdir}`) + (requested === undefined ? '' : `@${requested}`);
}

/**
 * Splits a source at the first `//` after its scheme and before its query. The query stays with the first part
 * (docs/protocol/modules.md#subfolders).
 */
export function splitSubdir(source: string): [source: string, subdir: string] {
  const question = source.indexOf('?');
  const path = question < 0 ? source : source.slice(0, question);
  const scheme = path.indexOf('://');
  const slashes = path.indexOf('//', scheme < 0 ? 0 : scheme + 3);
  return slashes < 0 ? [source, ''] : [path.slice(0, slashes) + source.slice(path.length), path.slice(slashes + 2)];
}

/** Removes `.`, `..` and extra slashes; undefined for the top folder, false for a folder that could be outside. */
export function cleanSubdir(subdir: string): string | undefined | false {
  if (/[\\\p{Cc}]/u.test(subdir)) return false;
  const clean = posix.normalize(subdir.replace(/^\/+/, '')).replace(/\/$/, '');
  if (clean === '..' || clean.startsWith('../')) return false;
  return clean === '.' ? undefined : clean;
}

/** Joins two clean folder paths in a package; undefined for the whole package. */
export function joinSubdirs(outer = '', inner = ''): string | undefined {
  return cleanSubdir(`${outer}/${inner}`) || undefined;
}

/** Returns whether a text is a local path, not an address: `.`, `./FOLDER` or an absolute path. */
export function isLocalPath(text: string): boolean {
  return localPath.test(text);
}

function rejectOtherSources(typed: string): void {
  if (typed === '') throw rejection(typed, 'it is empty');
  if (localPath.test(typed)) {
    throw rejection(typed, 'it is a local path', 'Specify the address of a published module.');
  }
  if (/^[a-z0-9+.-]+:(\/\/|:)/i.test(typed)) {
    const bare = typed
      .replace(/^.*:\/\//s, '')
      .replace(/[?#].*$/s, '')
      .replace(/\/modules\//, '/');
    const [, host = ''] = /^([^/@\s]+)(?:\/[^/@\s]+){3}$/.exec(bare) ?? [];
    const mapping = /^http:/i.test(typed) && isLoopback(host.replace(/:\d+$/, '')) ? ` ${plainHttpMapping(host)}` : '';
    throw rejection(typed, 'it is a URL', host ? `Type it without the scheme: ${bare}${mapping}` : undefined);
  }
  if (/^[^/@\s]+@[^/@\s]+:/.test(typed)) throw rejection(typed, 'it is the address of a git repository');
  if (typed.includes('?')) {
    throw rejection(typed, 'module addresses have no query', 'Specify the version as @VERSION instead of ?ref=.');
  }
}

function rejectWrongCount(typed: string, components: readonly string[]): void {
  const [first = ''] = components;
  rejectTail(typed, components);
  if (components.length === 4) return;
  if (components.length < 4 && components.length > 1 && /[.:]/.test(first)) {
    const reason = `the host ${JSON.stringify(first)} must be followed by a namespace, a name and a provider`;
    throw rejection(typed, reason, `Type ${first}/NAMESPACE/NAME/PROVIDER.`);
  }
  if (components.length === 3) return;
  throw rejection(typed, `it has ${counted(components.length, 'component')} between slashes, not 3 (or 4 with a host)`);
}

/** Rejects a trailing slash, and a version in place of a fourth component. */
function rejectTail(typed: string, components: readonly string[]): void {
  const module = components.slice(0, -1);
  if (module.length !== (/[.:]|^localhost$/.test(module[0] ?? '') ? 4 : 3)) return;
  const last = components.at(-1)!;
  if (last === '') throw rejection(typed, 'it ends in a slash', `Type ${module.join('/')}`);
  if (!parseVersion(last)) return;
  throw rejection(typed, 'the version is not part of the path', `Type ${module.join('/')}@${last}`);
}

function parseRegistryHost([typed = '', ...module]: readonly string[]): Host {
  const host = parseHost(typed, { hint: `Omit it from the address: ${module.join('/')} --registry ${typed}` });
  if (!reservedHosts.has(host.ascii)) return host;
  throw new UsageError(
    `${host.ascii} cannot be the host of a registry: it is reserved for installing directly from version control.`,
    { hint: 'Specify the address that the module has in a registry: NAMESPACE/NAME/PROVIDER.' },
  );
}

/** @param source the address before the `@` */
function requestedVersion(typed: string, source: string, text: string): Pick<ModuleAddress, 'version' | 'constraint'> {
  const requested = text.trim();
  if (requested === '' || requested === 'latest') {
    const reason = requested === '' ? 'nothing follows the @' : '"latest" is not a version';
    throw rejection(typed, reason, `For the newest version, type ${source}`);
  }
  const [, versionPart = '', folder] = /^([^/]+)\/\/(.+)$/s.exec(requested) ?? [];
  if (folder !== undefined && parseVersion(versionPart) && !source.includes('//')) {
    throw rejection(typed, 'the folder comes before the version', `Type ${source}//${folder}@${versionPart}`);
  }
  const version = parseVersion(requested);
  // A short version is a constraint in the ecosystem. No registry lists a version 1.2, so it is looked up as 1.2.0.
  return version && version.written >= 3
    ? { version: formatVersion(version) }
    : { constraint: parseConstraint(requested) };
}

function rejection(typed: string, reason: string, hint = grammar): UsageError {
  return new UsageError(`${JSON.stringify(maskLocation(typed))} is not a module address: ${reason}.`, { hint });
}

/** The three names in an address; the registry may use any text for them (docs/protocol/registry.md#module-object). */
export type NameLabel = 'namespace' | 'name' | 'provider';

const stockName = /^[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62}[0-9A-Za-z])?$/;
const stockProvider = /^[0-9a-z]{1,64}$/;

/** Returns what is wrong with a name that no address can contain. */
export function nameFault(label: NameLabel, name: string): string | undefined {
  if (name === '') return `the ${label} is empty`;
  const quoted = `the ${label} ${JSON.stringify(name)}`;
  // URL parsers resolve dots; the other characters end a name in an address or are invisible.
  if (name === '.' || name === '..') return `${quoted} is not allowed`;
  if (/[\\@#?]/.test(name)) return `${quoted} contains one of \\ @ # ?`;
  if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) return `${quoted} contains white space or an invisible character`;
  return undefined;
}

/** Returns why the stock tool rejects a name (docs/protocol/modules.md#addresses). */
function stockFault(label: NameLabel, name: string): string | undefined {
  if ((label === 'provider' ? stockProvider : stockName).test(name)) return undefined;
  const grammar =
    label === 'provider'
      ? '1 to 64 lower-case letters and digits'
      : '1 to 64 ASCII letters, digits, - and _ with a letter or digit at both ends';
  return `the ${label} ${JSON.stringify(name)} is not ${grammar}`;
}

import { newestFirst } from '../address/choose.ts';
import { parseConstraint } from '../address/constraint.ts';
import { canonicalVersion, compareVersions, parseVersion, type Version } from '../address/version.ts';
import type { Sources } from './call-package.ts';
import { type CallSource, parseCallSource } from './call-source.ts';
import type { Call } from './calls.ts';
import type { CallRow, Lock, LockedCall } from './lock-file.ts';

/** A ref that is or ends in a version: `v1.2.0`, `vpc-1.2.0`, `modules/vpc/v1.2.0`. */
const versionTag = /^(?:refs\/tags\/)?((?:.*?[^0-9A-Za-z.])??)(v?[0-9]+\.[0-9]+.*)$/s;
/** A ref that ends in a single number; it may stand for the newest version with that number. */
const numberTag = /^((?:.*[^0-9A-Za-z.])?)(v?[0-9]+)$/s;

/** Returns the version in a ref and the prefix before it; undefined for any other ref. */
export function versionOfTag(ref: string): { prefix: string; current: string } | undefined {
  return split(versionTag, ref);
}

function split(pattern: RegExp, tag: string) {
  const [, prefix = '', current = ''] = pattern.exec(tag) ?? [];
  return parseVersion(current) && { prefix, current };
}

/** The versions that a call can get. */
export interface AvailableVersions {
  /** The versions, without floating tags; those spelled like the current one (with or without `v`) come first. */
  versions: string[];
  current: string;
  /** The ref or tag in the source, and the name of its query parameter. */
  ref?: string;
  parameter?: 'ref' | 'tag';
  /** The tag of the ref, without a prefix refs/tags/. */
  tag?: string;
  /** The reason why it cannot be known whether the current version is the newest. */
  unknown?: string | undefined;
  /** True if the ref is a floating tag, which always names the newest version of its series. */
  isFloating?: boolean;
}

/**
 * Returns the versions that a registry lists for a source, or those of the tags with the prefix of its ref; undefined for a source without a version.
 * @param locked the version of a registry module
 */
export async function versionsOf(
  source: CallSource,
  locked: string,
  { registries, tags }: Pick<Sources, 'registries' | 'tags'>,
): Promise<AvailableVersions | undefined> {
  if (source.kind === 'registry') {
    const versions = await registries.versions(source.address);
    const isListed = versions.some((each) => canonicalVersion(each) === canonicalVersion(locked));
    return { versions, current: locked, unknown: isListed ? undefined : `its registry does not list ${locked}` };
  }
  const location = source.kind === 'remote' ? source.location : undefined;
  const store = location?.kind === 'archive' ? location.store : undefined;
  const at = store?.kind === 'oci' ? store : location?.kind === 'git' ? location : undefined;
  const ref = at?.kind === 'oci' ? at.reference : (at?.ref ?? '');
  if (!at || ref.startsWith('refs/heads/') || !(versionOfTag(ref) ?? split(numberTag, ref))) return undefined;
  const available = tagsLike(ref, [...(await tags(at)).keys()]);
  return available && { ...available, ref, parameter: at.kind === 'oci' ? 'tag' : 'ref' };
}

/** Returns the commit that the version tag of a locked call names now, if it moved. Ignores floating tags, which may move. */
export async function movedTo(
  { source }: Pick<Call, 'source'>,
  { commit, version = '' }: LockedCall,
  sources: Pick<Sources, 'registries' | 'tags'>,
): Promise<string | undefined> {
  if (commit === undefined || source.kind === 'local') return undefined;
  const { registries, tags } = sources;
  const { location } = source.kind === 'registry' ? await registries.spec(source.address, version).locate() : source;
  if (location.kind !== 'git') return undefined;
  const available = await versionsOf({ kind: 'remote', location, subdir: undefined, text: '' }, '', sources);
  const now = available?.tag && !available.isFloating ? (await tags(location)).get(available.tag) : undefined;
  return now === commit ? undefined : now;
}

/**
 * Returns the versions of the tags with the same prefix as a ref; undefined for a ref without a version. A tag of one or two numbers is a
 * floating tag if a release continues these numbers: `v1` beside `v1.2.0`.
 */
export function tagsLike(ref: string, all: readonly string[]): AvailableVersions | undefined {
  // As in git, a tag with the whole name of the ref has priority over a tag without refs/tags/ or tags/.
  const tag = all.includes(ref) ? ref : ref.replace(/^(refs\/)?tags\//, '');
  const parts = versionOfTag(tag) ?? split(numberTag, tag);
  if (parts === undefined) return undefined;
  const { current, prefix } = parts;
  const tagged = all.flatMap((each) => (each.startsWith(prefix) && parseVersion(each.slice(prefix.length))) || []);
  const releases = tagged.filter(({ prerelease }) => prerelease === '');
  const shortened = new Set(
    releases.flatMap((each) => [1, 2].flatMap((n) => (n < each.written ? numbers(each, n) : []))),
  );
  const floats = (each: Version) => each.written < 3 && each.prerelease === '' && shortened.has(numbers(each));
  const full = tagged.filter((each) => each.written > 1 && !floats(each)).map(({ text }) => text);
  const hasV = (text: string) => text.startsWith('v') === current.startsWith('v');
  const available = { versions: [...full.filter(hasV), ...full.filter((each) => !hasV(each))], current, tag };
  const version = parseVersion(current)!;
  if (floats(version)) {
    const listed = available.versions.map((each) => ({ version: each }));
    const [newest] = newestFirst(listed, { constraint: parseConstraint(`~> ${numbers(version)}.0`) }).shown;
    return {
      ...available,
      isFloating: true,
      unknown: `${tag} is a floating tag; ${prefix}${newest?.version} is a version`,
    };
  }
  if (version.written === 1) return undefined;
  return { ...available, unknown: all.includes(tag) ? undefined : `its repository has no tag ${tag}` };
}

function numbers({ segments, written }: Version, count = written): string {
  return segments.slice(0, count).join('.');
}

/** The locked, allowed and latest version of a module call, as in `-o json`. */
export interface Age extends Pick<CallRow, 'module' | 'source'> {
  constraint: string;
  current: string;
  /** The newest version that the constraint allows; null without one. */
  allowed: string | null;
  latest: string | null;
  /** The reason that the registry gives for deprecating the locked version. */
  deprecated?: string | undefined;
  /** The reason why it cannot be known whether the locked version is the newest. */
  unknown?: string | undefined;
}

type AgeParts = Pick<Sources, 'registries' | 'tags'>;

/**
 * Compares the locked versions of registry modules with the versions that the registries list now, and the version tags in git
 * sources with the tags of their repositories, by call path.
 */
export async function agesOf(lock: Lock, deps: AgeParts): Promise<Age[]> {
  const calls = [...lock].sort(([a], [b]) => (a < b ? -1 : 1));
  return (await Promise.all(calls.map(([path, call]) => ageOf(path, call, deps)))).filter((age) => age !== undefined);
}

/** Returns undefined for a call without a version or a version tag. */
async function ageOf(module: string, locked: LockedCall, deps: AgeParts): Promise<Age | undefined> {
  const { commit, constraint = '', source, version = '' } = locked;
  if (version === '' && commit === undefined && !source.startsWith('oci://')) return undefined;
  const isMasked = version === '' && source.includes('***');
  // Remove the mask, which would be read as a key.
  const parsed = parseCallSource(source.replace(/([?&])sshkey=\*{3}/, '$1'));
  const available = await versionsOf(parsed, version, isMasked ? { ...deps, tags: async () => new Map() } : deps);
  if (available === undefined) return undefined;
  const { current, parameter, ref, versions } = available;
  const unknown = isMasked ? 'its tags were not read: the lock does not store its password' : available.unknown;
  const parsedConstraint = constraint === '' ? undefined : parseConstraint(constraint);
  const listed = versions.map((version) => ({ version }));
  const { newest: latest = null, shown } = newestFirst(listed, { constraint: parsedConstraint });
  const age = { module, source, current, latest, unknown };
  // A ref allows only its own version.
  if (parsed.kind !== 'registry')
    return { ...age, constraint: `${parameter}=${ref}`, allowed: unknown ? null : current };
  const deprecated = await deps.registries.deprecation(parsed.address, current);
  return { ...age, constraint, allowed: shown[0]?.version ?? null, deprecated };
}

/** Returns whether a newer version exists, even if the constraint excludes it. */
export function isOutdated(age: Age): boolean {
  return isUpgradable(age) || isNewer(age.latest, age);
}

/** Returns whether the constraint allows a newer version. */
export function isUpgradable(age: Age): boolean {
  return isNewer(age.allowed, age);
}

function isNewer(text: string | null, { current }: Age): boolean {
  const [now, other] = [parseVersion(current), parseVersion(text ?? '')];
  return now !== undefined && other !== undefined && compareVersions(other, now) > 0;
}

import { newestFirst } from '../address/choose.ts';
import { parseConstraint } from '../address/constraint.ts';
import { canonicalVersion, parseVersion, type Version } from '../address/version.ts';
import type { Sources } from './call-package.ts';
import type { CallSource } from './call-source.ts';
import type { Call } from './calls.ts';
import type { LockedCall } from './lock-file.ts';

/** A ref that is or ends in a version: `v1.2.0`, `vpc-1.2.0`, `modules/vpc/v1.2.0`. */
const versionTag = /^(?:refs\/tags\/)?((?:.*?[^0-9A-Za-z.])??)(v?[0-9]+\.[0-9]+.*)$/s;
/** A ref that ends in a single number, which may name the newest of its versions. */
const numberTag = /^((?:.*[^0-9A-Za-z.])?)(v?[0-9]+)$/s;

/** Returns the version in a ref and the prefix before it; undefined for any other ref. */
export function versionOfTag(ref: string): { prefix: string; current: string } | undefined {
  return split(versionTag, ref);
}

function split(pattern: RegExp, tag: string) {
  const [, prefix = '', current = ''] = pattern.exec(tag) ?? [];
  return parseVersion(current) && { prefix, current };
}

/** The versions to choose from for a call. */
export interface AvailableVersions {
  /** The versions as listed, without floating tags; versions spelled like the current one come first. */
  versions: string[];
  current: string;
  /** The ref or tag of the source, and its parameter. */
  ref?: string;
  parameter?: 'ref' | 'tag';
  /** The tag of the ref, without refs/tags/. */
  tag?: string;
  /** The reason why it is unknown whether the current version is the newest. */
  unknown?: string | undefined;
  /** The ref names the newest version of its series, and moves. */
  isFloating?: boolean;
}

/**
 * Returns the versions that a registry lists for a source, or the versions of the tags with the prefix of its ref; undefined for a source without a version.
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

/** Returns the commit that the version tag of a locked call names now, if it differs from the locked commit. A floating tag may move. */
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
 * Returns the versions of the tags that have the prefix of a ref; undefined for a ref without a version. A tag of fewer than three numbers floats
 * if a release has the same numbers and more.
 */
export function tagsLike(ref: string, all: readonly string[]): AvailableVersions | undefined {
  // As in git, a tag of this name has priority over the meaning of refs/tags/ or tags/.
  const tag = all.includes(ref) ? ref : ref.replace(/^(refs\/)?tags\//, '');
  const parts = versionOfTag(tag) ?? split(numberTag, tag);
  if (parts === undefined) return undefined;
  const { current, prefix } = parts;
  const read = all.flatMap((each) => (each.startsWith(prefix) && parseVersion(each.slice(prefix.length))) || []);
  const releases = read.filter(({ prerelease }) => prerelease === '');
  const shortened = new Set(
    releases.flatMap((each) => [1, 2].flatMap((n) => (n < each.written ? numbers(each, n) : []))),
  );
  const floats = (each: Version) => each.written < 3 && each.prerelease === '' && shortened.has(numbers(each));
  const full = read.filter((each) => each.written > 1 && !floats(each)).map(({ text }) => text);
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

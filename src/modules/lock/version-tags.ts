import { newestFirst } from '../address/choose.ts';
import { parseConstraint } from '../address/constraint.ts';
import { canonicalVersion, parseVersion, type Version } from '../address/version.ts';
import type { Sources } from './call-package.ts';
import type { CallSource } from './call-source.ts';
import type { Call } from './calls.ts';
import type { LockedCall } from './lock-file.ts';

/** A ref that is or ends in a version: `v1.2.0`, `vpc-1.2.0`, `modules/vpc/v1.2.0`. */
const versionTag = /^(?:refs\/tags\/)?((?:.*?[^0-9A-Za-z.])??)(v?[0-9]+\.[0-9]+.*)$/s;
/** One that ends in a single number, which may name the newest of its versions. */
const numberTag = /^((?:.*[^0-9A-Za-z.])?)(v?[0-9]+)$/s;

/** The version in a ref, and what is before it; undefined for any other ref. */
export function versionOfTag(ref: string): { prefix: string; current: string } | undefined {
  return split(versionTag, ref);
}

function split(pattern: RegExp, tag: string) {
  const [, prefix = '', current = ''] = pattern.exec(tag) ?? [];
  return parseVersion(current) && { prefix, current };
}

/** The versions from which one is chosen for a call. */
export interface Known {
  /** As listed, those spelled like the current one first; no floating tags. */
  versions: string[];
  current: string;
  /** The ref or tag of the source that names the current one, and its parameter. */
  ref?: string;
  parameter?: 'ref' | 'tag';
  /** The tag that the ref is, without refs/tags/. */
  tag?: string;
  /** Why nothing tells whether the current one is the newest. */
  unknown?: string | undefined;
  /** Whether the ref names whatever is the newest of its series. */
  isFloating?: boolean;
}

/**
 * The versions that a registry lists for a source, or those of the tags that are like its ref; undefined for a source without a version.
 * @param locked the version of a registry module
 */
export async function versionsOf(
  source: CallSource,
  locked: string,
  { registries, tags }: Pick<Sources, 'registries' | 'tags'>,
): Promise<Known | undefined> {
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
  const known = tagsLike(ref, [...(await tags(at)).keys()]);
  return known && { ...known, ref, parameter: at.kind === 'oci' ? 'tag' : 'ref' };
}

/** Returns the commit that the version tag of a locked call names now, if it is another than the locked one. A floating tag may move. */
export async function movedTo(
  { source }: Pick<Call, 'source'>,
  { commit, version = '' }: LockedCall,
  sources: Pick<Sources, 'registries' | 'tags'>,
): Promise<string | undefined> {
  if (commit === undefined || source.kind === 'local') return undefined;
  const { registries, tags } = sources;
  const { location } = source.kind === 'registry' ? await registries.spec(source.address, version).locate() : source;
  if (location.kind !== 'git') return undefined;
  const known = await versionsOf({ kind: 'remote', location, subdir: undefined, text: '' }, '', sources);
  const now = known?.tag && !known.isFloating ? (await tags(location)).get(known.tag) : undefined;
  return now === commit ? undefined : now;
}

/**
 * The versions of the tags that have the prefix of a ref; undefined for a ref that names no version. A tag of fewer than three numbers floats
 * if a release has the same numbers and more.
 */
export function tagsLike(ref: string, all: readonly string[]): Known | undefined {
  // As git reads it: a tag of this name comes before what refs/tags/ or tags/ names.
  const tag = all.includes(ref) ? ref : ref.replace(/^(refs\/)?tags\//, '');
  const own = versionOfTag(tag) ?? split(numberTag, tag);
  if (own === undefined) return undefined;
  const { current, prefix } = own;
  const read = all.flatMap((each) => (each.startsWith(prefix) && parseVersion(each.slice(prefix.length))) || []);
  const releases = read.filter(({ prerelease }) => prerelease === '');
  const shortened = new Set(
    releases.flatMap((each) => [1, 2].flatMap((n) => (n < each.written ? numbers(each, n) : []))),
  );
  const floats = (each: Version) => each.written < 3 && each.prerelease === '' && shortened.has(numbers(each));
  const full = read.filter((each) => each.written > 1 && !floats(each)).map(({ text }) => text);
  const hasV = (text: string) => text.startsWith('v') === current.startsWith('v');
  const known = { versions: [...full.filter(hasV), ...full.filter((each) => !hasV(each))], current, tag };
  const version = parseVersion(current)!;
  if (floats(version)) {
    const listed = known.versions.map((each) => ({ version: each }));
    const [newest] = newestFirst(listed, { constraint: parseConstraint(`~> ${numbers(version)}.0`) }).shown;
    return {
      ...known,
      isFloating: true,
      unknown: `${tag} is a floating tag; ${prefix}${newest?.version} is a version`,
    };
  }
  if (version.written === 1) return undefined;
  return { ...known, unknown: all.includes(tag) ? undefined : `its repository has no tag ${tag}` };
}

function numbers({ segments, written }: Version, count = written): string {
  return segments.slice(0, count).join('.');
}

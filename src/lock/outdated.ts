import { newestFirst } from '../module/address/choose.ts';
import { parseConstraint } from '../module/address/constraint.ts';
import { compareVersions, parseVersion } from '../module/address/version.ts';
import type { Sources } from './call-package.ts';
import { type CallSource, parseCallSource } from './call-source.ts';
import type { Lock, LockedCall } from './lock-file.ts';

/** A ref that is or ends in a version: `v1.2.0`, `vpc-1.2.0`, `modules/vpc/v1.2.0`. */
const versionTag = /^(?:refs\/tags\/)?((?:.*?[^0-9A-Za-z.])??)(v?[0-9]+\.[0-9]+.*)$/s;

/** The version in a ref, and what is before it; undefined for any other ref. */
export function versionOfTag(ref: string): { prefix: string; current: string } | undefined {
  const [, prefix = '', current = ''] = versionTag.exec(ref) ?? [];
  return parseVersion(current) && { prefix, current };
}

/** The locked, allowed and latest version of a module call, as shown by `-o json`. */
export interface Age {
  /** Call path. */
  module: string;
  source: string;
  constraint: string;
  /** The locked version. */
  current: string;
  /** The newest version that the constraint allows; null without one. */
  allowed: string | null;
  /** The newest release. */
  latest: string | null;
  /** Why the registry calls the locked version deprecated. */
  deprecated?: string | undefined;
}

type AgeParts = Pick<Sources, 'registries' | 'tags' | 'warn'>;

/**
 * Compares the locked versions of registry modules with the versions that the registries list now, and the version tags in git
 * sources with the tags of their repositories, by call path.
 */
export async function agesOf(lock: Lock, parts: AgeParts): Promise<Age[]> {
  const calls = [...lock].sort(([a], [b]) => (a < b ? -1 : 1));
  return (await Promise.all(calls.map(([path, call]) => ageOf(path, call, parts)))).filter((age) => age !== undefined);
}

/** Undefined for a call without a version or a version tag, which has nothing to compare. */
async function ageOf(module: string, locked: LockedCall, parts: AgeParts): Promise<Age | undefined> {
  const { commit, constraint = '', source, version = '' } = locked;
  if (version === '' && commit === undefined) return undefined;
  if (version === '' && source.includes('***')) {
    parts.warn(`${module}: skipped the tags of ${source}: the lock does not store its password.`);
    return undefined;
  }
  const parsed = parseCallSource(source);
  const found = await versionsOf(parsed, parts);
  if (found === undefined) return undefined;
  const { current = version, ref, versions } = found;
  const wanted = constraint === '' ? undefined : parseConstraint(constraint);
  const listed = versions.map((version) => ({ version }));
  const { newest: latest = null, shown } = newestFirst(listed, { constraint: wanted });
  // The ref allows only itself.
  if (parsed.kind !== 'registry')
    return { module, source, constraint: `ref=${ref}`, current, allowed: current, latest };
  const deprecated = await parts.registries.deprecation(parsed.address, current);
  return { module, source, constraint, current, allowed: shown[0]?.version ?? null, latest, deprecated };
}

/** The versions of a registry module, or of the tags that are like a repository's ref, with that ref and its version; undefined for another source. */
export async function versionsOf(
  source: CallSource,
  { registries, tags }: Pick<Sources, 'registries' | 'tags'>,
): Promise<{ versions: string[]; current?: string; ref?: string } | undefined> {
  if (source.kind === 'registry') return { versions: await registries.versions(source.address) };
  if (source.kind !== 'remote' || source.location.kind !== 'git') return undefined;
  const { ref = '' } = source.location;
  const found = versionOfTag(ref);
  if (found === undefined) return undefined;
  const { current, prefix } = found;
  const alike = (await tags(source.location)).filter((tag) => tag.startsWith(prefix));
  return { versions: alike.map((tag) => tag.slice(prefix.length)), current, ref };
}

/** Whether a newer version exists, allowed or not. */
export function isOutdated(age: Age): boolean {
  return isUpgradable(age) || isNewer(age.latest, age);
}

/** Whether the constraint allows a newer version. */
export function isUpgradable(age: Age): boolean {
  return isNewer(age.allowed, age);
}

function isNewer(text: string | null, { current }: Age): boolean {
  const [now, other] = [parseVersion(current), parseVersion(text ?? '')];
  return now !== undefined && other !== undefined && compareVersions(other, now) > 0;
}

import { newestFirst } from '../address/choose.ts';
import { parseConstraint } from '../address/constraint.ts';
import { compareVersions, parseVersion } from '../address/version.ts';
import type { Sources } from './call-package.ts';
import { parseCallSource } from './call-source.ts';
import type { CallRow, Lock, LockedCall } from './lock-file.ts';
import { versionsOf } from './version-tags.ts';

/** The locked, allowed and latest version of a module call, as in `-o json`. */
export interface Age extends Pick<CallRow, 'module' | 'source'> {
  constraint: string;
  current: string;
  /** The newest version that the constraint allows; null without one. */
  allowed: string | null;
  latest: string | null;
  /** The reason why the registry calls the locked version deprecated. */
  deprecated?: string | undefined;
  /** The reason why it is unknown whether the locked version is the newest. */
  unknown?: string | undefined;
}

type AgeParts = Pick<Sources, 'registries' | 'tags'>;

/**
 * Compares the locked versions of registry modules with the versions that the registries list now, and the version tags in git
 * sources with the tags of their repositories, by call path.
 */
export async function agesOf(lock: Lock, parts: AgeParts): Promise<Age[]> {
  const calls = [...lock].sort(([a], [b]) => (a < b ? -1 : 1));
  return (await Promise.all(calls.map(([path, call]) => ageOf(path, call, parts)))).filter((age) => age !== undefined);
}

/** Returns undefined for a call without a version or a version tag. */
async function ageOf(module: string, locked: LockedCall, parts: AgeParts): Promise<Age | undefined> {
  const { commit, constraint = '', source, version = '' } = locked;
  if (version === '' && commit === undefined && !source.startsWith('oci://')) return undefined;
  const isMasked = version === '' && source.includes('***');
  // The mask would be read as a key.
  const parsed = parseCallSource(source.replace(/([?&])sshkey=\*{3}/, '$1'));
  const available = await versionsOf(parsed, version, isMasked ? { ...parts, tags: async () => new Map() } : parts);
  if (available === undefined) return undefined;
  const { current, parameter, ref, versions } = available;
  const unknown = isMasked ? 'its tags were not read: the lock does not store its password' : available.unknown;
  const parsedConstraint = constraint === '' ? undefined : parseConstraint(constraint);
  const listed = versions.map((version) => ({ version }));
  const { newest: latest = null, shown } = newestFirst(listed, { constraint: parsedConstraint });
  const age = { module, source, current, latest, unknown };
  // The ref allows only itself.
  if (parsed.kind !== 'registry')
    return { ...age, constraint: `${parameter}=${ref}`, allowed: unknown ? null : current };
  const deprecated = await parts.registries.deprecation(parsed.address, current);
  return { ...age, constraint, allowed: shown[0]?.version ?? null, deprecated };
}

/** Returns whether a newer version exists, allowed or not. */
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

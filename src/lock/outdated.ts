import { parseConstraint } from '../module/address/constraint.ts';
import { compareVersions, parseVersion } from '../module/address/version.ts';
import { newestFirst } from '../module/address/version-order.ts';
import type { Sources } from './call-package.ts';
import { parseCallSource } from './call-source.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import type { Registries } from './registries.ts';

/** A ref that is or ends in a version: `v1.2.0`, `vpc-1.2.0`, `modules/vpc/v1.2.0`. */
const versionTag = /^(?:refs\/tags\/)?((?:.*?[^0-9A-Za-z.])??)(v?[0-9]+\.[0-9]+.*)$/s;

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
  const ages = calls.map(([path, call]) =>
    call.version === undefined ? gitAgeOf(path, call, parts) : ageOf(path, call, parts.registries),
  );
  return (await Promise.all(ages)).filter((age) => age !== undefined);
}

async function ageOf(module: string, locked: LockedCall, registries: Registries): Promise<Age> {
  const { constraint = '', source, version: current = '' } = locked;
  const parsed = parseCallSource(source);
  const listed = parsed.kind === 'registry' ? await registries.versions(parsed.address) : [];
  const wanted = constraint === '' ? undefined : parseConstraint(constraint);
  const { newest, shown } = newestFirst(
    listed.map((version) => ({ version })),
    { constraint: wanted },
  );
  const deprecated = parsed.kind === 'registry' ? await registries.deprecation(parsed.address, current) : undefined;
  const allowed = shown[0]?.version ?? null;
  return { module, source, constraint, current, allowed, latest: newest ?? null, deprecated };
}

/** Undefined for a call without a version tag, which has nothing to compare. */
async function gitAgeOf(module: string, { commit, source }: LockedCall, parts: AgeParts): Promise<Age | undefined> {
  if (commit === undefined) return undefined;
  if (source.includes('***')) {
    parts.warn(`${module}: skipped the tags of ${source}: the lock does not store its password.`);
    return undefined;
  }
  const parsed = parseCallSource(source);
  if (parsed.kind !== 'remote' || parsed.location.kind !== 'git') return undefined;
  const { location } = parsed;
  const [, prefix = '', current = ''] = versionTag.exec(location.ref ?? '') ?? [];
  if (!parseVersion(current)) return undefined;
  const tags = (await parts.tags(location)).filter((tag) => tag.startsWith(prefix));
  const { newest } = newestFirst(tags.map((tag) => ({ version: tag.slice(prefix.length) })));
  // The ref allows only itself.
  return { module, source, constraint: `ref=${location.ref}`, current, allowed: current, latest: newest ?? null };
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

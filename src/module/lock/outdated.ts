import { parseConstraint } from '../constraint.ts';
import { newestFirst } from '../newest-first.ts';
import { compareVersions, parseVersion } from '../version.ts';
import { parseCallSource } from './call-source.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import type { Registries } from './registries.ts';

/** How far one locked module call is behind its registry, as `-o json` shows it. */
export interface Age {
  /** Call path. */
  module: string;
  source: string;
  constraint: string;
  /** What is locked. */
  current: string;
  /** The newest that the constraint allows; null where none does any more. */
  allowed: string | null;
  /** The newest release. */
  latest: string | null;
}

/** Compares the locked versions of registry modules with what the registries list now, by call path. */
export async function agesOf(lock: Lock, registries: Registries): Promise<Age[]> {
  const locked = [...lock].filter(([, { version }]) => version !== undefined);
  return Promise.all(locked.sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, call]) => ageOf(path, call, registries)));
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
  return { module, source, constraint, current, allowed: shown[0]?.version ?? null, latest: newest ?? null };
}

/** Whether there is something newer than what is locked, allowed or not. */
export function isOutdated(age: Age): boolean {
  return isUpgradable(age) || isNewer(age.latest, age);
}

/** Whether the constraint allows something newer than what is locked. */
export function isUpgradable(age: Age): boolean {
  return isNewer(age.allowed, age);
}

function isNewer(text: string | null, { current }: Age): boolean {
  const [now, other] = [parseVersion(current), parseVersion(text ?? '')];
  return now !== undefined && other !== undefined && compareVersions(other, now) > 0;
}

import { CheckFailedError } from '../errors.ts';
import { splitSubdir } from '../module/address/address.ts';
import { parseConstraint, satisfies } from '../module/address/constraint.ts';
import { parseVersion } from '../module/address/version.ts';
import { shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import type { Lock, LockedCall } from './lock-file.ts';

/** Whether a locked version is one that a call asks for. */
export function constraintHolds({ version }: LockedCall, { constraint }: Pick<Call, 'constraint'>): boolean {
  if (constraint === '') return true;
  const parsed = parseVersion(version ?? '');
  return parsed !== undefined && satisfies(parsed, parseConstraint(constraint));
}

/** What a lock says of a call in other words than the configuration does; undefined where they agree. */
export function differenceOf(locked: LockedCall | undefined, call: Call): string | undefined {
  const source = shownSource(call.source);
  if (locked === undefined) return `${source} is not in the lock`;
  if (locked.source !== source) return `the source is ${source}, and ${locked.source} in the lock`;
  if (call.source.kind === 'local') return undefined;
  if (locked.h1 === undefined) return 'the lock has no hash';
  if ((call.source.kind === 'registry') !== (locked.version !== undefined)) return 'the lock has no version';
  const { constraint = '' } = locked;
  if (constraint !== call.constraint) return `the version is "${call.constraint}", and "${constraint}" in the lock`;
  return constraintHolds(locked, call) ? undefined : `the locked version ${locked.version} is not "${constraint}"`;
}

/** What a lock has of a call. @throws {CheckFailedError} where that is not what the configuration says */
export function requireLocked(lock: Lock, path: string, call: Call): LockedCall {
  const locked = lock.get(path);
  const why = differenceOf(locked, call);
  if (locked !== undefined && why === undefined) return locked;
  throw new CheckFailedError(`${call.at}: module ${call.name}: ${why}.`);
}

/** What must not change any more once it is locked; undefined where the source itself may say something else each time. */
export function identityOf({ commit, source, version }: LockedCall): string | undefined {
  const fixed = version ?? commit;
  return fixed === undefined ? undefined : `${splitSubdir(source)[0]}@${fixed}`;
}

/** How an error names a locked package. */
export function nameOf(locked: LockedCall): string {
  return identityOf(locked) ?? locked.source;
}

/** A package that was fetched must be the one that was locked under the same version. @throws {CheckFailedError} naming both hashes */
export function refuseChange(fetched: LockedCall, path: string, before: Lock): void {
  const identity = identityOf(fetched);
  if (identity === undefined) return;
  for (const [at, locked] of before) {
    if (locked.h1 === undefined || locked.h1 === fetched.h1 || identityOf(locked) !== identity) continue;
    if (locked.submodules !== fetched.submodules) continue;
    throw changed(identity, {
      path: at === path ? path : `${path} and ${at}`,
      locked: locked.h1,
      found: fetched.h1 ?? '',
    });
  }
}

/** The alarm: a published version has another content than before. */
export function changed(
  what: string,
  { found, locked, path }: { path: string; locked: string; found: string },
): CheckFailedError {
  return new CheckFailedError(
    `${what} (module ${path}) has changed behind its version: the lock has ${locked}, and what was fetched is ${found}.`,
    { hint: 'Find out who changed it and why. Only then remove its lines from the lock, and run svc module lock.' },
  );
}

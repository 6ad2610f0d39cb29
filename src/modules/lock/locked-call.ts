import { CheckFailedError, type SvcError, UsageError } from '../../base/errors.ts';
import { counted, firstOf } from '../../base/text.ts';
import { splitSubdir } from '../address/address.ts';
import { parseConstraint, satisfies } from '../address/constraint.ts';
import { parseVersion } from '../address/version.ts';
import { parseCallSource, shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import type { Lock, LockedCall } from './lock-file.ts';

export function constraintHolds({ version }: LockedCall, { constraint }: Pick<Call, 'constraint'>): boolean {
  if (constraint === '') return true;
  const parsed = parseVersion(version ?? '');
  return parsed !== undefined && satisfies(parsed, parseConstraint(constraint));
}

/** Returns the difference between the lock entry of a call and the configuration; undefined if they match. */
export function differenceOf(locked: LockedCall | undefined, call: Call): string | undefined {
  const source = shownSource(call.source);
  if (locked === undefined) return `${source} is not in the lock`;
  if (locked.unread !== undefined) return 'the lock has it as a call that cannot be read';
  if (locked.source !== source) return `the configuration has source ${source}, the lock has ${locked.source}`;
  if (call.source.kind === 'local') return undefined;
  if (locked.h1 === undefined) return 'the lock has no hash';
  if ((call.source.kind === 'registry') !== (locked.version !== undefined)) return 'the lock has no version';
  const { constraint = '' } = locked;
  if (constraint !== call.constraint)
    return `the configuration has version "${call.constraint}", the lock has "${constraint}"`;
  return constraintHolds(locked, call)
    ? undefined
    : `the locked version ${locked.version} does not match "${constraint}"`;
}

/** Returns the lock entry of a call. @throws {CheckFailedError} if it differs from the configuration */
export function requireLocked(lock: Lock, path: string, call: Call): LockedCall {
  const locked = lock.get(path);
  const why = differenceOf(locked, call);
  if (locked !== undefined && why === undefined) return locked;
  throw new CheckFailedError(`${call.at}: module ${call.name}: ${why}.`);
}

/** Returns a name for content that must never change; undefined for a source whose content may change. */
export function identityOf({ commit, source, version }: LockedCall): string | undefined {
  const revision = version ?? commit;
  return revision === undefined ? undefined : `${splitSubdir(source)[0]}@${revision}`;
}

/** Returns the name of a locked package for errors. */
export function nameOf(locked: LockedCall): string {
  return identityOf(locked) ?? locked.source;
}

/** Rejects a package that differs from the locked one of the same version. @throws {CheckFailedError} with both hashes */
export function rejectChange(fetched: LockedCall, path: string, lock: Lock): void {
  const { commit, sha256 } = fetched;
  const identity = identityOf(fetched);
  if (identity === undefined) return;
  for (const [at, locked] of lock) {
    if (locked.h1 === undefined || locked.h1 === fetched.h1 || identityOf(locked) !== identity) continue;
    const isSame = commit === undefined ? locked.sha256 === sha256 : locked.commit === commit;
    if (locked.submodules !== fetched.submodules || isSame) continue;
    const paths = at === path ? path : `${path} and ${at}`;
    throw changed(identity, { path: paths, locked: locked.h1, found: fetched.h1 ?? '' });
  }
}

/** Returns the error for a published version whose content changed. @param isSame the same archive or commit now has another hash */
export function changed(
  name: string,
  { found, isSame = false, locked, path }: { path: string; locked: string; found: string; isSame?: boolean },
): CheckFailedError {
  const fault = isSame
    ? 'is the locked archive or commit, but its hash is not that of the lock'
    : 'changed without a new version';
  return new CheckFailedError(`${name} (module ${path}) ${fault}: the lock has ${locked}, the download has ${found}.`, {
    hint: isSame
      ? `The lock was edited by hand, or an older svc wrote it. Restore it from version control, or run: svc module lock --upgrade ${path}`
      : 'Find out who changed it and why. If the change is legitimate, delete its lines from the lock and run: svc module lock',
  });
}

/** Returns why calls in a lock could not be read, one text for each call. */
export function unreadIn(lock: Lock): string[] {
  return [...lock.values()].flatMap(({ unread }) => unread ?? []);
}

/** Returns the error for the calls of a lock that cannot be read, if any; with `strict`, a {UsageError} for the first. */
export function unreadError(lock: Lock, strict = false): SvcError | undefined {
  const unread = unreadIn(lock);
  const first = [...lock.values()].find((call) => call.unread !== undefined);
  if (first === undefined) return undefined;
  const hint = `${whatToWrite(first)} Until then, terraform or tofu has to install it without a lock.`;
  if (strict) return new UsageError(`${unread[0]}.`, { hint });
  const message = `${counted(unread.length, 'module call')} cannot be read: ${firstOf(unread, '; ')}.`;
  return new CheckFailedError(message, { hint });
}

function whatToWrite({ source, unread = '' }: LockedCall): string {
  if (unread.includes('svc cannot evaluate')) return 'Write source and version as plain strings.';
  try {
    parseCallSource(source);
    return 'Correct its version.';
  } catch (error) {
    return (error as SvcError).hint ?? '';
  }
}

/** Rejects a lock with unread calls. @throws {SvcError} the error that {@link unreadError} returns */
export function rejectUnread(lock: Lock, strict = false): void {
  const error = unreadError(lock, strict);
  if (error) throw error;
}

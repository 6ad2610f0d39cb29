import { shownSource } from './call-source.ts';
import type { Call, UnreadCall } from './calls.ts';
import { type Folder, lockedFolder } from './folder.ts';
import { type CallRow, type Lock, type LockedCall, lockName } from './lock-file.ts';
import { differenceOf, identityOf } from './locked-call.ts';
import { type Resolve, walk } from './walk.ts';

/** A module call that differs between the configuration and its lock. */
export interface Drift {
  module: string;
  why: string;
}

/** Returns the module of a locked call; undefined if its package is not to be read. */
export type ReadLocked = (path: string, call: Call, locked: LockedCall) => Promise<Folder | undefined>;

/**
 * Compares a configuration, and the packages that `read` reads (default: none), with the lock, if any.
 * @returns the differences as `drifts`, and the call paths of packages that were not read as `closed`
 * @throws {UsageError} for an unreadable configuration; what `read` throws
 */
export async function compareWithLock(root: Folder, lock: Lock | undefined, readLocked?: ReadLocked) {
  const [drifts, closed, unread]: [Drift[], string[], [string, UnreadCall][]] = [[], [], []];
  const note = (module: string, why: string | undefined) => void (why && drifts.push({ module, why }));
  const resolve: Resolve = async (path, call) => {
    const locked = lock?.get(path);
    const why = lock ? differenceOf(locked, call) : `the configuration has no ${lockName}`;
    note(path, why);
    if (why || !lock || !locked) return { locked: { source: shownSource(call.source) }, inside: emptyCall(path) };
    const inside = await readLocked?.(path, call, locked);
    if (!inside) closed.push(path);
    return { locked, inside: inside ?? lockedFolder(lock, path) };
  };
  const visited = await walk(root, resolve, (...each) => void unread.push(each));
  if (!lock) return { closed, drifts, unread, visited };
  for (const [path, { why }] of unread) if (lock.get(path)?.unread !== why) note(path, why);
  for (const { call, path } of visited)
    if (call.source.kind === 'local') note(path, differenceOf(lock.get(path), call));
  const calledPaths = new Set([...visited.map(({ path }) => path), ...unread.map(([path]) => path)]);
  const below = (path: string) => drifts.some(({ module }) => path.startsWith(`${module}.`));
  for (const path of lock.keys()) if (!calledPaths.has(path) && !below(path)) note(path, 'nothing calls it anymore');
  drifts.sort((a, b) => (a.module < b.module ? -1 : 1));
  return { closed, drifts, unread, visited };
}

/** Returns a module without calls, for a call that differs from the lock: its own calls are unknown. */
function emptyCall(path: string): Folder {
  return { id: `unknown ${path}`, dir: undefined, calls: (): Call[] => [], calledModule: () => emptyCall(path) };
}

/** A module call that differs between two locks. */
export interface Change extends Omit<CallRow, 'commit'> {
  change: 'added' | 'changed' | 'removed' | 'not read';
  /** The previous version, if the version changed. */
  before?: string | undefined;
}

/** Returns the differences between two locks, by call path. Of a local call only the source is compared. */
export function changesBetween(old: Lock, fresh: Lock): Change[] {
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return paths.flatMap((module): Change[] => {
    const [was, is] = [old.get(module), fresh.get(module)];
    if (!is) return was ? [{ module, change: 'removed', source: was.source, before: was.version ?? was.commit }] : [];
    const { source } = is;
    const version = is.version ?? is.commit;
    if (!was) return [{ module, change: 'added', source, version }];
    const fields = ['source', 'constraint', 'location', 'subdir', 'sha256', 'h1'] as const;
    const isSame =
      identityOf(was) === identityOf(is) && fields.every((field) => (was[field] ?? '') === (is[field] ?? ''));
    return isSame ? [] : [{ module, change: 'changed', source, version, before: was.version ?? was.commit }];
  });
}

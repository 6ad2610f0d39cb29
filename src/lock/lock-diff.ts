import type { Call } from './calls.ts';
import { type Folder, lockedFolder } from './folder.ts';
import type { Lock } from './lock-file.ts';
import { differenceOf } from './locked-call.ts';
import { type Resolve, walk } from './walk.ts';

/** A module call that differs between the configuration and its lock. */
export interface Drift {
  /** Call path. */
  module: string;
  why: string;
}

/**
 * Compares a configuration with its lock, without network access: the hash fixes the content of a locked package.
 * @throws {UsageError} for an unreadable configuration
 */
export async function driftOf(root: Folder, lock: Lock): Promise<Drift[]> {
  const found: Drift[] = [];
  const note = (module: string, why: string | undefined) => void (why && found.push({ module, why }));
  const called = new Set<string>();
  const resolve: Resolve = async (path, call) => {
    const why = differenceOf(lock.get(path), call);
    note(path, why);
    return { locked: { source: call.source.text }, inside: why ? nothing(path) : lockedFolder(lock, path) };
  };
  const visited = await walk(root, resolve, (path, { why }) => {
    called.add(path);
    if (lock.get(path)?.unread !== why) note(path, why);
  });
  for (const { call, path } of visited)
    if (call.source.kind === 'local') note(path, differenceOf(lock.get(path), call));
  for (const { path } of visited) called.add(path);
  const below = (path: string) => found.some(({ module }) => path.startsWith(`${module}.`));
  for (const path of lock.keys()) if (!called.has(path) && !below(path)) note(path, 'nothing calls it anymore');
  return found.sort((a, b) => (a.module < b.module ? -1 : 1));
}

/** The calls below a call that differs from the lock are unknown. */
function nothing(path: string): Folder {
  return { id: `unknown ${path}`, dir: undefined, calls: (): Call[] => [], into: () => nothing(path) };
}

import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { monotonicMs, pause } from '../clock.ts';
import { unlessThrown } from '../unless-thrown.ts';
import { cannot, errnoOf, lookAt, namesIn, readBytes, touch, tryRemove } from './files.ts';
import { ownerTag, stateOf } from './owner.ts';
import type { Temporaries } from './temporaries.ts';

const heartbeatMs = 5_000;
/** A lock without a heartbeat for this long is stale, even if its owner runs on another machine. */
const staleMs = 60_000;
const defaultWaitMs = 10 * 60_000;
const lookEveryMs = 500;

export interface Locks {
  readonly locks: string;
  readonly temporaries: Temporaries;
  /** Locked actions of this process, by name: its other tasks wait for these promises, not for lock files. */
  readonly busy: Map<string, Promise<unknown>>;
  /** The temporary folder of new lock files: the end of the last action removes it, and signals are held until then. */
  newLocks?: string | undefined;
}

export interface LockOptions {
  signal: AbortSignal;
  /** Called once when another process holds the lock. */
  waiting(): void;
  warn(message: string): void;
  /** How long to wait for another process (default: ten minutes). */
  longestWaitMs?: number | undefined;
}

/** How an action runs: under the lock, or without it because of a long wait or a disk that supports no locks. */
export type Held = 'alone' | 'waited too long' | 'no locks';

/**
 * Runs an action under a lock, within this process and across processes that share the folder. Ignores the lock of an
 * ended process. After the longest wait, or if the disk supports no locks, runs the action without the lock.
 */
export async function locked<Result>(
  cache: Locks,
  name: string,
  options: LockOptions,
  act: (held: Held) => Promise<Result>,
): Promise<Result> {
  for (let running = cache.busy.get(name); running; running = cache.busy.get(name)) await running.catch(() => {});
  const action = lockedFile(cache, name, options, act);
  cache.busy.set(name, action);
  try {
    return await action;
  } finally {
    cache.busy.delete(name);
    if (cache.busy.size === 0 && cache.newLocks !== undefined) {
      cache.temporaries.remove(cache.newLocks);
      cache.newLocks = undefined;
    }
  }
}

async function lockedFile<Result>(
  cache: Locks,
  name: string,
  { longestWaitMs = defaultWaitMs, signal, waiting, warn }: LockOptions,
  act: (held: Held) => Promise<Result>,
): Promise<Result> {
  const path = join(cache.locks, `${name}.lock`);
  const began = monotonicMs();
  let lookedAt: number | undefined;
  for (;;) {
    const now = monotonicMs();
    // Existence is checked often, because it is cheap; the owner is checked only every half second.
    const isDue = lookedAt === undefined || now - lookedAt > lookEveryMs;
    const isTaken = lookAt(path) === undefined || (isDue && isStaleLock(path)) ? take(path, cache) : false;
    if (isTaken) break;
    if (isTaken === undefined) return act('no locks');
    if (now - began > longestWaitMs) return act('waited too long');
    if (lookedAt === undefined) waiting();
    if (isDue) lookedAt = now;
    await pause(20 + Math.random() * 40, signal);
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  heartbeat.unref();
  try {
    return await act('alone');
  } finally {
    clearInterval(heartbeat);
    release(path, warn);
  }
}

/** Takes a lock. Returns whether the lock was free; undefined if the disk fails. */
function take(path: string, cache: Locks): boolean | undefined {
  return unlessThrown(() => {
    cache.newLocks ??= cache.temporaries.make(dirname(path));
    // A file that cannot be removed must not block the next lock.
    const ownFile = join(cache.newLocks, randomBytes(8).toString('hex'));
    try {
      // Hard-linked instead of written in place, so a lock file contains its owner from the start.
      writeFileSync(ownFile, ownerTag(), { flag: 'wx', mode: 0o600 });
      if (link(ownFile, path)) return true;
      return isStaleLock(path) && removeStale(path, `${ownFile}-stale`) && link(ownFile, path);
    } finally {
      tryRemove(ownFile);
    }
  });
}

/** Removes a stale lock. If another process has replaced the lock meanwhile, restores that lock and returns false. */
function removeStale(path: string, asidePath: string): boolean {
  try {
    renameSync(path, asidePath);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return true;
    throw error;
  }
  const isStale = isStaleLock(asidePath);
  if (!isStale) link(asidePath, path);
  tryRemove(asidePath);
  return isStale;
}

/** Creates a hard link to a file; returns false if the name exists. */
function link(target: string, path: string): boolean {
  try {
    linkSync(target, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the paths of the lock files that no running process holds. */
export function staleLocksIn({ locks }: Locks): string[] {
  const paths = namesIn(locks).flatMap((name) => (/^[0-9a-f]{32}\.lock$/.test(name) ? [join(locks, name)] : []));
  return paths.filter(isStaleLock);
}

/** Removes the lock files that no running process holds; never throws. */
export function sweepLocks(locks: Locks): void {
  for (const path of staleLocksIn(locks)) tryRemove(path);
}

/** Returns whether a lock is stale: its owner is unknown, has ended, or sent no heartbeat for a minute. */
function isStaleLock(path: string): boolean {
  try {
    const ageMs = Date.now() - statSync(path).mtimeMs;
    const owner = readBytes(path, { links: false, most: 1024 }).toString();
    return owner === '' || ageMs > staleMs || stateOf(owner) === 'ended';
  } catch {
    return true;
  }
}

function release(path: string, warn: LockOptions['warn']): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // Another process may have removed the lock as stale.
    if (errnoOf(error) === 'ENOENT') return;
    warn(`${cannot(`remove the lock ${path}`, error).message} Other runs ignore it after a minute.`);
  }
}

import { linkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../client/attempts.ts';
import { cannot, errnoOf, touch } from '../../files.ts';
import { isGone, ownerTag, temporaryName } from '../archive/owner.ts';
import { lookAt, readText, removeFile } from './files.ts';

const heartbeatMs = 5_000;
/** A lock without a heartbeat for that long is nobody's, whatever machine its owner is on. */
const staleMs = 60_000;
const longestWaitMs = 10 * 60_000;
const lookEveryMs = 500;

/** Where locks are. */
export interface Locks {
  /** What is being received, the locks on it, and files that get their name when they are whole. */
  readonly partial: string;
  /** What this process is receiving: the others of it wait for that and not for each other's files. */
  readonly busy: Map<string, Promise<unknown>>;
}

export interface LockOptions {
  signal: AbortSignal;
  /** Called once when somebody else holds it. */
  waiting(): void;
  warn(message: string): void;
}

/**
 * Does something while nobody else does it: in this process, or in another that shares the cache. A lock of a process that
 * is gone counts for nothing. After ten minutes, and where the disk bears no lock, it is done all the same, `alone` false:
 * what is kept in the cache bears it.
 */
export async function locked<Result>(
  cache: Locks,
  name: string,
  options: LockOptions,
  act: (alone: boolean) => Promise<Result>,
): Promise<Result> {
  for (let other = cache.busy.get(name); other; other = cache.busy.get(name)) await other.catch(() => {});
  const done = lockedFile(cache.partial, name, options, act);
  cache.busy.set(name, done);
  try {
    return await done;
  } finally {
    cache.busy.delete(name);
  }
}

async function lockedFile<Result>(
  folder: string,
  name: string,
  { signal, waiting, warn }: LockOptions,
  act: (alone: boolean) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, `${name}.lock`);
  const began = performance.now();
  let lookedAt: number | undefined;
  for (;;) {
    const now = performance.now();
    // Whoever waits asks often; whether the owner has ended takes longer to find out than whether the lock is there.
    const isDue = lookedAt === undefined || now - lookedAt > lookEveryMs;
    const taken = lookAt(path) === undefined || (isDue && isStaleLock(path)) ? take(folder, path) : false;
    if (taken) break;
    if (taken === undefined || now - began > longestWaitMs) return act(false);
    if (lookedAt === undefined) waiting();
    if (isDue) lookedAt = now;
    await pause(20 + Math.random() * 40, signal);
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  heartbeat.unref();
  try {
    return await act(true);
  } finally {
    clearInterval(heartbeat);
    release(path, warn);
  }
}

/** Whether it was free; undefined where the disk fails. */
function take(folder: string, path: string): boolean | undefined {
  const own = join(folder, temporaryName());
  try {
    // Linked and not written in its place: a lock has its owner in it from the first moment.
    writeFileSync(own, ownerTag(), { flag: 'wx', mode: 0o600 });
    if (link(own, path)) return true;
    // Two that find the same stale lock at once may both take it: the archive is then fetched twice, and no harm done.
    if (!isStaleLock(path)) return false;
    removeFile(path);
    return link(own, path);
  } catch {
    return undefined;
  } finally {
    forget(own);
  }
}

/** Gives a file one more name; false where that name is taken. */
function link(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether a lock holds nobody back: it has no owner, or one that has ended or has shown no sign of life for a minute. */
export function isStaleLock(path: string): boolean {
  try {
    const ageMs = Date.now() - statSync(path).mtimeMs;
    const owner = readText(path);
    return owner === '' || ageMs > staleMs || isGone(owner);
  } catch {
    return true;
  }
}

function release(path: string, warn: LockOptions['warn']): void {
  try {
    removeFile(path);
  } catch (error) {
    warn(`${cannot(`remove the lock ${path}`, error).message} Other runs ignore it after a minute.`);
  }
}

function forget(path: string): void {
  try {
    removeFile(path);
  } catch {}
}

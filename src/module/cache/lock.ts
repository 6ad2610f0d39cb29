import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../client/attempts.ts';
import { isGone, ownerTag } from '../owner.ts';
import { removeFile } from './files.ts';
import type { Cache } from './folder.ts';

const heartbeatMs = 5_000;
/** A lock without a heartbeat for that long is nobody's, whatever machine its owner is on. */
const staleMs = 60_000;
const longestWaitMs = 10 * 60_000;

export interface LockParts {
  signal: AbortSignal;
  /** Called once when somebody else holds it. */
  waiting(): void;
}

/**
 * Does something while nobody else does it: in this process, or in another that shares the cache. A lock of a process that
 * is gone counts for nothing. After ten minutes, and where the disk bears no lock, it is done all the same, `alone` false:
 * what is kept in the cache bears it.
 */
export async function locked<Result>(
  cache: Cache,
  name: string,
  { signal, waiting }: LockParts,
  act: (alone: boolean) => Promise<Result>,
): Promise<Result> {
  for (let other = cache.busy.get(name); other; other = cache.busy.get(name)) await other.catch(() => {});
  const done = lockedFile(join(cache.partial, `${name}.lock`), { signal, waiting }, act);
  cache.busy.set(name, done);
  try {
    return await done;
  } finally {
    cache.busy.delete(name);
  }
}

async function lockedFile<Result>(
  path: string,
  { signal, waiting }: LockParts,
  act: (alone: boolean) => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  let told = false;
  for (let taken = take(path); taken !== true; taken = take(path)) {
    if (taken === undefined) return act(false);
    if (performance.now() - began > longestWaitMs) return act(false);
    if (!told) waiting();
    told = true;
    await pause(20 + Math.random() * 40, signal);
  }
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  heartbeat.unref();
  try {
    return await act(true);
  } finally {
    clearInterval(heartbeat);
    removeFile(path);
  }
}

/** Whether it was free; undefined where the disk fails. */
function take(path: string): boolean | undefined {
  for (const again of [true, false]) {
    try {
      writeFileSync(path, ownerTag(), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        try {
          // A full disk may well have had room for the name.
          removeFile(path);
        } catch {}
        return undefined;
      }
    }
    // Two that find the same stale lock at once may both take it: the archive is then fetched twice, and no harm done.
    if (!again || !isStale(path)) return false;
    removeFile(path);
  }
  return false;
}

function isStale(path: string): boolean {
  try {
    const ageMs = Date.now() - statSync(path).mtimeMs;
    return ageMs > staleMs || isGone(readFileSync(path, 'utf8'));
  } catch {
    return true;
  }
}

function touch(path: string): void {
  const now = Date.now() / 1000;
  try {
    utimesSync(path, now, now);
  } catch {}
}

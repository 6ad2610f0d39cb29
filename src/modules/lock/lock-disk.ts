import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { replaceFile, textIn } from '../../base/system/files.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import { onDisk } from '../archive/rejection.ts';
import { formatLock, type LockFile, lockName, parseLock } from './lock-file.ts';

/** Reads the lock of a configuration, if it has one. @throws {UsageError} for an invalid lock; {LocalError} for an unreadable one */
export function readLock(dir: string): LockFile | undefined {
  const path = join(dir, lockName);
  const text = textIn(path);
  return text === undefined ? undefined : parseLock(text, lockName);
}

/** Reads the lock of a configuration. @throws {UsageError} if it has none */
export function requireLock(dir: string): LockFile {
  const lock = readLock(dir);
  if (lock) return lock;
  throw new UsageError(`No ${lockName} in ${dir}.`, { hint: 'Create it with: svc module lock' });
}

/** Writes the lock of a configuration in one step; returns false if nothing changed. @throws {LocalError} */
export function writeLock(dir: string, lock: LockFile, temporaries: Temporaries): boolean {
  const path = join(dir, lockName);
  const text = formatLock(lock);
  return onDisk(path, () => {
    if (textIn(path) === text) return false;
    temporaries.using(dir, (folder) => replaceFile(path, text, join(folder, lockName)));
    return true;
  });
}

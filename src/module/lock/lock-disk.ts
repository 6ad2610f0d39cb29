import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { LocalError, UsageError } from '../../errors.ts';
import { formatLock, type Lock, lockName, parseLock } from './lock-file.ts';

/** The lock of a configuration, undefined where there is none. @throws {UsageError} for one that is none; {LocalError} for one that cannot be read */
export function readLock(dir: string): Lock | undefined {
  const path = join(dir, lockName);
  if (!existsSync(path)) return undefined;
  try {
    if (!statSync(path).isFile()) throw new Error('it is no file');
    return parseLock(readFileSync(path, 'utf8'), lockName);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new LocalError(`Cannot read ${path}: ${wordsOf(cause)}.`, { cause });
  }
}

/** The lock of a configuration that must have one. @throws {UsageError} when it has none */
export function requireLock(dir: string): Lock {
  const lock = readLock(dir);
  if (lock) return lock;
  throw new UsageError(`There is no ${lockName} in ${dir}.`, { hint: 'svc module lock makes one.' });
}

/** Writes the lock of a configuration in one step; false where it says the same already. @throws {LocalError} */
export function writeLock(dir: string, lock: Lock): boolean {
  const path = join(dir, lockName);
  const text = formatLock(lock);
  try {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
    replaceFile(path, text);
    return true;
  } catch (cause) {
    throw new LocalError(`Cannot write ${path}: ${wordsOf(cause)}.`, { cause });
  }
}

/** Puts a whole file in the place of another, so that nobody ever reads a part of it. */
export function replaceFile(path: string, text: string): void {
  const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(fresh, 'wx', 0o644);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message.split(',')[0]! : 'unknown fault';
}

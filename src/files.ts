import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { LocalError } from './errors.ts';

/** What the system calls an error, as `ENOENT`; undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What the disk says where more than its code helps. */
const diskReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'the port is in use',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'the file is too large',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'too many links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files on this machine',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'part of the path is not a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the disk is read-only',
};

/** Why something failed, in a word or a few: `EROFS: the disk is read-only`. */
export function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code === undefined) return error instanceof Error ? error.message : 'unknown fault';
  return code in diskReasons ? `${code}: ${diskReasons[code]}` : code;
}

/** Why a file that somebody named cannot be read. */
export function unreadable(error: unknown): string {
  return errnoOf(error) === 'ENOENT' ? 'there is no such file' : reasonOf(error);
}

/** What the machine did not let us do; the sentence begins with `Cannot`. */
export function cannot(act: string, cause: unknown, hint?: string): LocalError {
  return new LocalError(`Cannot ${act} (${reasonOf(cause)}).`, { hint, cause });
}

/**
 * Puts a whole file in the place of another: whoever reads meanwhile sees the old or the new one, and so does whoever starts after
 * a full disk or a kill. What was written is removed where that fails.
 * @param fresh where it is written first, on the same disk; what a killed run left there is removed
 * @throws {Error} the system's own
 */
export function replaceFile(path: string, text: string, fresh: string, mode = 0o644): void {
  rmSync(fresh, { force: true });
  try {
    writeFileSync(fresh, text, { flag: 'wx', mode, flush: true });
    // Its owner can read what is for nobody else, whatever the umask.
    if ((mode & 0o077) === 0) chmodSync(fresh, mode);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Makes the new names in a folder outlive a power cut, where the system lets a folder be opened for that. @throws {Error} the system's own */
export function syncFolder(folder: string): void {
  let opened: number | undefined;
  try {
    opened = openSync(folder, 'r');
    fsyncSync(opened);
  } catch (error) {
    if (opened !== undefined && !['EPERM', 'EISDIR', 'EINVAL', 'EBADF'].includes(errnoOf(error) ?? '')) throw error;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** The names in a folder; none where it is not there or cannot be read. */
export function namesIn(folder: string, options: { recursive?: boolean } = {}): string[] {
  try {
    return readdirSync(folder, { ...options, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** Whether there is a folder, links followed. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Makes a folder and those above it that are missing, one at a time: Node's own recursive way never ends where a folder
 * that is there answers ENOENT, as /proc does.
 * @param made is told of each that was missing
 * @throws {Error} the system's own
 */
export function makeFolders(folder: string, mode = 0o777, made?: (folder: string) => void): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode, made);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have been faster.
    if (errnoOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
    return;
  }
  made?.(folder);
}

/** Gives a file or folder the time of now, which tells others that it is in use; never throws. */
export function touch(path: string): void {
  const now = Date.now() / 1000;
  try {
    utimesSync(path, now, now);
  } catch {}
}

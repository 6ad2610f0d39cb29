import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { devNull, platform } from 'node:os';
import { dirname } from 'node:path';
import { LocalError } from '../errors.ts';
import { unlessThrown } from '../unless-thrown.ts';

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;

/** Returns the system's code of an error, such as `ENOENT`; undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Returns whether writing to a stream failed because its reader has ended. */
export function isReaderGone(error: unknown): boolean {
  return ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(errnoOf(error) ?? '');
}

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
  ENXIO: 'it is a device, a pipe or a socket',
  EPERM: 'operation not permitted',
  EROFS: 'the disk is read-only',
};

/** Returns the reason of a failure, for a message: `EROFS: the disk is read-only`. */
export function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code === undefined) return error instanceof Error ? error.message : 'unknown fault';
  return code in diskReasons ? `${code}: ${diskReasons[code]}` : code;
}

/** Returns the error for a failure of this machine: `Cannot ACT (REASON).` */
export function cannot(act: string, cause: unknown, hint?: string): LocalError {
  return new LocalError(`Cannot ${act} (${reasonOf(cause)}).`, { hint, cause });
}

/**
 * Replaces a file in one step: readers see the old content or the new one, even after a full disk or a kill.
 * @param fresh a temporary path on the same disk; replaces the leftover of a killed run
 * @param mode of the file, whatever the umask (default: 0644 less the umask)
 * @param owner of the file (default: this user)
 * @throws {Error} of the system
 */
export function replaceFile(path: string, text: string, fresh: string, mode?: number, owner?: Stats): void {
  rmSync(fresh, { force: true });
  try {
    writeFileSync(fresh, text, { flag: 'wx', mode: mode ?? 0o644, flush: true });
    const { gid, uid } = lstatSync(fresh);
    if (owner && (owner.uid !== uid || owner.gid !== gid)) chownSync(fresh, owner.uid, owner.gid);
    if (mode !== undefined) chmodSync(fresh, mode);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Returns whether a path is a device or a pipe, through links too, or a name of the system such as /dev/stdout. */
export function isStream(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isDirectory() && (!stat.isFile() || /^\/(?:dev\/(?:std|fd\/)|proc\/)/.test(path));
}

/** Writes the file that a flag names: replaces a regular file, writes into another. @throws {Error} of the system */
export function writeOutput(path: string, text: string, fresh: string, mode?: number): void {
  if (!isStream(path)) return void replaceFile(path, text, fresh, mode);
  // With O_NONBLOCK, opening a pipe that has no reader fails instead of waiting for one.
  const opened = openSync(path, O_WRONLY | O_NONBLOCK);
  writeFileSync(path, text, { flag: 'a' });
  closeSync(opened);
}

/** Makes new names in a folder survive a power cut, on systems that can open a folder. @throws {Error} of the system */
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

/**
 * Opens a file for reading if it is a regular file: a name in a checkout can be a pipe without a writer, an endless device, or a
 * device that acts when it is opened. The null device is an empty file.
 * @param options.most the largest size in bytes (default: 64 MiB)
 * @param options.links whether links are followed (default: true)
 * @throws {Error} of the system: `ENXIO` and `EISDIR` for another kind of file, `EFBIG` for a larger one
 */
export function openRegular(path: string, options: { most?: number; links?: boolean } = {}): number {
  const { links = true, most = 64 * 1024 * 1024 } = options;
  const check = (stats: Stats) => {
    const isFile = stats.isFile() || (stats.isCharacterDevice() && stats.rdev === statSync(devNull).rdev);
    const code = stats.isDirectory() ? 'EISDIR' : !isFile ? 'ENXIO' : stats.size > most ? 'EFBIG' : undefined;
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  check(links ? statSync(path) : lstatSync(path));
  // Another file may have taken the name since the check.
  const descriptor = openSync(path, O_RDONLY | O_NONBLOCK | (links ? 0 : O_NOFOLLOW));
  try {
    check(fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Reads a regular file. @throws {Error} as `openRegular` does */
export function readBytes(path: string, options?: Parameters<typeof openRegular>[1]): Buffer {
  const descriptor = openRegular(path, options);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the text of a file; undefined if the file does not exist. `shown` is its name in messages. @throws {LocalError} if it cannot be read */
export function textIn(path: string, shown = path, options?: Parameters<typeof openRegular>[1]): string | undefined {
  try {
    return readBytes(path, options).toString();
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cannot(`read ${shown}`, cause);
  }
}

/** Lists the names in a folder; empty if it does not exist or cannot be read. */
export function namesIn(folder: string, options: { recursive?: boolean } = {}): string[] {
  return unlessThrown(() => readdirSync(folder, { ...options, encoding: 'utf8' })) ?? [];
}

/** Returns whether a path may lead to another machine: Windows would send it the password hash of this user. */
export function isNetworkPath(path: string, system: string = platform()): boolean {
  return system === 'win32' && /^[\\/]{2}/.test(path);
}

/** Returns whether a path is a folder; follows links. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns whether a path is a regular file, and not a pipe; follows links. */
export function isFile(path: string): boolean {
  return unlessThrown(() => statSync(path, { throwIfNoEntry: false }))?.isFile() === true;
}

const madeFolders = new Set<string>();

/** Creates a folder and its missing parents: below /proc, Node's recursive mkdir never ends. @throws {Error} */
export function makeFolders(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created it.
    if (errnoOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
    return;
  }
  madeFolders.add(folder);
}

/** Removes a folder and those of its parents that this process created, as long as they are empty; never throws. */
export function removeMade(folder: string): void {
  for (let each = folder; madeFolders.has(each); each = dirname(each)) {
    try {
      rmdirSync(each);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') return;
    }
    madeFolders.delete(each);
  }
}

/** Sets the time of a file or folder to now, which tells other processes that it is in use; never throws. */
export function touch(path: string): void {
  const now = Date.now() / 1000;
  unlessThrown(() => utimesSync(path, now, now));
}

/** Removes a file. Does nothing if the file does not exist or cannot be removed. */
export function tryRemove(path: string): void {
  unlessThrown(() => unlinkSync(path));
}

/** Returns the state of the file at a path, without following links; undefined if it does not exist. */
export function lookAt(path: string): Stats | undefined {
  return unlessThrown(() => lstatSync(path, { throwIfNoEntry: false }));
}

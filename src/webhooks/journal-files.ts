import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { LocalError } from '../base/errors.ts';
import { cannot, errnoOf, makeFolders } from '../base/system/files.ts';
import { isOwn } from '../base/system/ownership.ts';

/**
 * The journal is three series of files, each with its own rotation, so that rejected requests never remove a verified delivery.
 * A series is NAME.1.ndjson, NAME.2.ndjson and so on; the one with the highest number is appended to.
 */
export const seriesNames = ['deliveries', 'unsigned', 'rejected'] as const;
export type Series = (typeof seriesNames)[number];

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants;

/** Returns the paths of a series' files, the oldest first. */
export function filesOf(folder: string, series: Series): string[] {
  return numbersOf(folder, series).map((number) => fileOf(folder, series, number));
}

/**
 * Opens the file of a series to append to. Only the owner can read the file and its folder. A full file is followed by the next number,
 * so that processes that find the same file full continue in the same next file.
 * @throws {LocalError} for a link, a folder or file of another user, and a file that cannot be written
 */
export function openForAppending(folder: string, series: Series, { maxBytes, keep }: Rotation): number {
  prepareFolder(folder);
  for (;;) {
    const newest = numbersOf(folder, series).at(-1) ?? 0;
    // Another process may have removed the file.
    const { size = 0 } = lstatSync(fileOf(folder, series, newest), { throwIfNoEntry: false }) ?? {};
    const isFull = newest > 0 && size >= maxBytes;
    const number = isFull ? newest + 1 : Math.max(newest, 1);
    const fd = openOwn(fileOf(folder, series, number));
    if (isFull) for (const path of filesOf(folder, series).slice(0, -1 - keep)) rmSync(path, { force: true });
    // If a newer file exists, retry: its creator may have removed this file before it was opened.
    if (numbersOf(folder, series).at(-1) === number) return fd;
    closeSync(fd);
  }
}

export interface Rotation {
  /** Size above which the next file is started. */
  maxBytes: number;
  keep: number;
}

function fileOf(folder: string, series: Series, number: number): string {
  return join(folder, `${series}.${String(number).padStart(8, '0')}.ndjson`);
}

function numbersOf(folder: string, series: Series): number[] {
  try {
    const numbers = readdirSync(folder).flatMap((name) => {
      const [, seriesName, number] = /^([a-z]+)\.(\d{8,15})\.ndjson$/.exec(name) ?? [];
      return seriesName === series ? [Number(number)] : [];
    });
    return numbers.sort((a, b) => a - b);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw unusable(folder, error);
  }
}

function prepareFolder(folder: string): void {
  try {
    makeFolders(folder, 0o700);
    const stat = lstatSync(folder);
    checkOwn(folder, stat, 'folder');
    if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    throw unusable(folder, error);
  }
}

function openOwn(path: string): number {
  let fd: number | undefined;
  try {
    fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
    const stat = fstatSync(fd);
    checkOwn(path, stat, 'file');
    if ((stat.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    return fd;
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw unusable(path, error);
  }
}

function checkOwn(path: string, stat: Stats, expected: 'file' | 'folder'): void {
  if (!(expected === 'file' ? stat.isFile() : stat.isDirectory())) {
    throw new LocalError(`${path} is not a plain ${expected}; the journal of deliveries cannot use it.`);
  }
  if (!isOwn(stat)) {
    throw new LocalError(`${path} belongs to another user; the journal of deliveries cannot use it.`);
  }
}

/** Returns an error about the journal at a path; returns a LocalError unchanged. */
export function unusable(path: string, cause: unknown): LocalError {
  if (cause instanceof LocalError) return cause;
  return cannot(`use the journal ${path}`, cause, 'Set XDG_STATE_HOME to another folder.');
}

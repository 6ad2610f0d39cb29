import {
  chmodSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { LocalError } from '../errors.ts';
import { createIds } from './ids.ts';

const current = 'deliveries.ndjson';
const older = /^deliveries\.[0-9a-z]{26}\.ndjson$/;
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
const newName = createIds();

/** The file that is appended to. */
export const currentFile = (folder: string): string => join(folder, current);

/** The files of a journal, the oldest first. */
export function filesOf(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unusable(folder, error);
  }
  const rotated = names.filter((name) => older.test(name)).sort();
  return [...rotated, ...names.filter((name) => name === current)].map((name) => join(folder, name));
}

/**
 * Opens the current file for appending, its owner's only, in a folder of the owner's only.
 * @throws {LocalError} for a link, a folder or file of somebody else's, and whatever cannot be written
 */
export function openForAppending(folder: string): { fd: number; stat: Stats; endsTorn: boolean } {
  const path = currentFile(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    own(folder, lstatSync(folder), 'folder');
    if ((lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    const fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
    const stat = fstatSync(fd);
    own(path, stat, 'file');
    if ((stat.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    return { fd, stat, endsTorn: stat.size > 0 && !endsLine(fd, stat.size) };
  } catch (error) {
    throw error instanceof LocalError ? error : unusable(path, error);
  }
}

/** Puts the current file aside under a name of its own, so that no two processes can overwrite what the other put aside. */
export function rotate(folder: string, keep: number): void {
  try {
    renameSync(currentFile(folder), join(folder, `deliveries.${newName(Date.now())}.ndjson`));
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(currentFile(folder), error);
  }
  const rotated = filesOf(folder).filter((path) => path !== currentFile(folder));
  for (const path of rotated.slice(0, Math.max(0, rotated.length - keep))) rmSync(path, { force: true });
}

function endsLine(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 10;
}

function own(path: string, stat: Stats, expected: 'file' | 'folder'): void {
  const { uid } = userInfo();
  if (!(expected === 'file' ? stat.isFile() : stat.isDirectory())) {
    throw new LocalError(`${path} is not a plain ${expected}; the journal of deliveries is not kept there.`);
  }
  if (uid !== -1 && stat.uid !== uid) {
    throw new LocalError(`${path} belongs to another user; the journal of deliveries is not kept there.`);
  }
}

/** @returns what cannot be done with the journal at a path, in a sentence */
export function unusable(path: string, cause: unknown): LocalError {
  return new LocalError(`Cannot use the journal ${path} (${(cause as NodeJS.ErrnoException).code ?? cause}).`, {
    cause,
  });
}

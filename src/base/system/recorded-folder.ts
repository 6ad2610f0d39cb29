import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { jsonIn } from '../json.ts';
import { unlessThrown } from '../unless-thrown.ts';
import { cannot, errnoOf, readBytes } from './files.ts';

/** A temporary folder, as a file of the list records it. */
export interface Entry {
  /** The path of that file; empty if no file can be written. */
  file: string;
  path: string;
  /** Device and inode of the folder; missing until it is created. */
  id?: string | undefined;
  /** The name of the folder before it was put aside. */
  home?: string;
  /** Device and inode of the folder that gets that name. */
  fresh?: string | undefined;
}

/** Returns the last whole line of each folder in a list file: an empty path without a line, and nothing for a file that cannot be read. */
export function entriesIn(file: string): Entry[] {
  const text = unlessThrown(() => readBytes(file, { links: false }).toString());
  const lines = text?.split('\n').flatMap((line) => (jsonIn(line) as Entry | undefined) ?? []) ?? [];
  if (text !== undefined && lines.length === 0) return [{ path: '', file }];
  return [...new Map(lines.map((line) => [line.path, { ...line, file }])).values()];
}

/** Adds the line of an entry. @throws {LocalError} if that of a folder put aside cannot be written: nothing else has its old name */
export function note(list: number | undefined, { file, ...entry }: Entry): void {
  try {
    if (list !== undefined) appendFileSync(list, `\n${JSON.stringify(entry)}`);
  } catch (cause) {
    if (entry.home !== undefined) throw cannot(`write the list ${dirname(file)}`, cause);
  }
}

/** Returns the device and inode of a file or folder, without following links; undefined if nothing exists. */
export function identityOf(path: string): string | undefined {
  const stat = unlessThrown(() => lstatSync(path, { bigint: true }));
  return stat && `${stat.dev} ${stat.ino}`;
}

/** Returns the path of a folder before it was put aside. */
export function homeOf({ home, path }: Entry): string | undefined {
  return home === undefined ? undefined : join(dirname(path), home);
}

/** Returns how to settle an entry: `gone` without its folder, `unknown` if something else has the old name or the place of a folder put aside. */
export function dueFor(entry: Entry): 'gone' | 'remove' | 'restore' | 'unknown' {
  const [currentId, home] = [identityOf(entry.path), homeOf(entry)];
  if (currentId === undefined) return 'gone';
  const isOther = entry.id !== undefined && entry.id !== currentId;
  if (home === undefined) return isOther ? 'gone' : 'remove';
  // On some network disks a folder gets another inode when it is renamed.
  if (isOther) return 'unknown';
  const homeId = identityOf(home);
  return homeId === undefined ? 'restore' : homeId === entry.fresh ? 'remove' : 'unknown';
}

/** Restores or removes the folder of an entry; returns false if the folder still exists. */
export function isSettled(entry: Entry): boolean {
  const due = dueFor(entry);
  try {
    if (due === 'restore') return isRestored(entry);
    if (due === 'remove') removeRecorded(entry);
    return due !== 'unknown';
  } catch (error) {
    return errnoOf(error) === 'ENOENT';
  }
}

/** Gives a folder its old name; returns false if something else has its place by now. */
function isRestored({ home = '', id, path }: Entry): boolean {
  return inside(dirname(path), (parent) => {
    const aside = join(parent, basename(path));
    const currentId = identityOf(aside);
    if (currentId === id) renameSync(aside, join(parent, home));
    return currentId === undefined || currentId === id;
  });
}

/** Removes the recorded folder, or an empty one that was not recorded. */
function removeRecorded({ id, path }: Entry): void {
  try {
    // After a move it is empty, and listing it would take longer.
    rmdirSync(path);
  } catch {
    if (id === undefined) return;
    inside(path, (opened) => {
      if (identityOf(`${opened}/.`) !== id) return;
      // A name may be invalid UTF-8.
      for (const name of readdirSync(opened, { encoding: 'buffer' }))
        rmSync(Buffer.concat([Buffer.from(`${opened}/`), name]), { recursive: true, force: true, maxRetries: 3 });
    });
    rmdirSync(path);
  }
}

/** Acts in a folder by a path that no other user can redirect. */
function inside<Result>(path: string, act: (opened: string) => Result): Result {
  const opened = openFolder(realpathSync(path));
  try {
    return act(opened?.path ?? path);
  } finally {
    opened?.close();
  }
}

/** Linux's O_PATH, which Node does not name: a folder may be opened that must not be listed. */
const pathOnly = 0o10000000;

/** An opened folder: its path refers to it even after a rename. */
export type OpenedFolder = { path: string; close(): void };

/**
 * Opens a folder by its real path, without following a link in any part of it. Returns undefined on systems other than Linux and
 * where /proc is not mounted.
 * @throws {Error} of the system: ENOTDIR if a part of the path has become a link
 */
export function openFolder(real: string): OpenedFolder | undefined {
  if (platform() !== 'linux' || !existsSync('/proc/self/fd')) return undefined;
  const [, base = '/', rest = ''] = /^(\/proc\/self\/fd\/\d+)?(.*)$/s.exec(real) ?? [];
  const open = (path: string) => openSync(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  // Our own descriptor is a link, and the only one that is followed.
  let descriptor = open(`${base}/.`);
  for (const name of rest.split('/').filter(Boolean)) {
    const parent = descriptor;
    try {
      descriptor = open(`/proc/self/fd/${parent}/${name}`);
    } finally {
      closeSync(parent);
    }
  }
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

import { lstatSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { jsonIn } from '../json.ts';
import { unlessThrown } from '../unless-thrown.ts';
import { errnoOf, namesIn, readBytes } from './files.ts';
import { openFolder } from './opened-folder.ts';

/** A line of a list. The last line of a path counts. */
export interface Entry {
  /** A temporary folder. */
  path: string;
  /** Device and inode of the folder; missing until it is created. */
  id?: string | undefined;
  /** The folder in it that another is to replace: its device and inode, where it belongs, and those of its parent. */
  aside?: { id: string | undefined; home: string; parent: string | undefined };
}

/** The entries of a list; none of one that cannot be read. A line that was cut is older than what it announces. */
export function entriesIn(file: string): Entry[] {
  const entries = new Map<string, Entry>();
  try {
    for (const line of readBytes(file, { links: false }).toString().split('\n')) {
      const entry = jsonIn(line) as Entry | undefined;
      if (entry) entries.set(entry.path, entry);
    }
  } catch {}
  return [...entries.values()];
}

/** Device and inode of a file or folder, links not followed; undefined for nothing. */
export function identityOf(path: string): string | undefined {
  const found = unlessThrown(() => lstatSync(path, { bigint: true }));
  return found && `${found.dev} ${found.ino}`;
}

/** Whether the folder of an entry exists: the recorded one, or any where none was recorded. */
export function isThere({ id, path }: Entry): boolean {
  const found = identityOf(path);
  return found !== undefined && (id === undefined || id === found);
}

/** Whether what was put aside is still there, and nothing has its name. */
function isMissing({ aside, path }: Entry): boolean {
  if (aside?.id === undefined) return false;
  return identityOf(join(path, 'previous')) === aside.id && identityOf(aside.home) === undefined;
}

/** What ending an entry removes and restores, for people. */
export function leftoverOf(entry: Entry): { path: string; bytes: number; why: string } {
  const moved = isMissing(entry) ? `; ${entry.aside?.home} is moved back` : '';
  return { path: entry.path, bytes: bytesOf(entry.path), why: `left by a run that has ended${moved}` };
}

/** Moves back everything that was put aside, then removes the folders; false if something of them is still there. */
export function areSettled(entries: readonly Entry[]): boolean {
  const kept = new Set(entries.filter((entry) => !isRestored(entry)));
  return entries.filter((entry) => kept.has(entry) || !isDiscarded(entry)).length === 0;
}

/** Moves back what was put aside; false if that is not possible. */
function isRestored(entry: Entry): boolean {
  const { aside, id, path } = entry;
  if (!aside || !isThere(entry) || !isMissing(entry)) return true;
  const { home, parent } = aside;
  try {
    return inside(path, id, (from) =>
      inside(dirname(home), parent, (to) => renameSync(join(from, 'previous'), join(to, basename(home)))),
    );
  } catch {
    return false;
  }
}

/** Removes a folder that is the recorded one, or an empty one that was not recorded; false if the recorded one is still there. */
export function isDiscarded(entry: Entry): boolean {
  const { id, path } = entry;
  if (!isThere(entry)) return true;
  try {
    // After a move it is empty, and to look for what is in it would take longer.
    rmdirSync(path);
    return true;
  } catch {
    if (id === undefined) return true;
  }
  try {
    inside(path, id, (opened) => {
      for (const name of namesIn(opened)) rmSync(join(opened, name), { recursive: true, force: true, maxRetries: 3 });
    });
    rmdirSync(path);
  } catch (error) {
    return errnoOf(error) === 'ENOENT';
  }
  return true;
}

/** Acts in a folder that is the recorded one, by a path that no other user can redirect; false for another folder. */
function inside(path: string, id: string | undefined, act: (opened: string) => unknown): boolean {
  const opened = openFolder(realpathSync(path));
  try {
    const at = opened?.path ?? path;
    return id !== undefined && identityOf(`${at}/.`) === id && act(at) !== false;
  } finally {
    opened?.close();
  }
}

/** The size of a file, or of all files in a folder, in bytes. */
function bytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return namesIn(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../files.ts';
import { isOwn } from '../../ownership.ts';
import { openFolder, realFolder } from './opened-folder.ts';
import { temporaryName } from './owner.ts';

/**
 * All that is ever in a temporary folder. Nothing else is removed: where others can rename folders, one of this user's own can be
 * given such a name.
 */
const contents = [
  ...['tree', 'tree.zip', 'repository', 'packages', 'document'],
  ...['blobs', 'index', 'partial', 'staging', 'previous', 'home'],
] as const;

/** One of the names that something in a temporary folder may have. */
export type Content = (typeof contents)[number];

/** Makes a temporary folder of this user alone. @throws what the disk says */
export function makeTemporary(parent: string, name = temporaryName()): string {
  const path = join(parent, name);
  mkdirSync(path, 0o700);
  return path;
}

/** The path of something in a temporary folder. */
export function inTemporary(folder: string, name: Content): string {
  return join(folder, name);
}

/**
 * Moves a folder that another is to replace into a temporary folder. A run that finds it there later moves it back, unless
 * something has its name again.
 * @param temporary where it goes: in the same folder, or anywhere on the disk when `home` says which folder it was in
 * @returns moves it back
 * @throws what the disk says
 */
export function putAside(temporary: string, folder: string, home?: string): () => void {
  const previous = inTemporary(temporary, 'previous');
  mkdirSync(previous, { recursive: true });
  if (home !== undefined) writeFileSync(inTemporary(temporary, 'home'), home, { mode: 0o600 });
  const aside = join(previous, basename(folder));
  renameSync(folder, aside);
  return () => renameSync(aside, folder);
}

/** Where the folder belongs that was put aside and has not been replaced. */
export function missingHome(temporary: string, inside = temporary): string | undefined {
  const [name] = namesIn(inTemporary(inside, 'previous'));
  if (name === undefined) return undefined;
  const home = join(homeOf(inside) ?? dirname(temporary), name);
  return lstatSync(home, { throwIfNoEntry: false }) ? undefined : home;
}

/**
 * Removes a temporary file or folder of this user, after moving back the folder that was put aside in it and not replaced.
 * What cannot be removed stays; never throws.
 */
export function removeTemporary(path: string): void {
  try {
    // After a move it is empty, and to look for what is in it would take longer.
    rmdirSync(path);
    return;
  } catch {}
  try {
    const found = lstatSync(path);
    if (!isOwn(found)) return;
    if (found.isFile()) unlinkSync(path);
    else if (found.isDirectory()) clear(path);
  } catch {}
}

function clear(path: string): void {
  const opened = openFolder(realFolder(path));
  try {
    const inside = opened?.path ?? path;
    if (!isOwn(lstatSync(`${inside}/.`))) return;
    const home = missingHome(path, inside);
    if (home !== undefined) renameSync(join(inTemporary(inside, 'previous'), basename(home)), home);
    for (const name of contents) {
      rmSync(inTemporary(inside, name), { recursive: true, force: true, maxRetries: 3 });
    }
  } finally {
    opened?.close();
  }
  rmdirSync(path);
}

function homeOf(temporary: string): string | undefined {
  try {
    return readFileSync(inTemporary(temporary, 'home'), 'utf8');
  } catch {
    return undefined;
  }
}

import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isGone } from '../module/archive/owner.ts';
import { isLoopback } from '../origin.ts';
import { foreignness, isOwn } from '../ownership.ts';
import { ownUser } from '../processes.ts';
import { type RunningSandbox, sandboxNote } from '../sandbox/note.ts';
import type { Host } from './context.ts';

/** Determines the folder of the notes. */
export type Machine = Pick<Host, 'env' | 'home'>;

/** The name of a note; the files beside it have other endings. */
export const noteName = /^sandbox-\d+\.json$/;

/**
 * The notes of sandboxes that were started on this machine and whose process still runs, newest first. A note counts only if no other user could
 * write it and its addresses are on this machine: commands send tokens to its addresses, and shells run the variables printed from it.
 */
export function announced(host: Machine): RunningSandbox[] {
  const folder = runtimeFolder(host);
  let names: string[];
  try {
    if (!isOurs(folder)) return [];
    names = readdirSync(folder).filter((name) => noteName.test(name));
  } catch {
    return [];
  }
  return names
    .map((name) => join(folder, name))
    .sort((a, b) => modified(b) - modified(a))
    .flatMap((path) => readNote(path) ?? [])
    .filter(({ owner }) => owner === undefined || !isGone(owner));
}

/** The note in a file; undefined if another user could write or read it, and for addresses beyond this machine. */
export function readNote(path: string): RunningSandbox | undefined {
  try {
    if (!isOurs(path) || isOpen(path)) return undefined;
    const running = sandboxNote.parse(JSON.parse(readFileSync(path, 'utf8')));
    return [running.address, running.api, running.registry].every(isHere) ? running : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file or folder belongs to this user, is not a link, and cannot be written by others. */
function isOurs(path: string): boolean {
  const stat = lstatSync(path);
  return !stat.isSymbolicLink() && isOwn(stat) && foreignness(stat) === undefined;
}

/** Whether others may read a file. A note contains tokens, so svc never writes one like that. */
function isOpen(path: string): boolean {
  return ownUser !== undefined && (lstatSync(path).mode & 0o077) !== 0;
}

function isHere(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  return isLoopback(hostname) && /^https?:$/.test(protocol);
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The folder of the notes. */
export function runtimeFolder({ env, home }: Machine): string {
  const base = [env.XDG_RUNTIME_DIR, env.XDG_CACHE_HOME].find((folder) => folder?.startsWith('/'));
  return join(base ?? join(home, '.cache'), 'svc');
}

import { lstatSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isLoopback, portOf } from '../base/origin.ts';
import { evalOf } from '../base/shell-word.ts';
import { type RunningSandbox, sandboxNote } from '../sandbox/note.ts';
import { readBytes } from '../system/files.ts';
import { isGone } from '../system/owner.ts';
import { foreignness, isOwn } from '../system/ownership.ts';
import { ownUser } from '../system/processes.ts';
import type { Host } from './context.ts';

/** Determines the folder of the notes. */
export type Machine = Pick<Host, 'env' | 'home'>;

/** The files of a sandbox, by their endings: its note, the certificate of its CA, a CLI configuration, and one that a process writes. */
export type FileKind = 'json' | 'ca.pem' | 'tfrc' | 'new';

/** A sandbox with a note, and the process that runs it (see owner.ts). */
export type Announced = RunningSandbox & { owner: string };

interface SandboxFile {
  path: string;
  port: number;
  owner: string;
  kind: string;
}

const fileName = /^sandbox-(\d+)-([\da-f]+-\d+-[\da-f]+)\.(json|ca\.pem|tfrc|new)$/;

/** The path of a file of a sandbox. */
export function pathOf(host: Machine, { address, owner }: Announced, kind: FileKind): string {
  return join(runtimeFolder(host), `sandbox-${portOf(new URL(address))}-${owner}.${kind}`);
}

/** The files of all sandboxes; none if another user could change them. */
export function filesIn(host: Machine): SandboxFile[] {
  const folder = runtimeFolder(host);
  try {
    if (!isOurs(folder)) return [];
    return readdirSync(folder).flatMap((name) => {
      const [, port, owner, kind] = fileName.exec(name) ?? [];
      return port && owner && kind ? { path: join(folder, name), port: Number(port), owner, kind } : [];
    });
  } catch {
    return [];
  }
}

/**
 * The notes of sandboxes that were started on this machine and whose process still runs, newest first. A note counts only if no other user could
 * write it and its addresses are on this machine: commands send tokens to its addresses, and shells run the variables printed from it.
 */
export function announced(host: Machine): Announced[] {
  return filesIn(host)
    .filter(({ kind, owner }) => kind === 'json' && !isGone(owner))
    .sort((a, b) => modified(b.path) - modified(a.path))
    .flatMap(({ owner, path }) => {
      const note = readNote(path);
      return note === undefined ? [] : { ...note, owner };
    });
}

/** What to type for the newest sandbox that runs, at another address than the given one; undefined without one. */
export function toUseSandbox(host: Machine & Pick<Host, 'shell'>, origin?: string): string | undefined {
  const running = announced(host).find(({ address }) => new URL(address).origin !== origin);
  return running && `A sandbox runs at ${running.address}. To use it: ${evalOf('svc sandbox env', host.shell)}`;
}

/** The note in a file; undefined if another user could write or read it, and for addresses beyond this machine. */
function readNote(path: string): RunningSandbox | undefined {
  try {
    // A note contains tokens, so svc never writes one that others may read.
    if (!isOurs(path) || (ownUser !== undefined && (lstatSync(path).mode & 0o077) !== 0)) return undefined;
    const running = sandboxNote.parse(JSON.parse(readBytes(path).toString()));
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

function isHere(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  return isLoopback(hostname) && /^https?:$/.test(protocol);
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The folder of the notes. */
export function runtimeFolder({ env, home }: Machine): string {
  const base = [env.XDG_RUNTIME_DIR, env.XDG_CACHE_HOME].find((folder) => folder && isAbsolute(folder));
  return join(base ?? join(home, '.cache'), 'svc');
}

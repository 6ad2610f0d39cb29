import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host } from '../../cli/context.ts';
import { cannot, makeFolders, replaceFile } from '../../files.ts';
import { isGone, ownerTag } from '../../module/archive/owner.ts';
import { isLoopback } from '../../origin.ts';
import { foreignness, isOwn } from '../../ownership.ts';
import { ownUser } from '../../processes.ts';
import { type RunningSandbox, sandboxNote } from '../../sandbox/note.ts';

/** Determines the folder of the notes. */
type Machine = Pick<Host, 'env' | 'home'>;

/** The files beside a note, by their endings. */
const endings = { ca: 'ca.pem', cliConfig: 'tfrc' };

/** The note of a running sandbox. */
export interface Announced {
  note: RunningSandbox;
  /** Deletes the note and the files beside it. */
  forget(): void;
}

/** Writes the note of a running sandbox, and the certificate of its CA. @throws {LocalError} if they cannot be written */
export function announce(host: Machine, running: RunningSandbox, ca?: string): Announced {
  const path = pathOf(host, running, 'json');
  const forget = () => removeAll(path);
  forget();
  const owned = { ...running, owner: ownerTag() };
  const note = ca === undefined ? owned : { ...owned, caFile: writeBeside(host, running, 'ca', ca) };
  write(path, `${JSON.stringify(note)}\n`);
  return { note, forget };
}

/** Writes a file beside the note of a sandbox, for its owner only, and returns its path. @throws {LocalError} if it cannot be written */
export function writeBeside(
  host: Machine,
  running: Pick<RunningSandbox, 'address'>,
  what: keyof typeof endings,
  text: string,
): string {
  const path = pathOf(host, running, endings[what]);
  write(path, text);
  return path;
}

function pathOf(host: Machine, { address }: Pick<RunningSandbox, 'address'>, ending: string): string {
  return join(runtimeFolder(host), `sandbox-${new URL(address).port}.${ending}`);
}

function write(path: string, text: string): void {
  const folder = dirname(path);
  try {
    makeFolders(folder, 0o700);
    chmodSync(folder, 0o700);
    sweep(folder);
    replaceFile(path, text, `${path}.${ownerTag()}.new`, 0o600);
  } catch (cause) {
    throw cannot(`write ${path}`, cause, 'Set XDG_CACHE_HOME to another folder.');
  }
}

/** Deletes the files of sandboxes that were killed: notes and incomplete writes. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const [, incomplete] = /^sandbox-\d+\.[a-z.]+\.([^.]+)\.new$/.exec(name) ?? [];
    const owner = incomplete ?? (noteName.test(name) ? readNote(path)?.owner : undefined);
    if (owner === undefined || !isGone(owner)) continue;
    if (incomplete === undefined) removeAll(path);
    else rmSync(path, { force: true });
  }
}

/** Deletes a note and the files beside it. */
function removeAll(note: string): void {
  for (const ending of ['json', ...Object.values(endings)]) {
    rmSync(note.replace(/json$/, ending), { force: true });
  }
}

const noteName = /^sandbox-\d+\.json$/;

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

function readNote(path: string): RunningSandbox | undefined {
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

function runtimeFolder({ env, home }: Machine): string {
  const base = [env.XDG_RUNTIME_DIR, env.XDG_CACHE_HOME].find((folder) => folder?.startsWith('/'));
  return join(base ?? join(home, '.cache'), 'svc');
}

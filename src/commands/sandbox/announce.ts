import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host } from '../../cli/context.ts';
import { cannot, makeFolders, replaceFile } from '../../files.ts';
import { isGone, ownerTag } from '../../module/archive/owner.ts';
import { isLoopback } from '../../origin.ts';
import { foreignness, isOwn } from '../../ownership.ts';
import { ownUser } from '../../processes.ts';
import { type RunningSandbox, sandboxNote } from '../../sandbox/note.ts';

/** Where the notes lie. */
type Machine = Pick<Host, 'env' | 'home'>;

/** What lies beside a note, by the ends of their names. */
const endings = { ca: 'ca.pem', cliConfig: 'tfrc' };

/** A sandbox that left its note. */
export interface Announced {
  note: RunningSandbox;
  /** Takes away the note and what lies beside it. */
  forget(): void;
}

/** Leaves the note of a sandbox that runs, and the certificate of its CA. @throws {LocalError} when they cannot be written */
export function announce(host: Machine, running: RunningSandbox, ca?: string): Announced {
  const path = pathOf(host, running, 'json');
  const forget = () => removeAll(path);
  forget();
  const owned = { ...running, owner: ownerTag() };
  const note = ca === undefined ? owned : { ...owned, caFile: leaveBeside(host, running, 'ca', ca) };
  write(path, `${JSON.stringify(note)}\n`);
  return { note, forget };
}

/** Leaves a file beside the note of a sandbox, for its owner only; answers its path. @throws {LocalError} when it cannot be written */
export function leaveBeside(
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
    throw cannot(`write ${path}`, cause);
  }
}

/** Removes what sandboxes left that were killed: their notes, and those that were not complete. */
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

/** Removes a note and what lies beside it. */
function removeAll(note: string): void {
  for (const ending of ['json', ...Object.values(endings)]) {
    rmSync(note.replace(/json$/, ending), { force: true });
  }
}

const noteName = /^sandbox-\d+\.json$/;

/**
 * The notes of sandboxes that were started here and may still run, the newest first. A note counts only where nobody else can have
 * written it and it names this machine: commands send tokens to its addresses, and shells run what they print of it.
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
    .flatMap((path) => readNote(path) ?? []);
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

/** Whether a file or folder, not a link to one, is this user's, and nobody else can write it. */
function isOurs(path: string): boolean {
  const stat = lstatSync(path);
  return !stat.isSymbolicLink() && isOwn(stat) && foreignness(stat) === undefined;
}

/** Whether others may read a file, which would hold tokens: a note of ours never is so. */
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

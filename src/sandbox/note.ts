import { chmodSync, lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod/mini';
import { isLoopback, portOf } from '../base/origin.ts';
import { evalOf, type ShellLanguage } from '../base/shell-word.ts';
import { cannot, makeFolders, namesIn, readBytes, replaceFile, textIn, tryRemove } from '../base/system/files.ts';
import { ownerTag, stateOf } from '../base/system/owner.ts';
import { foreignness, isOwn } from '../base/system/ownership.ts';
import { ownUser } from '../base/system/processes.ts';
import type { Environment } from '../base/system/programs.ts';
import { unlessThrown } from '../base/unless-thrown.ts';

/** The file in which a running sandbox describes itself to the commands that control it. */
const sandboxNote = z.looseObject({
  address: z.string(),
  api: z.string(),
  registry: z.string(),
  organization: z.string(),
  control: z.string(),
  tokens: z.record(z.string(), z.string()),
  /** The CA certificate that a sandbox with --tls generated. */
  caFile: z.optional(z.string()),
});

/** Contains the tokens of the sandbox, so only its owner can read it. */
export type RunningSandbox = z.infer<typeof sandboxNote>;

/** The challenge of the control endpoints. By this, commands recognize a sandbox that has no note on this machine. */
export const controlChallenge = 'Bearer realm="svc sandbox"';

/** The environment that determines the folder of the notes. */
export interface Machine {
  env: Environment;
  home: string;
}

/** The suffixes of files: note, CA certificate, CLI configuration, incomplete write; and the note of a listener. */
type FileKind = 'json' | 'ca.pem' | 'tfrc' | 'new' | 'url';

/** A sandbox with a note, and the process that runs it (see owner.ts). */
export type NotedSandbox = RunningSandbox & { owner: string };
type Running = Pick<NotedSandbox, 'address' | 'owner'>;

interface SandboxFile {
  path: string;
  port: number;
  owner: string;
  kind: string;
}

const fileName = /^sandbox-(\d+)-([\da-f]+-\d+-[\da-f]+)\.(json|ca\.pem|tfrc|new|url)$/;

/** Returns the path of a file of a sandbox. */
export function pathOf(host: Machine, { address, owner }: Running, kind: FileKind): string {
  return join(runtimeFolder(host), `sandbox-${portOf(new URL(address))}-${owner}.${kind}`);
}

/** Returns the files of all sandboxes; an empty list if another user could change the folder. */
export function filesIn(host: Machine): SandboxFile[] {
  const folder = runtimeFolder(host);
  const names = unlessThrown(() => isOurs(folder)) ? namesIn(folder) : [];
  return names.flatMap((name) => {
    const [, port, owner, kind] = fileName.exec(name) ?? [];
    return port && owner && kind ? { path: join(folder, name), port: Number(port), owner, kind } : [];
  });
}

/**
 * Returns the notes of sandboxes that were started on this machine and whose process still runs, newest first. A note
 * counts only if no other user could write it and its addresses are on this machine: commands send tokens to its
 * addresses, and shells run the variables printed from it.
 */
export function runningSandboxes(host: Machine): NotedSandbox[] {
  return filesIn(host)
    .filter(({ kind, owner }) => kind === 'json' && stateOf(owner) !== 'ended')
    .sort((a, b) => modified(b.path) - modified(a.path))
    .flatMap(({ owner, path }) => {
      const note = readNote(path);
      return note === undefined ? [] : { ...note, owner };
    });
}

/** Writes a file of a sandbox, for its owner only, and returns its path. @throws {LocalError} if it cannot be written */
export function writeBeside(host: Machine, running: Running, kind: FileKind, text: string): string {
  const path = pathOf(host, running, kind);
  const folder = dirname(path);
  try {
    makeFolders(folder, 0o700);
    chmodSync(folder, 0o700);
    replaceFile(path, text, pathOf(host, { ...running, owner: ownerTag() }, 'new'), 0o600);
  } catch (cause) {
    throw cannot(`write ${path}`, cause, 'Set XDG_CACHE_HOME to another folder.');
  }
  return path;
}

/**
 * Deletes the files of killed sandboxes, and incomplete writes. Other processes may delete and write at the same time. That is safe:
 * a file name contains its process, and no other process writes that name again.
 */
export function deleteLeftovers(host: Machine): void {
  for (const { owner, path } of filesIn(host)) if (stateOf(owner) === 'ended') tryRemove(path);
}

/** Writes the note of a listener, so that other commands find it, and returns the function that deletes it. A failure is ignored. */
export function announceListener(host: Machine, address: string): () => void {
  try {
    deleteLeftovers(host);
    const path = writeBeside(host, { address, owner: ownerTag() }, 'url', address);
    return () => tryRemove(path);
  } catch {
    return () => undefined;
  }
}

/** Returns the URLs of the listeners that run on this machine. */
export function listenerUrls(host: Machine): string[] {
  const notes = filesIn(host).filter(({ kind, owner }) => kind === 'url' && stateOf(owner) === 'running');
  return notes.flatMap(({ path }) => textIn(path) ?? []);
}

/** Returns the command that selects the newest running sandbox at an address other than `origin`; undefined without such a sandbox. */
export function toUseSandbox(host: Machine & { shell: ShellLanguage }, origin?: string): string | undefined {
  const running = runningSandboxes(host).find(({ address }) => new URL(address).origin !== origin);
  return running && `A sandbox runs at ${running.address}. To use it: ${evalOf('svc sandbox env', host.shell)}`;
}

/** Returns the hint for a token that the sandbox at an origin rejects; undefined if none runs there. */
export function toUseItsTokens(host: Machine & { shell: ShellLanguage }, origin: string): string | undefined {
  if (!runningSandboxes(host).some(({ address }) => new URL(address).origin === origin)) return undefined;
  return `A sandbox generates new tokens at each start. To use them: ${evalOf('svc sandbox env', host.shell)}`;
}

/** Reads a note. Returns undefined if another user could read or write it, or if it names an address on another machine. */
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

/** Returns whether a file or folder belongs to this user, is not a link, and cannot be written by others. */
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

/** Returns the folder of the notes. */
export function runtimeFolder({ env, home }: Machine): string {
  const base = [env.XDG_RUNTIME_DIR, env.XDG_CACHE_HOME].find((folder) => folder && isAbsolute(folder));
  return join(base ?? join(home, '.cache'), 'svc');
}

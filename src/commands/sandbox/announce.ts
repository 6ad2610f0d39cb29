import { chmodSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { portOf } from '../../base/origin.ts';
import { type Announced, type FileKind, filesIn, type Machine, pathOf } from '../../cli/sandbox-notes.ts';
import type { RunningSandbox } from '../../sandbox/note.ts';
import { cannot, makeFolders, replaceFile } from '../../system/files.ts';
import { isAbandoned, isGone, ownerTag } from '../../system/owner.ts';

/** The note of a running sandbox, and how to delete it with the files beside it. */
export interface Announcement {
  note: RunningSandbox;
  forget(): void;
}

/** Writes the note of a running sandbox, and the certificate of its CA. @throws {LocalError} if they cannot be written */
export function announce(host: Machine, running: RunningSandbox, ca?: string): Announcement {
  const owned = { ...running, owner: ownerTag() };
  sweep(host);
  const note = ca === undefined ? running : { ...running, caFile: writeBeside(host, owned, 'ca.pem', ca) };
  writeBeside(host, owned, 'json', `${JSON.stringify(note)}\n`);
  return { note, forget: () => forget(host, owned) };
}

/** Writes a file of a sandbox, for its owner only, and returns its path. @throws {LocalError} if it cannot be written */
export function writeBeside(host: Machine, running: Announced, kind: FileKind, text: string): string {
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
 * Deletes the files of sandboxes that were killed, and incomplete writes. Several processes may do so at the same time as others
 * write: a file has its process in its name, so the name of an ended process is not used again.
 */
export function sweep(host: Machine): void {
  for (const { owner, path } of filesIn(host)) if (isGone(owner)) remove(path);
}

/**
 * Deletes the files of a sandbox that accepts no connections, if they are older than a day: the process is unknown if it ran before
 * a container was started again.
 */
export function forgetAbandoned(host: Machine, running: Announced): void {
  const stat = statSync(pathOf(host, running, 'json'), { throwIfNoEntry: false });
  if (stat && isAbandoned(stat.mtimeMs)) forget(host, running);
}

function forget(host: Machine, { owner, address }: Announced): void {
  const port = portOf(new URL(address));
  for (const file of filesIn(host)) if (file.owner === owner && file.port === port) remove(file.path);
}

/** A file that cannot be deleted is ignored, as its sandbox is. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

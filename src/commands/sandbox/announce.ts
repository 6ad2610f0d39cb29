import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Machine, noteName, readNote, runtimeFolder } from '../../cli/sandbox-notes.ts';
import { cannot, makeFolders, replaceFile } from '../../files.ts';
import { isGone, ownerTag } from '../../module/archive/owner.ts';
import type { RunningSandbox } from '../../sandbox/note.ts';

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

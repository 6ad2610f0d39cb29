import { lstatSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { LocalError } from '../errors.ts';

/** Modes of what holds tokens. */
export const ownerOnly = { file: 0o600, folder: 0o700 };

/**
 * Whether there is a file to read.
 * @throws {LocalError} for anything that is not a plain file of the caller's own, in a folder of the caller's own,
 * below a folder that nobody else could swap it in
 */
export function standsAsOurs(path: string): boolean {
  const folder = dirname(path);
  const { uid } = userInfo();
  // What is above may be a link: whole .config folders often are.
  const above = lookAt(dirname(folder), statSync);
  if (above && uid !== -1 && above.uid !== uid && above.uid !== 0) throw foreign(dirname(folder));
  for (const place of [folder, path]) {
    const stat = lookAt(place, lstatSync);
    if (!stat) return false;
    refuseOther(place, stat, place === path ? 'file' : 'folder');
    if (uid !== -1 && stat.uid !== uid) throw foreign(place);
  }
  return true;
}

function lookAt(place: string, look: typeof statSync | typeof lstatSync): Stats | undefined {
  try {
    return look(place, { throwIfNoEntry: false });
  } catch (cause) {
    throw new LocalError(`Cannot look at ${place} (${(cause as NodeJS.ErrnoException).code}).`, {
      hint: 'Set XDG_CONFIG_HOME to a folder of your own.',
      cause,
    });
  }
}

function refuseOther(place: string, stat: Stats, expected: 'file' | 'folder'): void {
  if (expected === 'file' ? stat.isFile() : stat.isDirectory()) return;
  const found = stat.isSymbolicLink() ? 'a symbolic link' : `not a ${expected}`;
  throw new LocalError(`${place} is ${found}; svc keeps tokens there and refuses it.`, {
    hint: 'Move it away, or set XDG_CONFIG_HOME to another folder.',
  });
}

function foreign(place: string): LocalError {
  return new LocalError(`${place} belongs to another user; svc keeps tokens there and refuses it.`, {
    hint: 'Set XDG_CONFIG_HOME to a folder of your own.',
  });
}

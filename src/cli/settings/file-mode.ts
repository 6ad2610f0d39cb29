import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { shellWord } from '../../base/shell-word.ts';
import { cannot } from '../../base/system/files.ts';
import { foreignness, isOwn, isWorldWritable, othersMayRead } from '../../base/system/ownership.ts';

/** The modes of files with tokens and of their folders. */
export const ownerOnly = { file: 0o600, folder: 0o700 };

const hint = 'set SVC_CONFIG_DIR to a folder of your own';

export type FileStatus = 'missing' | 'private' | 'readable by others';

/**
 * Returns the status of a file with tokens.
 * @throws {LocalError} unless it is a regular file of this user in a folder of this user, and other users can neither write to either
 * nor replace a folder above
 */
export function fileStatusOf(path: string): FileStatus {
  const folder = dirname(path);
  if (!isAbsolute(path)) {
    throw new LocalError(`SVC_CONFIG_DIR must be an absolute path, not "${folder}".`, {
      hint: 'Set SVC_CONFIG_DIR to the full path of the folder.',
    });
  }
  checkFoldersAbove(dirname(folder));
  const folderStat = checkOwn(folder, 'folder');
  const fileStat = folderStat && checkOwn(path, 'file');
  if (!fileStat) return 'missing';
  return othersMayRead(fileStat, folderStat) ? 'readable by others' : 'private';
}

/** Checks the folders above a file. Such a folder may be a link (as .config often is), and a group may share it. */
function checkFoldersAbove(place: string): void {
  const stat = lookAt(place, statSync);
  if (!stat) return;
  if (!isOwn(stat) && stat.uid !== 0) throw foreign(place);
  if (isWorldWritable(stat)) throw writable(place, 'o-w');
}

function checkOwn(place: string, expected: 'file' | 'folder'): Stats | undefined {
  const stat = lookAt(place, lstatSync);
  if (!stat) return undefined;
  if (!(expected === 'file' ? stat.isFile() : stat.isDirectory())) {
    const actual = stat.isSymbolicLink() ? 'a symbolic link' : `not a ${expected}`;
    throw rejection(place, `is ${actual}`, `Move it away, or ${hint}.`);
  }
  if (!isOwn(stat)) throw foreign(place);
  if (foreignness(stat) !== undefined) throw writable(place, 'go-w');
  return stat;
}

function lookAt(place: string, statOf: typeof statSync | typeof lstatSync): Stats | undefined {
  try {
    return statOf(place, { throwIfNoEntry: false });
  } catch (cause) {
    throw cannot(`access ${place}`, cause, sentence(hint));
  }
}

function foreign(place: string): LocalError {
  return rejection(place, 'belongs to another user', sentence(hint));
}

function writable(place: string, mode: string): LocalError {
  return rejection(place, 'is writable by other users', `chmod ${mode} ${shellWord(place, 'posix')}, or ${hint}.`);
}

function rejection(place: string, why: string, hint: string): LocalError {
  return new LocalError(`${place} ${why}; svc does not store tokens there.`, { hint });
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

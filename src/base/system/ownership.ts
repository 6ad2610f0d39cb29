import { lstatSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LocalError } from '../errors.ts';
import { unlessThrown } from '../unless-thrown.ts';
import { ownGroup, ownUser } from './processes.ts';

const otherMayWrite = 0o002;
const groupMayWrite = 0o020;
const sticky = 0o1000;
/** The limit of Linux for links in one path. */
const mostLinks = 40;

/** The reason why another user can change a file or folder. */
export type Foreign = 'belongs to another user' | 'can be written by others';

/** Returns whether this user owns a file; always true on Windows, which has no such owner. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return ownUser === undefined || uid === ownUser;
}

/** Returns why others can change a file or folder: its owner is not this user or root, or its mode lets others write. */
export function foreignness({ gid, mode, uid }: Pick<Stats, 'gid' | 'mode' | 'uid'>): Foreign | undefined {
  if (ownUser === undefined) return undefined;
  if (!isOwn({ uid }) && uid !== 0) return 'belongs to another user';
  const open = (mode & otherMayWrite) !== 0 || ((mode & groupMayWrite) !== 0 && !isPrivateGroup(gid));
  return open ? 'can be written by others' : undefined;
}

/** Returns whether others can read a file in a folder. */
export function othersMayRead(file: Pick<Stats, 'gid' | 'mode'>, folder: Pick<Stats, 'gid' | 'mode'>): boolean {
  if (ownUser === undefined) return false;
  const everybody = (file.mode & 0o004) !== 0 && (folder.mode & 0o001) !== 0;
  const group = (file.mode & 0o040) !== 0 && (folder.mode & 0o011) !== 0;
  return everybody || (group && !isPrivateGroup(file.gid));
}

/** Returns whether any user can replace entries of a folder: all may write, and the sticky bit is not set. */
export function isWorldWritable({ mode }: Pick<Stats, 'mode'>): boolean {
  return ownUser !== undefined && (mode & otherMayWrite) !== 0 && (mode & sticky) === 0;
}

/**
 * Returns the first folder on the way to a path, including the path, in which another user can replace entries of this user;
 * undefined if no such folder exists. In a sticky folder such as /tmp, only the owner of an entry can replace it. Ignores missing
 * folders.
 */
export function sharedFolderOn(path: string): { folder: string; why: Foreign } | undefined {
  if (ownUser === undefined) return undefined;
  for (const { at, stat } of wayTo(resolve(path))) {
    const why = foreignness(stat);
    if (why === undefined) continue;
    const isSticky = (stat.mode & sticky) !== 0 || stat.isSymbolicLink();
    if (why === 'belongs to another user' || !isSticky) return { folder: at, why };
  }
  return undefined;
}

/** Returns the first folder in which no other user can replace anything. @throws {LocalError} without such a folder; {Error} of the system */
export function privateFolderIn(places: readonly (string | undefined)[]): string {
  const candidates = places.filter((place) => place !== undefined);
  const shared = candidates.map(sharedFolderOn);
  const free = candidates[shared.indexOf(undefined)];
  if (free !== undefined) return free;
  const { folder = '', why = '' } = shared[0] ?? {};
  throw new LocalError(`No safe folder for temporary files: ${folder} ${why}.`, {
    hint: 'Set TMPDIR to a folder that only you can write to.',
  });
}

/** Yields every existing folder and link on the way to a path. */
function* wayTo(path: string): Generator<{ at: string; stat: Stats }> {
  // The path of a folder that this process has opened no longer matters.
  const [opened] = /^\/proc\/self\/fd\/\d+/.exec(path) ?? [];
  let rest = path
    .slice(opened?.length ?? 0)
    .split('/')
    .filter(Boolean);
  let at = opened ?? '/';
  yield { at, stat: statSync(at) };
  for (let links = 0; rest.length > 0 && links <= mostLinks; ) {
    const name = rest.shift() as string;
    if (name === '.') continue;
    const next = name === '..' ? dirname(at) : join(at, name);
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (stat === undefined) return;
    yield { at: next, stat };
    if (!stat.isSymbolicLink()) {
      at = next;
      continue;
    }
    links += 1;
    const target = readlinkSync(next);
    if (target.startsWith('/')) at = '/';
    rest = [...target.split('/').filter(Boolean), ...rest];
  }
}

/** Returns whether this user is the only member of a group, as on systems that create a group for each user. */
function isPrivateGroup(gid: number): boolean {
  if (gid !== ownGroup) return false;
  const isPrivate = unlessThrown(() => {
    const users = rowsOf('/etc/passwd');
    const name = users.find(([, , uid]) => Number(uid) === ownUser)?.[0];
    const groups = rowsOf('/etc/group').filter(([, , id]) => Number(id) === gid);
    const members = [
      ...groups.flatMap(([, , , listed = '']) => listed.split(',').filter(Boolean)),
      ...users.filter(([, , , id]) => Number(id) === gid).map(([user]) => user),
    ];
    // A group of a directory service is not in the file; its members are unknown.
    return groups.some(([group]) => group === name) && members.every((member) => member === name);
  });
  return isPrivate ?? false;
}

function rowsOf(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
}

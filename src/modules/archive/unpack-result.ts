import { CheckFailedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Twins } from './case-collisions.ts';
import type { LinkEnd } from './links.ts';
import { shownName } from './rejection.ts';
import { type FolderNode, type LinkNode, nodesIn, pathOf } from './tree-model.ts';

/** An unpacked tree. It has the entries of the archive, even where names collided on the disk. */
export interface Unpacked {
  root: FolderNode;
  ends: ReadonlyMap<LinkNode, LinkEnd>;
  files: number;
  /** Names that differ only in case. */
  twins: Twins | undefined;
  /** Set if some of these names collided on the disk. */
  isMerged: boolean;
  dropped: readonly string[];
  pointers: readonly string[];
}

/** Returns notes on unexpected content, one sentence each. @param empty paths of submodules that were not requested */
export function notesOf({ dropped, ends, isMerged, pointers, root, twins }: Unpacked, empty: readonly string[] = []) {
  const colons = nodesIn(root).flatMap(({ name }) => (name.includes(':') ? [name] : []));
  const { different = [], same = [] } = twins ?? {};
  const merged = isMerged ? 'this disk stores only one of them' : 'a case-insensitive disk stores only one of them';
  const fails = isMerged
    ? 'this disk treats them as one name'
    : 'the module cannot be installed or downloaded on a case-insensitive disk';
  return [
    ...listed('Skipped', 'AppleDouble file', dropped),
    ...danglingNotes(ends, empty),
    ...same.map((names) => `${names}; ${merged}.`),
    ...different.map((names) => `${names}; ${fails}.`),
    ...listed('Created', 'name', colons, ' with a colon: the module cannot be installed or downloaded on Windows'),
    ...listed('Kept', 'git LFS pointer', pointers, ': LFS content is not fetched'),
  ];
}

/** Rejects a tree that the disk cannot store, because names collide and their content differs. */
export function rejectClash(unpacked: Pick<Unpacked, 'isMerged' | 'twins'>): void {
  const clash = clashOf(unpacked);
  if (clash !== undefined) throw new CheckFailedError(`The archive is rejected: ${clash}.`, { hint: clashHint });
}

/** Returns why the disk cannot store the whole tree; undefined if it can. */
export function clashOf({ isMerged, twins }: Pick<Unpacked, 'isMerged' | 'twins'>): string | undefined {
  const [first] = (isMerged && twins?.different) || [];
  return first && `${first}, and this disk treats them as one name`;
}

export const clashHint = 'Use a case-sensitive disk.';

/** Returns a note on all dangling links. It names the first, and --submodules if a submodule is missing. */
function danglingNotes(ends: Unpacked['ends'], empty: readonly string[]): string[] {
  const dangling = [...ends].flatMap(([link, end]) =>
    end.kind === 'missing' ? [{ name: pathOf(link), to: end.path }] : [],
  );
  const [first] = dangling.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (first === undefined) return [];
  const submodule = empty.find((each) => dangling.some(({ to }) => to.startsWith(`${each}/`)));
  const why =
    submodule === undefined ? '' : `; the submodule ${shownName(submodule)} was not fetched: use --submodules`;
  const names = dangling.map(({ name }) => name);
  return listed('Created', 'dangling link', names, `, which leads to ${shownName(first.to)}${why}`);
}

/** Returns the sentence about some names: `Kept the FILE "a": WHY.`, or `Kept 2 FILEs such as "a": WHY.` */
export function listed(verb: string, noun: string, names: readonly string[], why = ''): string[] {
  const [first] = names;
  if (first === undefined) return [];
  const subject = names.length === 1 ? `the ${noun}` : `${counted(names.length, noun)} such as`;
  return [`${verb} ${subject} ${shownName(first)}${why}.`];
}

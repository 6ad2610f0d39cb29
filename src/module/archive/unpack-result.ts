import { CheckFailedError } from '../../errors.ts';
import { counted } from '../../text.ts';
import type { Twins } from './case-collisions.ts';
import type { LinkEnd } from './links.ts';
import { shownName } from './rejection.ts';
import { type FolderNode, type LinkNode, nodesIn, pathOf } from './tree-model.ts';

/** How many dangling links are listed individually. */
const mostNamed = 20;

/** An unpacked tree, as in the archive's entries and not on the disk. */
export interface Unpacked {
  root: FolderNode;
  /** The target of each link. */
  ends: ReadonlyMap<LinkNode, LinkEnd>;
  /** Regular files. */
  files: number;
  /** Names that differ only in case, if there are any. */
  twins: Twins | undefined;
  /** Whether some of these collided on the disk. */
  isMerged: boolean;
  /** Skipped entries. */
  dropped: readonly string[];
  /** Paths of git LFS pointers. */
  pointers: readonly string[];
}

/**
 * Notes on unexpected content, one sentence each.
 * @param empty paths of submodules that were not requested
 */
export function notesOf(
  { dropped, ends, isMerged, pointers, root, twins }: Unpacked,
  empty: readonly string[] = [],
): string[] {
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

/** @throws {CheckFailedError} for a tree that the disk cannot hold: names collide and their content differs */
export function rejectClash(unpacked: Pick<Unpacked, 'isMerged' | 'twins'>): void {
  const clash = clashOf(unpacked);
  if (clash !== undefined) throw new CheckFailedError(`The archive is rejected: ${clash}.`, { hint: clashHint });
}

/** Why the disk cannot hold all of a tree; undefined when it can. */
export function clashOf({ isMerged, twins }: Pick<Unpacked, 'isMerged' | 'twins'>): string | undefined {
  const [first] = (isMerged && twins?.different) || [];
  return first && `${first}, and this disk treats them as one name`;
}

export const clashHint = 'Use a case-sensitive disk.';

function* danglingNotes(ends: Unpacked['ends'], empty: readonly string[]): Generator<string> {
  const dangling = [...ends].flatMap(([link, end]) => (end.kind === 'missing' ? [{ link, path: end.path }] : []));
  for (const { link, path } of dangling.slice(0, mostNamed)) {
    const submodule = empty.find((each) => path.startsWith(`${each}/`));
    const why =
      submodule === undefined
        ? ''
        : `, because the submodule ${shownName(submodule)} was not fetched; fetch it with --submodules`;
    yield `Created the dangling link ${shownName(pathOf(link))}: there is no ${shownName(path)}${why}.`;
  }
  const more = dangling.length - mostNamed;
  if (more > 0) yield `Created ${counted(more, 'more dangling link')}.`;
}

/** One sentence for many names: `Kept the FILE "a": WHY.`, or `Kept 2 FILEs such as "a": WHY.` */
export function listed(did: string, noun: string, names: readonly string[], why = ''): string[] {
  const [first] = names;
  if (first === undefined) return [];
  const what = names.length === 1 ? `the ${noun}` : `${counted(names.length, noun)} such as`;
  return [`${did} ${what} ${shownName(first)}${why}.`];
}

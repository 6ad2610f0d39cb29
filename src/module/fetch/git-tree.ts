import { type ArchiveLimits, Budget } from '../archive/limits.ts';
import { refuseArchive, refuseEntry, shownName } from '../archive/refusal.ts';
import { decodeName } from '../archive/tar-text.ts';
import { type Git, GitFailure } from './run-git.ts';

const pointerStart = '^version https://git-lfs.github.com/spec/v1$';

/**
 * Looks a tree over before git reads it whole into memory: its size and that of its list, and names that are there twice.
 * @returns what a working tree would hold besides, one sentence each
 * @throws {CheckFailedError} for a tree that is over a limit or malformed
 */
export async function inspectTree(git: Git, tree: string, limits: ArchiveLimits): Promise<string[]> {
  const budget = new Budget(limits);
  const names = new Set<string>();
  const submodules: string[] = [];
  let hasAttributes = false;
  for await (const { bytes, name, type } of entries(
    git.stream('ls-tree', '-r', '-t', '-z', '-l', '--full-tree', tree),
    limits,
  )) {
    budget.countEntry(name);
    budget.spend(name, bytes);
    if (names.has(name)) refuseEntry(name, 'is there twice');
    names.add(name);
    if (type === 'commit') submodules.push(name);
    if (/(^|\/)\.gitattributes$/i.test(name)) hasAttributes = true;
  }
  const pointers = hasAttributes ? await lfsPointers(git, tree) : [];
  return [
    ...listed(submodules, 'submodule(s)', 'left empty: submodules are not fetched'),
    ...listed(pointers, 'git LFS pointer(s)', 'left as they are: what they point at is not fetched'),
  ];
}

interface TreeEntry {
  type: string;
  bytes: number;
  name: string;
}

/** The lines of `ls-tree -z -l`: `mode type id size<tab>path`. */
async function* entries(source: AsyncIterable<Buffer>, { pathBytes }: ArchiveLimits): AsyncGenerator<TreeEntry> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0, start)) {
      const tab = rest.indexOf(9, start);
      const [, type = '', , size] = rest.toString('latin1', start, tab).split(/ +/);
      yield { type, bytes: Number(size) || 0, name: decodeName(rest, tab + 1, end) };
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > pathBytes + 1024) refuseArchive(`it holds a path of more than ${pathBytes} bytes`);
  }
}

/** Looked for only where something is filtered by LFS at all, for it reads every file. */
async function lfsPointers(git: Git, tree: string): Promise<string[]> {
  const filtered = await found(git, '-e', 'filter=lfs', tree, '--', ':(glob)**/.gitattributes');
  return filtered.length > 0 ? found(git, '-e', pointerStart, tree, '--') : [];
}

/** The files of a tree in which a pattern is found. */
async function found(git: Git, ...words: string[]): Promise<string[]> {
  const names = await git.run('grep', '-l', '-z', '-G', '--no-recurse-submodules', ...words).catch((error: unknown) => {
    if (error instanceof GitFailure && error.exit === 1 && error.words === '') return '';
    throw error;
  });
  // Each is `TREE:path`.
  return names
    .split('\0')
    .filter(Boolean)
    .map((name) => name.slice(name.indexOf(':') + 1));
}

function listed(names: string[], what: string, fate: string): string[] {
  const [first] = names;
  return first === undefined ? [] : [`${names.length} ${what} such as ${shownName(first)} ${fate}.`];
}

import type { ArchiveLimits, Budget } from '../archive/limits.ts';
import { rejectArchive, rejectEntry } from '../archive/rejection.ts';
import { decodeName } from '../archive/tar-text.ts';
import type { Git } from './run-git.ts';

/** A tree before its files are read. */
export interface InspectedTree {
  /** The commits of other repositories in it, with the paths at which a working tree would have their files. */
  submodules: { path: string; id: string }[];
  /** The top-level `.gitmodules`, whatever its type. */
  gitmodules: TreeEntry | undefined;
}

/** One entry of a tree: a file, a link, a folder, or the commit of a submodule. */
export interface TreeEntry {
  mode: string;
  type: string;
  id: string;
  bytes: number;
  /** Full path in the tree. */
  name: string;
}

/**
 * Checks a tree before git reads it into memory: its size, the size of its list, and duplicate names.
 * @param prefix prefix of its paths in the destination; empty, or ends in a slash
 * @throws {CheckFailedError} for a tree that is over a limit or malformed
 */
export async function inspectTree(
  git: Git,
  tree: string,
  { budget, prefix }: { budget: Budget; prefix: string },
): Promise<InspectedTree> {
  const names = new Set<string>();
  const submodules: InspectedTree['submodules'] = [];
  let gitmodules: TreeEntry | undefined;
  const list = git.stream('ls-tree', '-r', '-t', '-z', '-l', '--full-tree', tree);
  for await (const entry of entries(list, budget.limits)) {
    const { bytes, id, name, type } = entry;
    budget.countEntry(prefix + name);
    budget.spend(prefix + name, bytes);
    // Unpacking would merge two folders.
    if (names.has(name)) rejectEntry(prefix + name, 'appears twice');
    names.add(name);
    if (type === 'commit') submodules.push({ path: name, id });
    if (name === '.gitmodules') gitmodules = entry;
  }
  return { submodules, gitmodules };
}

/** The lines of `ls-tree -z -l`: `mode type id size<tab>path`. */
async function* entries(source: AsyncIterable<Buffer>, { pathBytes }: ArchiveLimits): AsyncGenerator<TreeEntry> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0, start)) {
      const tab = rest.indexOf(9, start);
      const [mode = '', type = '', id = '', size] = rest.toString('latin1', start, tab).split(/ +/);
      yield { mode, type, id, bytes: Number(size) || 0, name: decodeName(rest, tab + 1, end) };
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > pathBytes + 1024) rejectArchive(`it holds a path of more than ${pathBytes} bytes`);
  }
}

import { CheckFailedError } from '../../base/errors.ts';
import type { ArchiveLimits, Budget } from '../archive/limits.ts';
import { decodeName, rejectArchive, rejectEntry, shownName } from '../archive/rejection.ts';
import { type Git, GitFailure } from './repository.ts';

/** assumed: no .gitmodules is larger, because git reads it as a whole (docs/protocol/modules.md#git). */
const mostBytes = 1024 * 1024;

type InspectedTree = Awaited<ReturnType<typeof inspectTree>>;

/** An entry of a tree, whose name is its full path. */
type TreeEntry = Record<'id' | 'mode' | 'name' | 'type', string> & { bytes: number };

/**
 * Checks a tree before git reads it into memory: its size, the size of its list, and duplicate names.
 * @param prefix of its paths in the destination; empty, or ends in a slash
 * @throws {CheckFailedError} for a tree that is over a limit or malformed
 */
export async function inspectTree(git: Git, tree: string, { budget, prefix }: { budget: Budget; prefix: string }) {
  const names = new Set<string>();
  // The commits that stand for submodules, and the `.gitmodules` at the top, of any type.
  const submodules: { path: string; id: string }[] = [];
  let gitmodules: TreeEntry | undefined;
  const list = git.stream('ls-tree', '-r', '-t', '-z', '-l', '--full-tree', tree);
  for await (const entry of entries(list, budget.limits)) {
    const { bytes, id, name, type } = entry;
    budget.countEntry(prefix + name);
    budget.spend(prefix + name, bytes);
    if (names.has(name)) rejectEntry(prefix + name, 'appears twice');
    names.add(name);
    if (type === 'commit') submodules.push({ path: name, id });
    if (name === '.gitmodules') gitmodules = entry;
  }
  return { submodules, gitmodules };
}

/** Reads the lines of `ls-tree -z -l`: `mode type id size<tab>path`. */
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

/** A submodule in `.gitmodules`: its path, the full id of its commit, and its URL. */
export type WrittenSubmodule = Record<'id' | 'path' | 'url', string>;

/**
 * Reads the URLs of a tree's submodules with git from the commit's own `.gitmodules`; ignores branch, update and shallow.
 * @param prefix of their paths in messages
 * @throws {CheckFailedError} for a submodule that is omitted or declared twice, and for an invalid file
 */
export async function readSubmodules(git: Git, { gitmodules, submodules }: InspectedTree, prefix: string) {
  const [first] = submodules;
  if (first === undefined) return [];
  const rejection = (path: string, why: string) =>
    new CheckFailedError(`The submodule ${shownName(prefix + path)} is rejected: ${why}.`);
  if (!gitmodules) throw rejection(first.path, 'its repository has no .gitmodules file');
  const { bytes, id, mode } = gitmodules;
  if (!/^100[0-7]{3}$/.test(mode))
    throw rejection(first.path, 'the .gitmodules of its repository is not a regular file');
  if (bytes > mostBytes) throw rejection(first.path, 'the .gitmodules of its repository is larger than 1 MiB');
  const malformed = () => rejection(first.path, 'git cannot read the .gitmodules of its repository');
  const byPath = new Map<string, Section>();
  for (const section of await sectionsIn(git, id, malformed))
    for (const path of section.path) byPath.set(path, byPath.has(path) ? twice : section);
  return submodules.map(({ id, path }) => {
    const section = byPath.get(path);
    if (!section) throw rejection(path, '.gitmodules has no section for its path');
    const [url, otherUrl] = section.url;
    if (otherUrl !== undefined || section.path.length !== 1)
      throw rejection(path, '.gitmodules gives its path or URL twice');
    if (!url) throw rejection(path, '.gitmodules has no URL for it');
    return { path, id, url };
  });
}

type Section = Record<'path' | 'url', string[]>;
const twice: Section = { path: [], url: [] };

async function sectionsIn(git: Git, blob: string, malformed: () => CheckFailedError): Promise<Iterable<Section>> {
  // With a key pattern git would skip invalid lines.
  const list = git.run('config', `--blob=${blob}`, '--no-includes', '-z', '--list');
  const printed = await list.catch((error: unknown) => {
    throw error instanceof GitFailure ? malformed() : error;
  });
  const sections = new Map<string, Section>();
  for (const line of printed.split('\0')) {
    const [, name, field, value = ''] = /^submodule\.([^\n]*)\.(path|url)(?:\n(.*))?$/s.exec(line) ?? [];
    if (name === undefined) continue;
    const section = sections.get(name) ?? { path: [], url: [] };
    section[field as 'path' | 'url'].push(value);
    sections.set(name, section);
  }
  return sections.values();
}

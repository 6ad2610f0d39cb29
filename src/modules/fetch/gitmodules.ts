import { CheckFailedError } from '../../base/errors.ts';
import { shownName } from '../archive/rejection.ts';
import type { InspectedTree } from './git-tree.ts';
import { type Git, GitFailure } from './run-git.ts';

/** assumed: no .gitmodules is larger; git reads it whole (docs/protocol/modules.md#git). */
const mostBytes = 1024 * 1024;

/** A submodule as declared by its repository. */
export interface WrittenSubmodule {
  /** In the tree of its repository. */
  path: string;
  /** Full id of the commit. */
  id: string;
  /** As written in `.gitmodules`. */
  url: string;
}

/**
 * Reads where the submodules of a tree are, with git and from the commit's own `.gitmodules`. Its other settings
 * (branch, update, shallow) are ignored.
 * @param prefix prefix of their paths in messages
 * @throws {CheckFailedError} for a submodule that it omits or declares twice, and for an invalid file
 */
export async function readSubmodules(
  git: Git,
  { gitmodules, submodules }: InspectedTree,
  prefix: string,
): Promise<WrittenSubmodule[]> {
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
    const own = byPath.get(path);
    if (!own) throw rejection(path, '.gitmodules has no section for its path');
    const [url, otherUrl] = own.url;
    if (otherUrl !== undefined || own.path.length !== 1) {
      throw rejection(path, '.gitmodules gives its path or URL twice');
    }
    if (!url) throw rejection(path, '.gitmodules has no URL for it');
    return { path, id, url };
  });
}

/** The values of a section, in their order. */
type Section = Record<'path' | 'url', string[]>;
const twice: Section = { path: [], url: [] };

async function sectionsIn(git: Git, blob: string, malformed: () => CheckFailedError): Promise<Iterable<Section>> {
  // With a key pattern git would skip lines that it cannot read.
  const list = git.run('config', `--blob=${blob}`, '--no-includes', '-z', '--list');
  const printed = await list.catch((error: unknown) => {
    throw error instanceof GitFailure ? malformed() : error;
  });
  const found = new Map<string, Section>();
  for (const line of printed.split('\0')) {
    const [, name, field, value = ''] = /^submodule\.([^\n]*)\.(path|url)(?:\n(.*))?$/s.exec(line) ?? [];
    if (name === undefined) continue;
    const section = found.get(name) ?? { path: [], url: [] };
    section[field as 'path' | 'url'].push(value);
    found.set(name, section);
  }
  return found.values();
}

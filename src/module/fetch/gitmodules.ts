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
  const written = sections(await settings(git, id, malformed));
  const byPath = new Map<string, Map<string, string[]>[]>();
  for (const section of written) for (const path of new Set(section.get('path'))) addTo(byPath, path, section);
  return submodules.map(({ id, path }) => {
    const [own, second] = byPath.get(path) ?? [];
    if (!own) throw rejection(path, '.gitmodules has no section for its path');
    const [url, otherUrl] = own.get('url') ?? [];
    if (second || otherUrl !== undefined || own.get('path')?.length !== 1) {
      throw rejection(path, '.gitmodules gives its path or URL twice');
    }
    if (!url) throw rejection(path, '.gitmodules has no URL for it');
    return { path, id, url };
  });
}

/** Each path and url with its name, `submodule.NAME.path`. */
async function settings(git: Git, blob: string, malformed: () => CheckFailedError): Promise<[string, string][]> {
  // With a key pattern git would skip lines that it cannot read.
  const list = git.run('config', `--blob=${blob}`, '--no-includes', '-z', '--list');
  const printed = await list.catch((error: unknown) => {
    throw error instanceof GitFailure ? malformed() : error;
  });
  return printed.split('\0').flatMap((line): [string, string][] => {
    const [, key, value = ''] = /^(submodule\.[^\n]*\.(?:path|url))(?:\n(.*))?$/s.exec(line) ?? [];
    return key === undefined ? [] : [[key, value]];
  });
}

/** The values of path and url for each name, in their order. */
function sections(written: readonly [string, string][]): Map<string, string[]>[] {
  const found = new Map<string, Map<string, string[]>>();
  for (const [key, value] of written) {
    const dot = key.lastIndexOf('.');
    const section = found.get(key.slice(0, dot)) ?? new Map<string, string[]>();
    addTo(section, key.slice(dot + 1), value);
    found.set(key.slice(0, dot), section);
  }
  return [...found.values()];
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { shellWord } from '../../../base/shell-word.ts';
import { lookAt } from '../../../base/system/files.ts';
import { counted } from '../../../base/text.ts';
import type { Host } from '../../../cli/context.ts';
import { temporariesOf } from '../../../cli/temporaries.ts';
import { period } from '../../../cli/values.ts';
import { type Command, excludes, verb } from '../../../cli/verb.ts';
import { ownCache, remove } from '../../../modules/cache/folder.ts';
import { leftovers, prunable, strays } from '../../../modules/cache/upkeep.ts';
import { cachePath, cacheSentence } from '../fetch-flags.ts';
import { existingFolder } from '../typed-folders.ts';
import { findingView } from './verify.ts';

export const prune = verb({
  words: 'prune',
  about: 'Remove leftover files from the cache',
  text: `${cacheSentence} Without a flag, deletes only unreferenced files and the remains of killed runs: locks, and the temporary folders in svc's own list,
wherever they are. Files in use are not deleted. A folder that a killed run was replacing is restored, or if something
else has its name by now, the mv command for it is printed. --dry-run shows what would be deleted.

A folder that is named as a temporary one but is not in that list is never deleted, since a module or a checkout can contain such a name: its rm
command is printed. It is searched for in the cache, in the folder for temporary files, in the current folder with its .terraform/modules (or
TF_DATA_DIR), and in the given folders.`,
  flags: (command: Command) =>
    command
      .argument('[folder...]', 'other folders to search for files of killed runs')
      .option('--older-than <duration>', 'also remove archives not used for this duration, such as 30d', period)
      .option('--all', 'remove every archive'),
  rules: [excludes('all', 'olderThan')],
  examples: [
    'svc module cache prune',
    'svc module cache prune --older-than 30d',
    'svc module cache prune --all --dry-run',
    'svc module cache prune infra --dry-run',
  ],
  async run({ dryRun, host, output }, { all = false, olderThan }, typed) {
    const searchedFolders = [host.cwd, ...typed.map((each) => existingFolder(each, host))];
    const installed = searchedFolders.map((each) => resolve(each, host.env.TF_DATA_DIR || '.terraform', 'modules'));
    const [cache, temporaries] = [ownCache(cachePath(host)), temporariesOf(host)];
    const stale = [...prunable(cache, all, olderThan)];
    const remains = leftovers(temporaries);
    if (!dryRun) {
      for (const { path } of stale) remove(path);
      temporaries.sweep();
    }
    const keptPaths = strays(temporaries, [tmpdir(), cache.staging, ...searchedFolders, ...installed]);
    if (dryRun) for (const { path } of remains) keptPaths.delete(path);
    const removable = [...stale, ...remains.filter(({ path }) => !keptPaths.has(path))];
    const bytes = removable.reduce((sum, finding) => sum + finding.bytes, 0);
    const message = `${counted(removable.length, 'item')}, ${counted(bytes, 'byte')}`;
    if (removable.length > 0) output.note(dryRun ? `Dry run: would remove ${message}.` : `Removed ${message}.`);
    for (const [path, home] of keptPaths)
      output.note(home === undefined ? unlisted(path, host) : unrestoredMessage(path, home, host));
    await output.list(findingView, removable, 'Nothing to remove.');
  },
});

function unlisted(path: string, { shell }: Host): string {
  const rm = shell === 'posix' ? 'rm -rf' : 'Remove-Item -Recurse -Force';
  return `Not removed: ${path}. If no svc uses it and you need nothing in it: ${rm} ${shellWord(path, shell)}`;
}

/** Returns the message about a folder that a killed run was replacing, with the command that restores the old folder under a free name. */
function unrestoredMessage(path: string, home: string, { shell }: Host): string {
  const free = lookAt(home) === undefined ? home : `${home}.before`;
  const typed = `${shell === 'posix' ? 'mv' : 'Move-Item'} ${shellWord(path, shell)} ${shellWord(free, shell)}`;
  return `Not removed: ${path}, which was ${home} before a run that has ended. To get it back: ${typed}`;
}

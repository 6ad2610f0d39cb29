import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { period } from '../../../cli/values.ts';
import { UsageError } from '../../../errors.ts';
import { ownCache } from '../../../module/cache/folder.ts';
import { prunable, remove } from '../../../module/cache/upkeep.ts';
import { counted } from '../../../text.ts';
import { cachePath } from '../cache-flags.ts';
import { findingView } from './view.ts';

export function registerPrune(cache: Command): void {
  explain(cache.command('prune'), {
    notes: `Without a flag, deletes only unreferenced files and the remains of killed runs: interrupted downloads, locks, and temporary files in the cache,
in the folder for temporary files, in the current folder with its .terraform/modules (or TF_DATA_DIR), and in the given folders. Files in use are
not deleted. A folder that a killed run was replacing is restored. --dry-run shows what would be deleted.`,
    examples: [
      'svc module cache prune',
      'svc module cache prune --older-than 30d',
      'svc module cache prune --all --dry-run',
      'svc module cache prune infra modules/acme/label/null --dry-run',
    ],
  })
    .description('Remove unused files from the cache')
    .argument('[folder...]', 'other folders to clean up after interrupted runs')
    .option('--older-than <duration>', 'also remove archives not used for this duration, such as 30d', period)
    .option('--all', 'everything')
    .action(
      run(async ({ dryRun, host, output }, { all = false, olderThan }, typed) => {
        if (all && olderThan !== undefined) throw new UsageError('--all and --older-than cannot be used together.');
        const given = ['.', ...typed].map((each) => resolve(host.cwd, each));
        const installed = given.map((each) => resolve(each, host.env.TF_DATA_DIR || '.terraform', 'modules'));
        const folders = [tmpdir(), ...given, ...installed];
        const found = [...prunable(ownCache(cachePath(host)), { all, folders, olderThanMs: olderThan })];
        if (!dryRun) found.forEach(remove);
        const bytes = found.reduce((sum, finding) => sum + finding.bytes, 0);
        const message = `${counted(found.length, 'item')}, ${counted(bytes, 'byte')}`;
        if (found.length > 0) output.note(dryRun ? `Dry run: would remove ${message}.` : `Removed ${message}.`);
        await output.list(findingView, found, 'Nothing to remove.');
      }),
    );
}

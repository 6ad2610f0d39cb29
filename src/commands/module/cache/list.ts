import type { Command } from 'commander';
import { columnsOf, type View } from '../../../base/view.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { type Entry, entries } from '../../../modules/cache/entries.ts';
import { cacheAt } from '../../../modules/cache/folder.ts';
import { cachePath } from '../fetch-flags.ts';

const cachedView: View<Entry> = {
  columns: columnsOf<Entry>('module:whole version:whole registry bytes at:time location sha256'),
};

export function registerList(cache: Command): void {
  explain(cache.command('list'), {
    notes: `These are available with --offline. Locations are shown without their signatures.`,
    examples: ['svc module cache list', 'svc module cache list --jq "map(.bytes) | add"'],
  })
    .description('List cached versions')
    .action(
      run(async ({ host, output }) => {
        const cached: Entry[] = [];
        for (const found of entries(cacheAt(cachePath(host)))) {
          if ('fault' in found) output.warn(`${found.path} ${found.fault}; svc module cache verify removes it.`);
          else {
            const { path: _, ...entry } = found;
            cached.push(entry);
          }
        }
        const name = ({ module, registry, version }: Entry) => `${module} ${registry} ${version}`;
        cached.sort((a, b) => (name(a) < name(b) ? -1 : 1));
        await output.list(cachedView, cached, 'The cache is empty.');
      }),
    );
}

import type { Command } from 'commander';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { cachePath } from '../fetch-flags.ts';

export function registerPath(cache: Command): void {
  explain(cache.command('path'), {
    notes: `$XDG_CACHE_HOME/svc/modules, else ~/.cache/svc/modules. It can be deleted at any time.`,
    examples: ['svc module cache path', 'echo "archives are kept in $(svc module cache path)"'],
  })
    .description('Print the path of the cache')
    .action(
      run(async ({ host, output }) => {
        const path = cachePath(host);
        await output.text(`${path}\n`, { path });
      }),
    );
}

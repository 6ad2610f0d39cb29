import type { Command } from 'commander';
import type { Context } from '../../../cli/context.ts';
import { explain } from '../../../cli/help.ts';
import { keptAt } from '../cache-flags.ts';

export function registerPath(cache: Command, { host, output }: Context): void {
  explain(cache.command('path'), {
    notes: `$XDG_CACHE_HOME/svc/modules, else ~/.cache/svc/modules. All of it can be removed at any time.`,
    examples: ['svc module cache path', 'echo "archives are kept in $(svc module cache path)"'],
  })
    .description('Print the folder where archives are kept')
    .action(async () => {
      const path = keptAt(host);
      await output.value(`${path}\n`, { path });
    });
}

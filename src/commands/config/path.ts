import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';

export function registerPath(config: Command, { output, settings }: Context): void {
  explain(config.command('path'), {
    notes: `The file need not exist. SVC_CONFIG_DIR names its folder; XDG_CONFIG_HOME moves it with all others. With -o json: {"path"}.`,
    examples: ['svc config path'],
  })
    .description('Print where the config file is')
    .action(
      action(z.object({}), async () => {
        const { path } = settings.store;
        await output.value(`${path}\n`, { path });
      }),
    );
}

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';

export function registerPath(config: Command): void {
  explain(config.command('path'), {
    notes: `The file need not exist. SVC_CONFIG_DIR names its folder; XDG_CONFIG_HOME moves it with all others. With -o json: {"path"}.`,
    examples: ['svc config path'],
  })
    .description('Print where the config file is')
    .action(
      run(async ({ output, settings }) => {
        const { path } = settings.store;
        await output.value(`${path}\n`, { path });
      }),
    );
}

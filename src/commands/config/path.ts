import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';

export function registerPath(config: Command): void {
  explain(config.command('path'), {
    notes: `The file may not exist yet. SVC_CONFIG_DIR sets its folder; XDG_CONFIG_HOME sets the parent folder. With -o json: {"path"}.`,
    examples: ['svc config path'],
  })
    .description('Print the path of the config file')
    .action(
      run(async ({ output, settings }) => {
        const { path } = settings.store;
        await output.text(`${path}\n`, { path });
      }),
    );
}

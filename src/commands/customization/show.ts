import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { customization } from '../../contract/platform/customization.ts';
import { customizationDrawing, customizationView } from './view.ts';

export function registerShow(noun: Command): void {
  explain(noun.command('show'), {
    notes: `Only the self-hosted edition has all of the settings.`,
    calls: [customization.show],
    examples: ['svc customization show', 'svc customization show -o json'],
  })
    .description('Show the links and texts of the site')
    .action(
      run(async ({ output, platform }) => {
        const { data } = await platform(customization.show, {});
        await output.show(customizationView, data, customizationDrawing(data));
      }),
    );
}

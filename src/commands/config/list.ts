import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { profileInUse } from '../../cli/setting.ts';
import { settingKeys } from '../../cli/settings/table.ts';
import { settingsInForce, unusable } from './effective.ts';
import { originView, settingView } from './view.ts';

export function registerList(config: Command): void {
  explain(config.command('list'), {
    notes: `A flag overrides the environment, which overrides the profile, which overrides the default. Tokens are never shown. With -o json
each entry is {"key", "value", "origin"}.`,
    examples: ['svc config list', 'svc config list --show-origin -o csv', 'svc config list --profile default -o json'],
  })
    .description('List settings and their values')
    .option('--show-origin', 'show where each value comes from in CSV and TSV too')
    .action(
      run(async ({ credentials, host, output, settings }, { showOrigin }) => {
        profileInUse(settings);
        const rows = settingsInForce({ credentials, host, settings });
        for (const message of settingKeys.flatMap((key) => unusable(key, { settings }))) output.warn(message);
        await output.list(showOrigin ? originView : settingView, rows, 'No settings.');
      }),
    );
}

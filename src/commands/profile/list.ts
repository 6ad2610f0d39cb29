import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { profileRow, profileView } from './view.ts';

export function registerList(profile: Command): void {
  explain(profile.command('list'), {
    notes: 'A stored token is shown as ***.',
    examples: ['svc profile list', 'svc profile list -o json'],
  })
    .description('List profiles')
    .action(
      run(async ({ output, settings }) => {
        const { value: inUse } = settings.profile();
        const rows = Object.entries(settings.config().profiles).map(([name, held]) =>
          profileRow(name, held, name === inUse),
        );
        await output.list(profileView, rows, 'No profiles. Create one with: svc login HOST');
      }),
    );
}

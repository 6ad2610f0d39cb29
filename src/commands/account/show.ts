import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { userView } from '../../cli/user-view.ts';
import { account } from '../../contract/platform/account.ts';

export function registerShow(noun: Command): void {
  explain(noun.command('show'), {
    notes: 'The token of a team or an organization belongs to a service user.',
    calls: [account.details],
    examples: ['svc account show', 'svc account show -o yaml'],
  })
    .description('Show your account')
    .action(
      run(async ({ output, platform }) => {
        const { data } = await platform(account.details, {});
        await output.show(userView, data);
      }),
    );
}

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { userView } from '../../cli/user-view.ts';
import { account } from '../../contract/platform/account.ts';

export function register(whoami: Command): void {
  explain(whoami, {
    notes: `The token of a team or an organization belongs to a service user.`,
    calls: [account.details],
    examples: ['svc whoami', 'svc whoami -o json'],
  }).action(
    run(async ({ output, platform }) => {
      const { data } = await platform(account.details, {});
      await output.show(userView, data);
    }),
  );
}

import type { Command } from 'commander';
import { z } from 'zod';
import { account } from '../../contract/platform/account.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { userView } from '../user-view.ts';

export function registerShow(noun: Command, { output, platform }: Context): void {
  explain(noun.command('show'), {
    notes: "A team's or an organization's token belongs to a service user, and that is who is shown.",
    calls: [account.details],
    examples: ['svc account show', 'svc account show -o yaml'],
  })
    .description('Show the account behind the token')
    .action(
      action(z.object({}), async () => {
        const { data } = await platform(account.details, {});
        await output.show(userView, data);
      }),
    );
}

import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { collect, hasExtra, setHelp, withExtra } from '../../cli/set-flag.ts';
import { userView } from '../../cli/user-view.ts';
import { emptyDoubts } from '../../cli/values.ts';
import { account } from '../../contract/platform/account.ts';

const flags = z
  .object({
    username: z.string().optional(),
    email: z.string().optional(),
    set: z.array(z.string()).optional(),
  })
  .refine((given) => Object.keys(given).length > 0, { message: 'There is nothing to change.' });

export function registerUpdate(noun: Command, { output, platform }: Context): void {
  explain(noun.command('update'), {
    notes: `A service may ask for a confirmation of a new e-mail address. Until then the address is shown as unconfirmed-email, and
the old one stays in force.`,
    calls: [account.update],
    examples: ['svc account update --username sol-admin', 'svc account update --email sol@example.com'],
  })
    .description('Change your user name or e-mail address')
    .option('--username <name>', 'new user name')
    .option('--email <address>', 'new e-mail address')
    .option('--set <key=value>', setHelp, collect)
    .action(
      action(flags, async ({ set, ...attributes }) => {
        for (const odd of emptyDoubts({ '--username': attributes.username, '--email': attributes.email }))
          output.warn(odd);
        const { data } = await platform(account.update, {
          body: { data: { type: 'users', ...withExtra(attributes, set) } },
        });
        output.note('Changed the account.');
        const isAboutEmail = attributes.email !== undefined || hasExtra(set, 'email');
        if (isAboutEmail && data.attributes['unconfirmed-email']) {
          output.note(`The address ${data.attributes['unconfirmed-email']} must be confirmed first.`);
        }
        await output.show(userView, data);
      }),
    );
}

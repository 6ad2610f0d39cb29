import type { Command } from 'commander';
import { z } from 'zod';
import { account, type User } from '../../contract/platform/account.ts';
import type { View } from '../../terminal/view.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';

const userView: View<User> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'username', of: ({ attributes }) => attributes.username },
    { name: 'email', of: ({ attributes }) => attributes.email },
    { name: 'service-account', of: ({ attributes }) => attributes['is-service-account'] },
  ],
};

export function register(whoami: Command, { output, platform }: Context): void {
  whoami
    .addHelpText(
      'after',
      `
A team's or an organization's token belongs to a service user, and that is who is shown.
Calls GET /account/details; any valid token will do.

Examples:
  svc whoami
  svc whoami -o json`,
    )
    .action(
      action(z.object({}), async () => {
        const { data } = await platform(account.details, {});
        await output.show(userView, data);
      }),
    );
}

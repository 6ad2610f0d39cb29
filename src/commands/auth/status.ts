import type { Command } from 'commander';
import { z } from 'zod';
import { account } from '../../contract/platform/account.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { type Status, statusView } from './view.ts';

export function registerStatus(auth: Command, { credentials, output, platform, settings }: Context): void {
  auth
    .command('status')
    .description(
      'Show the platform, the profile and the token in force, where each comes from, and whom the token is for',
    )
    .addHelpText(
      'after',
      '\nNever shows the token itself. Exit code 4 when there is none or it is not accepted.\n\nExamples:\n  svc auth status\n  svc auth status -o json',
    )
    .action(
      action(z.object({}), async () => {
        const address = settings.address();
        const profile = settings.profile();
        const token = credentials.tokenFor(address.value.origin);
        const { data } = await platform(account.details, {});
        const organization = settings.organization();
        const status: Status = {
          address: { value: address.value.href, origin: address.origin },
          profile: { value: profile.value, origin: profile.origin },
          organization: organization ?? null,
          token: { origin: token?.origin ?? '' },
          user: { id: data.id, username: data.attributes.username ?? null },
        };
        await output.show(statusView, status);
      }),
    );
}

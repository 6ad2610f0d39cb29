import type { Command } from 'commander';
import { account, type User } from '../api/contract/platform/account.ts';
import { columnsOf, type View } from '../base/view.ts';
import { explain } from './help.ts';
import { run } from './run.ts';

/** A user with an account, or the service user of a team or organization token. */
export const userView: View<User> = {
  columns: columnsOf('id username email unconfirmed-email is-service-account'),
};

/** Declares that a verb shows the user of the token. */
export function showsUser(verb: Command, examples: string[]): void {
  const notes = 'The token of a team or an organization belongs to a service user.';
  explain(verb, { notes, calls: [account.details], examples }).action(
    run(async ({ output, platform }) => {
      const { data } = await platform(account.details, {});
      await output.show(userView, data);
    }),
  );
}

import { account, type User } from '../api/contract/platform/account.ts';
import { columnsOf, type View } from '../base/view.ts';
import { action } from './verb.ts';

/** A user with an account, or the service user of a team or organization token. */
export const userView: View<User> = {
  columns: columnsOf('id username email unconfirmed-email is-service-account'),
};

/** Returns the action that shows the user of the token. */
export function userAction(examples: string[]) {
  return action({
    text: 'The token of a team or an organization belongs to a service user.',
    calls: [account.details],
    examples,
    async run({ output, platform }) {
      const { data } = await platform(account.details, {});
      await output.show(userView, data);
    },
  });
}

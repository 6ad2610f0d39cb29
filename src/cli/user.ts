import { account, type User } from '../api/contract/platform/account.ts';
import { related } from '../api/contract/relationships.ts';
import { columnsOf, type View } from '../base/view.ts';
import { printable } from './terminal/printable.ts';
import { action } from './verb.ts';

/** The view of a user with an account, or of the service user of a team or organization token. */
export const userView: View<User> = {
  columns: columnsOf('id username email unconfirmed-email is-service-account'),
};

/** Returns the action that shows the user of the token. */
export function userAction(examples: string[]) {
  return action({
    text: 'Shows the user of the service that the token belongs to. The token of a team or an organization belongs to a service user.',
    calls: [account.details],
    examples,
    async run({ output, platform }) {
      const { data } = await platform(account.details, {});
      await output.show(userView, data);
    },
  });
}

/**
 * Returns the sentence about the owner of a token and its permissions. assumed: `authenticated-resource` names the kind of the owner
 * (docs/protocol/account.md#assumed).
 */
export function tokenRights(user: User, origin: unknown): { sentence: string; isLimited: boolean } {
  const { 'is-admin': isAdmin, 'is-service-account': isService, username } = user.attributes;
  const name = printable(username ?? user.id);
  const kind = related(user, 'authenticated-resource')?.[0]?.type;
  const rightsOf = (): [owner: string, rights: string] => {
    if (kind === 'teams')
      return [`a team (${name})`, 'cannot change teams, OAuth clients, agent pools, the site or an account'];
    if (kind === 'organizations')
      return [`an organization (${name})`, 'may do what its owner may, but not for the site or an account'];
    if (kind === undefined && isService)
      return [`a team or an organization (${name})`, 'the service does not show which'];
    if (isAdmin) return [`${name}, a site administrator`, 'may do everything'];
    return [name, 'may do what the user may; banners and the site require an administrator'];
  };
  const [owner, rights] = rightsOf();
  return { sentence: `Token of ${owner}, from ${origin}: ${rights}.`, isLimited: kind === 'teams' };
}

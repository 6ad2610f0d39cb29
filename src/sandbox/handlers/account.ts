import type { account } from '../../contract/platform/account.ts';
import type { Handlers } from '../call.ts';
import type { Caller } from '../callers.ts';
import { unauthorized } from '../refusal.ts';

/** Part 1, Account. */
export const accountHandlers: Handlers<typeof account> = {
  details: ({ caller }) => {
    if (caller === undefined) throw unauthorized();
    return { data: resourceOf(caller) };
  },
};

/** assumed: the fields of a user, and the resource that tells user, team and organization tokens apart (facts, section c). */
function resourceOf({ user, token }: Caller) {
  const self = `/api/v2/users/${user.id}`;
  const authenticated = token.resource ?? { type: 'users', id: user.id };
  return {
    id: user.id,
    type: 'users' as const,
    attributes: {
      username: user.username,
      email: user.email,
      'unconfirmed-email': null,
      'is-service-account': user.service,
      'is-admin': user.siteAdmin,
      'is-site-admin': user.siteAdmin,
      'is-confirmed': true,
      'is-sso-login': false,
      'is-unified': false,
      'auth-method': 'tfc',
      'avatar-url': null,
      'v2-only': false,
      password: null,
      'two-factor': { enabled: false, verified: false },
      permissions: {
        'can-create-organizations': !user.service,
        'can-change-email': !user.service,
        'can-change-username': !user.service,
        'can-change-password': !user.service,
        'can-manage-user-tokens': !user.service,
      },
    },
    relationships: {
      'authentication-tokens': { links: { related: `${self}/authentication-tokens` } },
      'authenticated-resource': {
        data: authenticated,
        links: { related: `/api/v2/${authenticated.type}/${authenticated.id}` },
      },
    },
    links: { self },
  };
}

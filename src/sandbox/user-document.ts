import { createHash } from 'node:crypto';
import type { Caller } from './callers.ts';
import type { UserRow } from './rows/people.ts';

/** Returns a caller as a users document. assumed: its fields, and `authenticated-resource` (docs/protocol/account.md#assumed). */
export function userDocument({ user, token }: Caller) {
  const self = `/api/v2/users/${user.id}`;
  const authenticated = token.resource ?? { type: 'users', id: user.id };
  return {
    id: user.id,
    type: 'users' as const,
    attributes: {
      username: user.username,
      email: user.email,
      // A new address is applied immediately (docs/protocol/account.md#profile). Public services show it in this attribute until it is confirmed.
      'unconfirmed-email': null,
      'is-service-account': user.service,
      'is-admin': user.siteAdmin,
      'is-site-admin': user.siteAdmin,
      'is-confirmed': true,
      'is-sso-login': false,
      'is-unified': false,
      'auth-method': 'tfc',
      'avatar-url': avatarOf(user),
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

/** Returns a user as other users see them. assumed: the only private attributes are those in `shown` (docs/protocol/account.md#assumed). */
export function memberDocument(user: UserRow, shown: { email?: string } = {}) {
  const { id, service, username } = user;
  return {
    id,
    type: 'users' as const,
    attributes: {
      username,
      'is-service-account': service,
      'auth-method': 'tfc',
      'avatar-url': avatarOf(user),
      'v2-only': false,
      ...shown,
    },
    links: { self: `/api/v2/users/${id}` },
  };
}

/** assumed: the avatar has the same URL as in the public service; svc never fetches it (docs/protocol/account.md#assumed). */
function avatarOf({ email }: UserRow): string {
  return `https://www.gravatar.com/avatar/${createHash('md5').update(email.toLowerCase()).digest('hex')}?s=100&d=mm`;
}

import type { Caller } from './callers.ts';

/** A caller as a users document. assumed: its fields, and the resource that tells user, team and organization tokens apart (facts, section c). */
export function userDocument({ user, token }: Caller) {
  const self = `/api/v2/users/${user.id}`;
  const authenticated = token.resource ?? { type: 'users', id: user.id };
  return {
    id: user.id,
    type: 'users' as const,
    attributes: {
      username: user.username,
      email: user.email,
      'unconfirmed-email': user.unconfirmedEmail,
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

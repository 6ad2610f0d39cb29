import type { User } from '../contract/platform/account.ts';
import type { View } from '../terminal/view.ts';

/** Somebody with an account, or the service user behind a team's or an organization's token. */
export const userView: View<User> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'username', of: ({ attributes }) => attributes.username },
    { name: 'email', of: ({ attributes }) => attributes.email },
    { name: 'unconfirmed-email', of: ({ attributes }) => attributes['unconfirmed-email'] },
    { name: 'is-service-account', of: ({ attributes }) => attributes['is-service-account'] },
  ],
};

import type { User } from '../contract/platform/account.ts';
import type { View } from '../terminal/view.ts';

/** A user with an account, or the service user of a team or organization token. */
export const userView: View<User> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'username', of: ({ attributes }) => attributes.username },
    { name: 'email', of: ({ attributes }) => attributes.email },
    { name: 'unconfirmed-email', of: ({ attributes }) => attributes['unconfirmed-email'] },
    { name: 'is-service-account', of: ({ attributes }) => attributes['is-service-account'] },
  ],
};

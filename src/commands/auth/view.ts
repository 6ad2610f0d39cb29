import type { View } from '../../terminal/view.ts';

interface Sourced {
  value: string;
  origin: string;
}

/** The result of `svc auth status`: each value with its source; of the token only the source. */
export interface Status {
  address: Sourced;
  profile: Sourced;
  organization: Sourced | null;
  token: { origin: string };
  user: { id: string; username: string | null };
}

const withSource = ({ value, origin }: Sourced) => `${value} (${origin})`;

export const statusView: View<Status> = {
  columns: [
    { name: 'user', of: ({ user }) => user.username ?? user.id },
    { name: 'address', of: ({ address }) => withSource(address) },
    { name: 'profile', of: ({ profile }) => withSource(profile) },
    { name: 'organization', of: ({ organization }) => organization && withSource(organization) },
    { name: 'token', of: ({ token }) => `accepted (${token.origin})` },
  ],
};

import type { View } from '../../terminal/view.ts';

interface Said {
  value: string;
  origin: string;
}

/** What `svc auth status` answers: each value with where it comes from; of the token only the latter. */
export interface Status {
  address: Said;
  profile: Said;
  organization: Said | null;
  token: { origin: string };
  user: { id: string; username: string | null };
}

const said = ({ value, origin }: Said) => `${value} (${origin})`;

export const statusView: View<Status> = {
  columns: [
    { name: 'user', of: ({ user }) => user.username ?? user.id },
    { name: 'address', of: ({ address }) => said(address) },
    { name: 'profile', of: ({ profile }) => said(profile) },
    { name: 'organization', of: ({ organization }) => organization && said(organization) },
    { name: 'token', of: ({ token }) => `accepted (${token.origin})` },
  ],
};

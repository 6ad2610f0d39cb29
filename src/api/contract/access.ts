/** The callers allowed to use an endpoint (docs/protocol/conventions.md#access). */
export type Access =
  | 'anyone'
  | 'authenticated'
  | 'user'
  | 'hcp-organization-member'
  | 'site-admin'
  | 'organization-member'
  | 'organization-owner'
  | 'workspace-admin';

/** The access each endpoint requires, as shown in help and in hints. */
export const accessWords: Record<Access, string> = {
  anyone: 'no token required',
  authenticated: 'any valid token',
  user: "requires a user's token, not a team's or an organization's",
  'site-admin': "requires a site administrator's token",
  'hcp-organization-member': "requires a member's token",
  'organization-member': "requires an organization member's token",
  'organization-owner': "requires an organization owner's token",
  'workspace-admin': 'requires admin access to the workspace',
};

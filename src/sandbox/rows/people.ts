import { z } from 'zod/mini';

/** Ids of rows: a prefix and letters and digits, or a UUID. */
export const rowId = z.string().check(z.regex(/^[\w-]+$/, 'must be letters, digits and hyphens'));

/** assumed: valid names of organizations, workspaces, teams and agent pools (docs/protocol/lookups.md#names). */
export const rowName = z.string().check(z.regex(/^[\w-]+$/, 'must be letters, digits, hyphens and underscores'));

/** assumed: valid usernames; no control characters, which could move the cursor or end a line (docs/protocol/lookups.md#names). */
export const username = z
  .string()
  .check(z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, 'must be one line without control characters'));

/** A token that is valid in an Authorization header. */
export const tokenText = z.string().check(z.regex(/^[!-~]+$/, 'must be visible ASCII characters'));

/** Returns the schema of a list of the world. A data file that lacks the list is read with an empty one. */
export function list<Row extends z.ZodMiniType>(row: Row) {
  return z._default(z.array(row), []);
}

export const tokenKinds = ['site-admin', 'owner', 'user', 'team', 'organization'] as const;
export type TokenKind = (typeof tokenKinds)[number];

const user = z.object({
  id: rowId,
  username,
  email: z.string(),
  /** Null as long as the user has the initial password. */
  passwordHash: z.nullable(z.string()),
  siteAdmin: z.boolean(),
  /** True for the synthetic user behind a team or organization token (docs/protocol/account.md#service-users). */
  service: z.boolean(),
});
export type UserRow = z.infer<typeof user>;

/** The owner of a bearer token: `user` is the id of a user; `resource` is the team or organization, for their tokens. */
const token = z.object({
  kind: z.enum(tokenKinds),
  token: tokenText,
  user: z.string(),
  resource: z.optional(z.object({ type: z.enum(['teams', 'organizations']), id: z.string() })),
});
export type TokenRow = z.infer<typeof token>;

/** A team; `users` are ids. The users of the team `owners` own the organization. */
const team = z.object({
  id: rowId,
  name: rowName,
  organization: z.string(),
  users: z.array(z.string()),
});
export type TeamRow = z.infer<typeof team>;

const membership = z.object({
  id: rowId,
  user: z.string(),
  organization: z.string(),
  status: z.enum(['active', 'invited']),
});
export type MembershipRow = z.infer<typeof membership>;

export const people = {
  tokens: z.array(token),
  users: z.array(user),
  teams: z.array(team),
  memberships: z.array(membership),
};

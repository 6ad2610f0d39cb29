import { z } from 'zod/mini';

/** Ids of rows: a prefix and letters and digits, or a UUID. */
export const rowId = z.string().check(z.regex(/^[\w-]+$/, 'must be letters, digits and hyphens'));

/** assumed: valid names of organizations, workspaces, teams and agent pools (docs/protocol/lookups.md#names). */
export const rowName = z.string().check(z.regex(/^[\w-]+$/, 'must be letters, digits, hyphens and underscores'));

/** assumed: valid usernames; no character moves a cursor or ends a line (docs/protocol/lookups.md#names). */
export const username = z
  .string()
  .check(z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, 'must be one line without control characters'));

/** Text that is valid in an Authorization header. */
export const tokenText = z.string().check(z.regex(/^[!-~]+$/, 'must be visible ASCII characters'));

/** Returns the schema of a list of the world, which is empty in a data file of a version without it. */
export function list<Row extends z.ZodMiniType>(row: Row) {
  return z._default(z.array(row), []);
}

import { z } from 'zod';

/** Ids of rows: a prefix and letters and digits, or a UUID. */
export const rowId = z.string().regex(/^[\w-]+$/, 'must be letters, digits and hyphens');

/** assumed: what organizations, workspaces, teams and agent pools may be called (docs/protocol/lookups.md#names). */
export const rowName = z.string().regex(/^[\w-]+$/, 'must be letters, digits, hyphens and underscores');

/** assumed: what a person may be called; nothing of it moves a cursor or ends a line (docs/protocol/lookups.md#names). */
export const username = z
  .string()
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u, 'must be a text of one line without control characters');

/** What fits into an Authorization header. */
export const tokenText = z.string().regex(/^[!-~]+$/, 'must be visible ASCII characters');

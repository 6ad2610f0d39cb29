import { z } from 'zod';
import type { View } from '../../terminal/view.ts';

/** A rule as the sandbox has taken it. */
export const ruleReply = z.looseObject({
  method: z.string().optional(),
  path: z.string(),
  times: z.number(),
  skip: z.number(),
  kind: z.string(),
  status: z.number().optional(),
  retryAfter: z.string().optional(),
  location: z.string().optional(),
});

export const ruleView: View<z.infer<typeof ruleReply>> = {
  columns: [
    { name: 'method', of: ({ method }) => method ?? 'any' },
    { name: 'path', of: ({ path }) => path, fit: 'whole' },
    { name: 'kind', of: ({ kind }) => kind },
    { name: 'status', of: ({ kind, status }) => status ?? (kind === 'status' ? 503 : undefined) },
    { name: 'times', of: ({ times }) => times },
    { name: 'skip', of: ({ skip }) => skip },
    { name: 'retry-after', of: ({ retryAfter }) => retryAfter },
    { name: 'location', of: ({ location }) => location },
  ],
};

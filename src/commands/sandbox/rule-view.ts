import type { RuleReply } from '../../sandbox/control-replies.ts';
import type { View } from '../../terminal/view.ts';

export const ruleView: View<RuleReply> = {
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

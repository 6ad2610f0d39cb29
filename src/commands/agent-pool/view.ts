import type { AgentPool } from '../../contract/platform/agent-pools.ts';
import type { View } from '../../terminal/view.ts';

export const agentPoolView: View<AgentPool> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'name', of: ({ attributes }) => attributes.name },
    { name: 'agent-count', of: ({ attributes }) => attributes['agent-count'] },
    { name: 'organization-scoped', of: ({ attributes }) => attributes['organization-scoped'] },
    { name: 'created-at', of: ({ attributes }) => attributes['created-at'], time: true },
  ],
};

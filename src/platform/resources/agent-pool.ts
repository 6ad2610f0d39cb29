import {
  type AgentPool,
  agentPoolDraft,
  agentPoolRecords,
  agentPools,
} from '../../api/contract/platform/agent-pools.ts';
import { relatedIds } from '../../api/contract/relationships.ts';
import { columnsOf } from '../../base/view.ts';
import { type Listed, plain, type Resource } from './resource.ts';

/** A named group of agents of an organization (docs/protocol/agent-pools.md). */
export const agentPool: Resource & Listed<AgentPool> & { show: typeof agentPoolRecords.show } = {
  kind: 'agent-pool',
  one: 'agent pool',
  type: 'agent-pools',
  ...agentPools,
  ...agentPoolRecords,
  shape: agentPoolDraft.shape,
  prefix: 'apool-',
  search: 'q',
  permissions: ['can-update-agent-pools'],
  identity: ({ name }) => String(name),
  fields: {
    ...plain('name organization-scoped'),
    'allowed-workspaces': { to: 'workspaces' },
    'excluded-workspaces': { to: 'workspaces' },
    'allowed-projects': { to: 'projects' },
  },
  view: {
    columns: columnsOf('id name agent-count organization-scoped created-at', {
      name: 'allowed-workspaces',
      of: (row) => relatedIds(row, 'allowed-workspaces')?.join(', '),
    }),
  },
};

import { type AgentPool, agentPoolRecords, agentPools, newAgentPool } from '../../api/contract/platform/agent-pools.ts';
import { related } from '../../api/contract/relationships.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import { type Listed, plain, type Resource } from './resource.ts';

/** Returns the workspaces that may use a pool: with their names if the caller looked them up, else only with their ids. */
const workspacesOf = (pool: AgentPool & { 'allowed-workspaces'?: NamedWorkspace[] }): NamedWorkspace[] | undefined =>
  pool['allowed-workspaces'] ?? related(pool, 'allowed-workspaces');

/** A workspace, with its name if svc knows it. */
export interface NamedWorkspace {
  id: string;
  name?: string | null;
}

/** A named group of agents of an organization (docs/protocol/agent-pools.md). */
export const agentPool: Resource & Listed<AgentPool> & { show: typeof agentPoolRecords.show } = {
  kind: 'agent-pool',
  one: 'agent pool',
  type: 'agent-pools',
  ...agentPools,
  ...agentPoolRecords,
  shape: newAgentPool.shape,
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
  view: viewOf(
    'name agents=agent-count all-workspaces=organization-scoped workspaces=allowed-workspaces created=created-at id',
    columnsOf('id name agent-count organization-scoped created-at', {
      name: 'allowed-workspaces',
      of: (row) =>
        workspacesOf(row)
          ?.map(({ id, name }) => name ?? id)
          .join(', '),
    }),
  ),
};

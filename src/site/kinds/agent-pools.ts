import { agentPool } from '../../resources/agent-pool.ts';
import { phases } from '../change.ts';
import { noneNamed } from '../lookups.ts';
import { agentPoolEntry } from '../schema.ts';
import { kindInOrganization } from './in-organization.ts';

/** The agent pools of an organization. */
export const agentPoolKind = kindInOrganization({
  name: 'agent-pools',
  resource: agentPool,
  phases: { write: phases.agentPools, delete: phases.deletedAgentPools },
  schema: agentPoolEntry,

  check({ at, value }, { names: { workspaces } }, _found, _site, { mistake, organization }) {
    for (const name of [...(value['allowed-workspaces'] ?? []), ...(value['excluded-workspaces'] ?? [])]) {
      if (workspaces?.idOf(name) === undefined)
        mistake(at, noneNamed('workspace', name, workspaces?.names ?? [], organization));
    }
  },
});

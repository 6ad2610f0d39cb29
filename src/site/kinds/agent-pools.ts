import { agentPool } from '../../resources/agent-pool.ts';
import { phases } from '../change.ts';
import { listKind } from '../list-kind.ts';
import { agentPoolEntry } from '../schema.ts';

/** The agent pools of an organization. */
export const agentPoolKind = listKind({
  name: 'agent-pools',
  resource: agentPool,
  phases: { write: phases.agentPools, delete: phases.deletedAgentPools },
  schema: agentPoolEntry,
});

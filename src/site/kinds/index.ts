import { agentPool } from '../../resources/agent-pool.ts';
import { phases } from '../change.ts';
import type { Kind } from '../kind.ts';
import { listKind } from '../list-kind.ts';
import { agentPoolEntry } from '../schema.ts';
import { bannerKind } from './banner.ts';
import { customizationKind } from './customization.ts';
import { notificationKind } from './notifications.ts';
import { oauthClientKind } from './oauth-clients.ts';
import { subscriptionKind } from './subscription.ts';
import { teamKind } from './teams.ts';

/** Every kind, in the order of a document. */
export const kinds: readonly Kind[] = [
  customizationKind,
  bannerKind,
  subscriptionKind,
  listKind({
    name: 'agent-pools',
    resource: agentPool,
    phases: { write: phases.agentPools, delete: phases.deletedAgentPools },
    schema: agentPoolEntry,
  }),
  oauthClientKind,
  teamKind,
  notificationKind,
];

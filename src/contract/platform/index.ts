import { account, users } from './account.ts';
import { agentPoolRecords, agentPools } from './agent-pools.ts';
import { banners } from './banners.ts';
import { customization } from './customization.ts';
import { featureSets } from './feature-sets.ts';
import { notifications } from './notifications.ts';
import { oauthClients } from './oauth-clients.ts';
import { organizationMemberships } from './organization-memberships.ts';
import { organizations } from './organizations.ts';
import { ping } from './ping.ts';
import { organizationSubscriptions, subscriptions } from './subscriptions.ts';
import { teamMembers } from './team-members.ts';
import { teams } from './teams.ts';
import { workspaces } from './workspaces.ts';

/** Every operation of the platform API, resource by resource. */
export const platformEndpoints = {
  banners,
  customization,
  account,
  featureSets,
  subscriptions,
  agentPools,
  oauthClients,
  teamMembers,
  notifications,
};

/** assumed: lookups of public services (docs/protocol/lookups.md#lookups). */
export const lookupEndpoints = { organizations, workspaces, teams };

/** assumed: other requests of stock clients of this API (docs/protocol/public-services.md#stock-clients). */
export const clientEndpoints = {
  ping,
  agentPoolRecords,
  organizationMemberships,
  organizationSubscriptions,
  users,
};

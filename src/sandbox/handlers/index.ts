import type { Endpoint } from '../../api/contract/endpoint.ts';
import { account, users } from '../../api/contract/platform/account.ts';
import { agentPoolRecords, agentPools } from '../../api/contract/platform/agent-pools.ts';
import { banners } from '../../api/contract/platform/banners.ts';
import { customization } from '../../api/contract/platform/customization.ts';
import { featureSets } from '../../api/contract/platform/feature-sets.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { oauthClients } from '../../api/contract/platform/oauth-clients.ts';
import { organizationMemberships } from '../../api/contract/platform/organization-memberships.ts';
import { organizations } from '../../api/contract/platform/organizations.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { organizationSubscriptions, subscriptions } from '../../api/contract/platform/subscriptions.ts';
import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { teams } from '../../api/contract/platform/teams.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { downloads } from '../../api/contract/registry/downloads-summary.ts';
import { modules } from '../../api/contract/registry/modules.ts';
import type { Handlers } from '../call.ts';
import type { AnyHandler } from '../router.ts';
import { accountHandlers, userHandlers } from './account.ts';
import { agentPoolHandlers, agentPoolRecordHandlers } from './agent-pools.ts';
import { bannerHandlers } from './banners.ts';
import { customizationHandlers } from './customization.ts';
import { downloadHandlers } from './downloads-summary.ts';
import { featureSetHandlers } from './feature-sets.ts';
import { moduleHandlers } from './modules.ts';
import { notificationHandlers } from './notifications.ts';
import { oauthClientHandlers } from './oauth-clients.ts';
import { organizationMembershipHandlers } from './organization-memberships.ts';
import { organizationHandlers } from './organizations.ts';
import { pingHandlers } from './ping.ts';
import { organizationSubscriptionHandlers, subscriptionHandlers } from './subscriptions.ts';
import { teamMemberHandlers } from './team-members.ts';
import { teamHandlers } from './teams.ts';
import { workspaceHandlers } from './workspaces.ts';

/** The endpoints of a resource, and what handles each. */
export interface Served {
  table: Readonly<Record<string, Endpoint>>;
  handlers: Readonly<Record<string, AnyHandler>>;
}

/** Checks that there is one handler for each endpoint. */
const served = <Table extends Served['table']>(table: Table, handlers: Handlers<Table>): Served => ({
  table,
  handlers: handlers as Served['handlers'],
});

/** Every operation of the platform API, a line for each resource. */
export const platform = [
  served(banners, bannerHandlers),
  served(customization, customizationHandlers),
  served(account, accountHandlers),
  served(featureSets, featureSetHandlers),
  served(subscriptions, subscriptionHandlers),
  served(agentPools, agentPoolHandlers),
  served(oauthClients, oauthClientHandlers),
  served(teamMembers, teamMemberHandlers),
  served(notifications, notificationHandlers),
];

/** assumed: lookups of public services (docs/protocol/lookups.md#lookups). */
export const lookups = [
  served(organizations, organizationHandlers),
  served(workspaces, workspaceHandlers),
  served(teams, teamHandlers),
];

/** assumed: other requests of stock clients of this API (docs/protocol/public-services.md#stock-clients). */
export const clients = [
  served(ping, pingHandlers),
  served(agentPoolRecords, agentPoolRecordHandlers),
  served(organizationMemberships, organizationMembershipHandlers),
  served(organizationSubscriptions, organizationSubscriptionHandlers),
  served(users, userHandlers),
];

/** The paths of the registry below `/v1/modules/`, and those below `/v2/modules/`. */
export const registry = served(modules, moduleHandlers);
export const summaries = served(downloads, downloadHandlers);

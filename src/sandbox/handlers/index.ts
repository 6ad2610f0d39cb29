import { servedAccount, servedUsers } from './account.ts';
import { servedAgentPoolRecords, servedAgentPools } from './agent-pools.ts';
import { servedBanners } from './banners.ts';
import { servedCustomization } from './customization.ts';
import { servedDownloads } from './downloads-summary.ts';
import { servedFeatureSets } from './feature-sets.ts';
import { servedModules } from './modules.ts';
import { servedNotifications } from './notifications.ts';
import { servedOauthClients } from './oauth-clients.ts';
import { servedOrganizationMemberships } from './organization-memberships.ts';
import { servedOrganizations } from './organizations.ts';
import { servedPing } from './ping.ts';
import { servedOrganizationSubscriptions, servedSubscriptions } from './subscriptions.ts';
import { servedTeamMembers } from './team-members.ts';
import { servedTeams } from './teams.ts';
import { servedWorkspaces } from './workspaces.ts';

/** Every operation of the platform API, a line for each resource. */
export const platform = [
  servedBanners,
  servedCustomization,
  servedAccount,
  servedFeatureSets,
  servedSubscriptions,
  servedAgentPools,
  servedOauthClients,
  servedTeamMembers,
  servedNotifications,
];

/** assumed: lookups of public services (docs/protocol/lookups.md#lookups). */
export const lookups = [servedOrganizations, servedWorkspaces, servedTeams];

/** assumed: other requests of stock clients of this API (docs/protocol/public-services.md#stock-clients). */
export const clients = [
  servedPing,
  servedAgentPoolRecords,
  servedOrganizationMemberships,
  servedOrganizationSubscriptions,
  servedUsers,
];

/** The paths of the registry below `/v1/modules/`, and those below `/v2/modules/`. */
export const registry = servedModules;
export const summaries = servedDownloads;

import { registryPrefix, summaryPrefix } from '../locations.ts';
import type { Dialect } from '../reply.ts';
import type { Served } from '../router.ts';
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

/** See docs/protocol/conventions.md#base-url. */
export const platformPrefix = '/api/v2';

/** The documented operations of the platform. */
export const platform = [
  ...[servedBanners, servedCustomization, servedAccount, servedFeatureSets, servedSubscriptions, servedAgentPools],
  ...[servedOauthClients, servedTeamMembers, servedNotifications],
];

/** assumed: lookups and other requests that stock clients send (docs/protocol/public-services.md#stock-clients). */
const lookups = [
  ...[servedOrganizations, servedWorkspaces, servedTeams, servedPing, servedAgentPoolRecords],
  ...[servedOrganizationMemberships, servedOrganizationSubscriptions, servedUsers],
];

/** All parts of the service, each under its prefix, except the paths of `openDocument` and the controls. */
export const serviceParts: readonly { prefix: string; api: Dialect; resources: readonly Served[] }[] = [
  { prefix: platformPrefix, api: 'platform', resources: [...platform, ...lookups] },
  { prefix: registryPrefix, api: 'registry', resources: [servedModules] },
  { prefix: summaryPrefix, api: 'registry', resources: [servedDownloads] },
];

import type { clientEndpoints, lookupEndpoints, platformEndpoints } from '../../contract/platform/index.ts';
import type { Handlers } from '../call.ts';
import { accountHandlers, userHandlers } from './account.ts';
import { agentPoolHandlers, agentPoolRecordHandlers } from './agent-pools.ts';
import { bannerHandlers } from './banners.ts';
import { customizationHandlers } from './customization.ts';
import { featureSetHandlers } from './feature-sets.ts';
import { notificationHandlers } from './notifications.ts';
import { oauthClientHandlers } from './oauth-clients.ts';
import { organizationMembershipHandlers } from './organization-memberships.ts';
import { organizationHandlers } from './organizations.ts';
import { pingHandlers } from './ping.ts';
import { organizationSubscriptionHandlers, subscriptionHandlers } from './subscriptions.ts';
import { teamMemberHandlers } from './team-members.ts';
import { teamHandlers } from './teams.ts';
import { workspaceHandlers } from './workspaces.ts';

type Tables = typeof platformEndpoints & typeof lookupEndpoints & typeof clientEndpoints;

/** The handlers of the platform API, one line for each resource. The compiler checks that they match the contract. */
export const platformHandlers: { readonly [Resource in keyof Tables]: Handlers<Tables[Resource]> } = {
  banners: bannerHandlers,
  customization: customizationHandlers,
  account: accountHandlers,
  featureSets: featureSetHandlers,
  subscriptions: subscriptionHandlers,
  agentPools: agentPoolHandlers,
  oauthClients: oauthClientHandlers,
  teamMembers: teamMemberHandlers,
  notifications: notificationHandlers,
  organizations: organizationHandlers,
  workspaces: workspaceHandlers,
  teams: teamHandlers,
  ping: pingHandlers,
  agentPoolRecords: agentPoolRecordHandlers,
  organizationMemberships: organizationMembershipHandlers,
  organizationSubscriptions: organizationSubscriptionHandlers,
  users: userHandlers,
};

import { account } from '../contract/platform/account.ts';
import { agentPoolRecords, agentPools } from '../contract/platform/agent-pools.ts';
import { banners } from '../contract/platform/banners.ts';
import { customization } from '../contract/platform/customization.ts';
import { notifications } from '../contract/platform/notifications.ts';
import { oauthClients } from '../contract/platform/oauth-clients.ts';
import { organizationMemberships } from '../contract/platform/organization-memberships.ts';
import { organizations } from '../contract/platform/organizations.ts';
import { ping } from '../contract/platform/ping.ts';
import { subscriptions } from '../contract/platform/subscriptions.ts';
import { teamMembers } from '../contract/platform/team-members.ts';
import { teams } from '../contract/platform/teams.ts';
import { workspaces } from '../contract/platform/workspaces.ts';

/** What an export requests. */
export const exportCalls = [
  ping.show,
  account.details,
  organizations.show,
  customization.show,
  banners.list,
  subscriptions.show,
  workspaces.list,
  agentPools.list,
  oauthClients.list,
  teams.list,
  teams.show,
  organizationMemberships.ofOrganization,
  notifications.list,
];

/** What a comparison requests: a client that would be deleted is read alone, for the workspaces that use it. */
export const planCalls = [...exportCalls, oauthClients.show];

/** What an apply requests. */
export const applyCalls = [
  ...planCalls,
  customization.update,
  banners.create,
  banners.update,
  banners.remove,
  subscriptions.update,
  agentPools.create,
  agentPoolRecords.update,
  agentPoolRecords.remove,
  oauthClients.create,
  oauthClients.update,
  oauthClients.remove,
  teamMembers.addUsers,
  teamMembers.removeUsers,
  notifications.create,
  notifications.update,
  notifications.remove,
];

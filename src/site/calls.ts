import { account } from '../contract/platform/account.ts';
import { banners } from '../contract/platform/banners.ts';
import { customization } from '../contract/platform/customization.ts';
import { oauthClients } from '../contract/platform/oauth-clients.ts';
import { organizationMemberships } from '../contract/platform/organization-memberships.ts';
import { organizations } from '../contract/platform/organizations.ts';
import { ping } from '../contract/platform/ping.ts';
import { subscriptions } from '../contract/platform/subscriptions.ts';
import { teamMembers } from '../contract/platform/team-members.ts';
import { teams } from '../contract/platform/teams.ts';
import { workspaces } from '../contract/platform/workspaces.ts';
import { agentPool } from '../resources/agent-pool.ts';
import { notification } from '../resources/notification.ts';
import { oauthClient } from '../resources/oauth-client.ts';

/** What an export requests. */
export const exportCalls = [
  ping.show,
  organizations.show,
  customization.show,
  banners.list,
  subscriptions.show,
  workspaces.list,
  agentPool.list,
  oauthClient.list,
  teams.list,
  teams.show,
  organizationMemberships.ofOrganization,
  notification.list,
];

/** What a comparison requests: a client that would be deleted is read alone, for the workspaces that use it. */
export const planCalls = [...exportCalls, account.details, oauthClients.show];

const written = [banners, agentPool, oauthClient, notification];

/** What an apply requests. */
export const applyCalls = [
  ...planCalls,
  ...written.flatMap(({ create, remove, update }) => [create, update, remove]),
  customization.update,
  subscriptions.update,
  teamMembers.addUsers,
  teamMembers.removeUsers,
];

import { z } from 'zod/mini';
import { bannerRow, customization, hcpOrganization } from './rows/installation.ts';
import { mail, notification } from './rows/notifications.ts';
import { agentPool, featureSet, oauthClient, organization, subscription, workspace } from './rows/organizations.ts';
import { membership, team, token, user } from './rows/people.ts';

/** The whole state of the sandbox, as a plain object that can be written as JSON. */
export const world = z.object({
  tokens: z.array(token),
  users: z.array(user),
  organizations: z.array(organization).check(z.minLength(1)),
  workspaces: z.array(workspace),
  teams: z.array(team),
  memberships: z.array(membership),
  featureSets: z.array(featureSet),
  subscriptions: z.array(subscription),
  agentPools: z.array(agentPool),
  oauthClients: z.array(oauthClient),
  notifications: z.array(notification),
  banners: z.array(bannerRow),
  customization,
  hcpOrganizations: z.array(hcpOrganization),
  /** The stored mail, oldest first. */
  outbox: z.array(mail),
  /** Downloads since the start, by module version id and day. */
  downloads: z.record(z.string(), z.record(z.string(), z.number())),
});
export type World = z.infer<typeof world>;

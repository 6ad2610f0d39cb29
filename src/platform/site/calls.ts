import { account } from '../../api/contract/platform/account.ts';
import { oauthClients } from '../../api/contract/platform/oauth-clients.ts';
import { organizationMemberships } from '../../api/contract/platform/organization-memberships.ts';
import { organizations } from '../../api/contract/platform/organizations.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { teams } from '../../api/contract/platform/teams.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { parts } from '../resources/index.ts';

const all = Object.values(parts);

export const exportCalls = [
  ping.show,
  organizations.show,
  workspaces.list,
  ...all.map((part) => ('list' in part ? part.list : part.show)),
  teams.show,
  organizationMemberships.ofOrganization,
];

/** The calls of a comparison. To delete an OAuth client, it is read by itself, because that shows the workspaces that use it. */
export const planCalls = [...exportCalls, account.details, oauthClients.show];

export const applyCalls = [
  ...planCalls,
  ...all.flatMap((part) => ('create' in part ? [part.create, part.update, part.remove] : [part.update])),
  teamMembers.removeUsers,
  teamMembers.addMemberships,
];

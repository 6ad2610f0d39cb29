import { endpoint } from '../endpoint.ts';
import { references } from '../jsonapi.ts';

const users = '/teams/:team_id/relationships/users';
const memberships = '/teams/:team_id/relationships/organization-memberships';

/**
 * See docs/protocol/teams.md#membership. assumed: 204 without a body, and that only an organization owner may do it
 * (docs/protocol/teams.md#membership-writes). The ids of `users` are usernames.
 */
export const teamMembers = {
  addUsers: endpoint(`POST ${users}`, { access: 'organization-owner', body: references('users'), status: 204 }),
  removeUsers: endpoint(`DELETE ${users}`, { access: 'organization-owner', body: references('users'), status: 204 }),
  addMemberships: endpoint(`POST ${memberships}`, {
    access: 'organization-owner',
    body: references('organization-memberships'),
    status: 204,
  }),
  removeMemberships: endpoint(`DELETE ${memberships}`, {
    access: 'organization-owner',
    body: references('organization-memberships'),
    status: 204,
  }),
};

import { endpoint } from '../endpoint.ts';
import { references } from '../jsonapi.ts';

const users = '/teams/:team_id/relationships/users';
const memberships = '/teams/:team_id/relationships/organization-memberships';

/**
 * See docs/protocol/teams.md#membership. assumed: 204 without a body, and that it takes an organization owner
 * (docs/protocol/teams.md#membership-writes). The ids of `users` are usernames.
 */
export const teamMembers = {
  addUsers: endpoint({
    method: 'POST',
    path: users,
    access: 'organization-owner',
    body: references('users'),
    status: 204,
  }),
  removeUsers: endpoint({
    method: 'DELETE',
    path: users,
    access: 'organization-owner',
    body: references('users'),
    status: 204,
  }),
  addMemberships: endpoint({
    method: 'POST',
    path: memberships,
    access: 'organization-owner',
    body: references('organization-memberships'),
    status: 204,
  }),
  removeMemberships: endpoint({
    method: 'DELETE',
    path: memberships,
    access: 'organization-owner',
    body: references('organization-memberships'),
    status: 204,
  }),
};

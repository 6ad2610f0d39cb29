import { endpoint } from '../endpoint.ts';
import { references } from '../jsonapi.ts';

const users = '/teams/:team_id/relationships/users';
const memberships = '/teams/:team_id/relationships/organization-memberships';
const owner = 'organization-owner';

/**
 * See docs/protocol/teams.md#membership. assumed: 204 without a body, and that only an organization owner may add or remove members
 * (docs/protocol/teams.md#membership-writes). The ids of `users` are usernames.
 */
export const teamMembers = {
  addUsers: endpoint(`POST ${users}`, 'add users', owner, { body: references('users') }),
  removeUsers: endpoint(`DELETE ${users}`, 'remove users', owner, { body: references('users') }),
  addMemberships: endpoint(`POST ${memberships}`, 'add organization memberships', owner, {
    body: references('organization-memberships'),
  }),
  removeMemberships: endpoint(`DELETE ${memberships}`, 'remove organization memberships', owner, {
    body: references('organization-memberships'),
  }),
};

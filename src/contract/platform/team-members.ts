import { endpoint } from '../endpoint.ts';
import { references } from '../jsonapi.ts';

const users = '/teams/:team_id/relationships/users';
const memberships = '/teams/:team_id/relationships/organization-memberships';

/**
 * See docs/protocol/teams.md#membership. assumed: 204 without a body, and that only an organization owner may do it
 * (docs/protocol/teams.md#membership-writes). The ids of `users` are usernames.
 */
export const teamMembers = {
  addUsers: endpoint(`POST ${users}`, 'add users', {
    access: 'organization-owner',
    body: references('users'),
    status: 204,
  }),
  removeUsers: endpoint(`DELETE ${users}`, 'remove users', {
    access: 'organization-owner',
    body: references('users'),
    status: 204,
  }),
  addMemberships: endpoint(`POST ${memberships}`, 'add organization memberships', {
    access: 'organization-owner',
    body: references('organization-memberships'),
    status: 204,
  }),
  removeMemberships: endpoint(`DELETE ${memberships}`, 'remove organization memberships', {
    access: 'organization-owner',
    body: references('organization-memberships'),
    status: 204,
  }),
};

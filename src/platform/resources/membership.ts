import type { User } from '../../api/contract/platform/account.ts';
import {
  type Membership,
  membershipEmailFilter,
  organizationMemberships,
} from '../../api/contract/platform/organization-memberships.ts';
import type { Listed } from './resource.ts';

const memberships = organizationMemberships.ofOrganization;

/** A user's membership in an organization, found by e-mail address even before the invitation is accepted (docs/protocol/teams.md#e-mail-addresses). */
export const membership: Omit<Listed<Membership>, 'view'> = {
  one: 'membership',
  list: memberships,
  prefix: 'ou-',
  filter: membershipEmailFilter,
  search: 'q',
  key: 'e-mail address',
  label: ({ attributes }) => attributes.email,
};

/** A user of an organization, found by name in the responses for memberships. */
export const user: Omit<Listed<User>, 'view'> = {
  one: 'user',
  list: memberships,
  prefix: 'user-',
  label: ({ attributes }) => attributes.username,
};

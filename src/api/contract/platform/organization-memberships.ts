import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listOf, pageQuery, resource, text } from '../jsonapi.ts';
import { user } from './account.ts';

/** A user's membership in an organization. assumed: its fields (docs/protocol/lookups.md#organization-memberships). */
const membership = resource(undefined, {
  status: text,
  email: text,
});
export type Membership = z.infer<typeof membership>;
const included = { included: z.nullish(z.array(user)) };

/** The query parameter for e-mail addresses, separated by commas. */
export const membershipEmailFilter = 'filter[email]';
/** The query parameter for a status: `active` or `invited`. */
export const membershipStatusFilter = 'filter[status]';

/** assumed: the members of an organization or a team; `include=user` adds the users (docs/protocol/lookups.md#organization-memberships). */
export const organizationMemberships = {
  ofOrganization: endpoint(
    'GET /organizations/:organization_name/organization-memberships',
    'see organization memberships',
    'organization-member',
    {
      query: [membershipEmailFilter, membershipStatusFilter, 'q', 'include', ...pageQuery],
      reply: z.looseObject({ ...listOf(membership).shape, ...included }),
    },
  ),
  ofTeam: endpoint(
    'GET /teams/:team_id/relationships/organization-memberships',
    'see organization memberships',
    'organization-member',
    { query: pageQuery, reply: listOf(membership) },
  ),
  show: endpoint('GET /organization-memberships/:id', 'see this organization membership', 'organization-member', {
    query: ['include'],
    reply: z.looseObject({ data: membership, ...included }),
  }),
};

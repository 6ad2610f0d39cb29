import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { many, pageQuery, resource } from '../jsonapi.ts';

/** assumed: its fields (docs/protocol/teams.md#team-fields). */
export const team = resource('teams', {
  name: z.string().nullish(),
  'users-count': z.number().nullish(),
  visibility: z.string().nullish(),
});
export type Team = z.infer<typeof team>;

/** An included resource: a user of a team, if its type is `users`. */
const included = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.looseObject({ username: z.string().nullish(), 'is-service-account': z.boolean().nullish() }).optional(),
});
export type TeamMember = z.infer<typeof included>;

/** Comma-separated exact names. */
export const teamNamesFilter = 'filter[names]';

/** assumed: the lookups of public services (docs/protocol/lookups.md#teams). `include=users,organization-memberships` adds the members. */
export const teams = {
  list: endpoint('GET /organizations/:organization_name/teams', {
    access: 'organization-member',
    query: [teamNamesFilter, 'q', 'include', ...pageQuery],
    reply: many(team),
  }),
  show: endpoint('GET /teams/:team_id', {
    access: 'organization-member',
    query: ['include'],
    reply: z.looseObject({ data: team, included: z.array(included).optional() }),
  }),
};

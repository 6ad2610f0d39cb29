import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { flag, many, number, pageQuery, resource, text } from '../jsonapi.ts';

/** assumed: its fields (docs/protocol/teams.md#team-fields). */
export const team = resource(undefined, {
  name: text,
  'users-count': number,
  visibility: text,
});
export type Team = z.infer<typeof team>;

const userAttributes = z.looseObject({
  username: text,
  'is-service-account': flag,
});

/** An included resource: a user of a team, if its type is `users`. */
const included = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.nullish(userAttributes),
});
export type TeamMember = z.infer<typeof included>;

/** Comma-separated exact names. */
export const teamNamesFilter = 'filter[names]';

/** assumed: the lookups of public services (docs/protocol/lookups.md#teams). `include=users,organization-memberships` adds the members. */
export const teams = {
  list: endpoint('GET /organizations/:organization_name/teams', 'see teams', 'organization-member', {
    query: [teamNamesFilter, 'q', 'include', ...pageQuery],
    reply: many(team),
  }),
  show: endpoint('GET /teams/:team_id', 'see this team', 'organization-member', {
    query: ['include'],
    reply: z.looseObject({ data: team, included: z.nullish(z.array(included)) }),
  }),
};

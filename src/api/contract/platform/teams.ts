import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { flag, listOf, number, pageQuery, resource, text } from '../jsonapi.ts';

/** A team. assumed: its fields (docs/protocol/teams.md#team-fields). */
export const team = resource(undefined, {
  name: text,
  'users-count': number,
  visibility: text,
});
export type Team = z.infer<typeof team>;

const attributes = z.looseObject({
  username: text,
  'is-service-account': flag,
  email: text,
});

/** A user of a team, or a membership, which has the user's e-mail address. */
const member = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.nullish(attributes),
  relationships: z.nullish(z.record(z.string(), z.unknown())),
});
export type IncludedMember = z.infer<typeof member>;
const included = { included: z.nullish(z.array(member)) };

/** The query parameter for exact names, separated by commas. */
export const teamNamesFilter = 'filter[names]';

/** assumed: the lookups of public services (docs/protocol/lookups.md#teams). `include=users,organization-memberships` adds the members. */
export const teams = {
  list: endpoint('GET /organizations/:organization_name/teams', 'see teams', 'organization-member', {
    query: [teamNamesFilter, 'q', 'include', ...pageQuery],
    reply: z.looseObject({ ...listOf(team).shape, ...included }),
  }),
  show: endpoint('GET /teams/:team_id', 'see this team', 'organization-member', {
    query: ['include'],
    reply: z.looseObject({ data: team, ...included }),
  }),
};

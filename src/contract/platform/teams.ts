import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { many, pageQuery, resource } from '../jsonapi.ts';

/** Only what `svc` needs to say a name instead of an id. */
export const team = resource('teams', z.looseObject({ name: z.string().nullish() }));

/** Exact names with commas between them. */
export const teamNamesFilter = 'filter[names]';

/** assumed: the public service's look-up by name (facts, section h); the documents have none. */
export const teams = {
  list: endpoint({
    method: 'GET',
    path: '/organizations/:organization_name/teams',
    access: 'organization-member',
    query: [teamNamesFilter, 'q', ...pageQuery],
    reply: many(team),
  }),
};

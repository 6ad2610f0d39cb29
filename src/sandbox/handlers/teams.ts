import { teamNamesFilter, type teams } from '../../contract/platform/teams.ts';
import type { Handlers } from '../call.ts';
import { platformPage } from '../paging.ts';

/** assumed: the public service's look-up by name (facts, section h); the documents have none. */
export const teamHandlers: Handlers<typeof teams> = {
  list: (call) => {
    const { query, params, state } = call;
    const names = query.get(teamNamesFilter)?.split(',');
    const q = (query.get('q') ?? '').toLowerCase();
    const all = state.world.teams.filter(
      ({ name, organization }) =>
        organization === params.organization_name &&
        (names === undefined || names.includes(name)) &&
        name.toLowerCase().includes(q),
    );
    const { rows, links, meta } = platformPage(call, all);
    return {
      data: rows.map(({ id, name, organization, users }) => ({
        id,
        type: 'teams' as const,
        attributes: { name, 'users-count': users.length },
        relationships: {
          organization: { data: { id: organization, type: 'organizations' } },
          users: { data: users.map((user) => ({ id: user, type: 'users' })) },
        },
        links: { self: `/api/v2/teams/${id}` },
      })),
      links,
      meta,
    };
  },
};

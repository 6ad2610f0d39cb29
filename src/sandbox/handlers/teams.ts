import { teamNamesFilter, teams } from '../../api/contract/platform/teams.ts';
import type { Call } from '../call.ts';
import { platformPage } from '../pagination.ts';
import { rowWithId } from '../reply.ts';
import { includesOf } from '../request-fields.ts';
import { served } from '../router.ts';
import type { TeamRow } from '../rows/people.ts';
import type { State } from '../state.ts';
import { memberDocument } from '../user-document.ts';
import { membershipDocument, membershipsOf } from './organization-memberships.ts';

/** assumed: the lookups of public services (docs/protocol/lookups.md#teams). */
export const servedTeams = served(teams, {
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
    const including = (rows: readonly TeamRow[]) => includedWith(rows, call);
    return platformPage(call, all, (row) => resourceOf(row, state), { including });
  },

  show: (call) => {
    const row = rowWithId(call.state.world.teams, call.params.team_id);
    return { data: resourceOf(row, call.state), ...includedWith([row], call) };
  },
});

/**
 * Returns the distinct members of teams for `include=users,organization-memberships`. assumed: other values of `include` are ignored
 * (docs/protocol/lookups.md#teams).
 */
function includedWith(rows: readonly TeamRow[], { query, state }: Pick<Call, 'query' | 'state'>) {
  const includes = includesOf(query);
  const ids = new Set(rows.flatMap(({ users }) => users));
  const users = includes.includes('users')
    ? state.world.users.filter(({ id }) => ids.has(id)).map((user) => memberDocument(user))
    : [];
  const memberships = includes.includes('organization-memberships')
    ? [...new Set(rows.flatMap((row) => membershipsOf(row, state)))].map((row) => membershipDocument(row, state))
    : [];
  const included = [...users, ...memberships];
  return includes.some((word) => ['users', 'organization-memberships'].includes(word)) ? { included } : {};
}

function resourceOf(row: TeamRow, state: State) {
  const { id, name, organization, users } = row;
  return {
    id,
    type: 'teams' as const,
    attributes: { name, 'users-count': users.length, visibility: 'organization' },
    relationships: {
      organization: { data: { id: organization, type: 'organizations' } },
      users: { data: users.map((user) => ({ id: user, type: 'users' })) },
      'organization-memberships': {
        data: membershipsOf(row, state).map((each) => ({ id: each.id, type: 'organization-memberships' })),
      },
    },
    links: { self: `/api/v2/teams/${id}` },
  };
}

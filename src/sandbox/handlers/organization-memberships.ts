import type { organizationMemberships } from '../../contract/platform/organization-memberships.ts';
import type { Handlers } from '../call.ts';
import { platformPage } from '../paging.ts';
import { found } from '../refusal.ts';
import type { MembershipRow, TeamRow } from '../rows/people.ts';
import type { State } from '../state.ts';
import { memberDocument } from '../user-document.ts';

/** assumed: what stock clients read to know who is in a team (docs/protocol/lookups.md#organization-memberships). */
export const organizationMembershipHandlers: Handlers<typeof organizationMemberships> = {
  ofTeam: (call) => {
    const team = found(call.state.world.teams.find(({ id }) => id === call.params.team_id));
    const { rows, links, meta } = platformPage(call, membershipsOf(team, call.state), { whole: true });
    return { data: rows.map((row) => membershipDocument(row, call.state)), links, meta };
  },

  show: ({ params, query, state }) => {
    const row = found(state.world.memberships.find(({ id }) => id === params.id));
    const data = membershipDocument(row, state);
    if (!query.get('include')?.split(',').includes('user')) return { data };
    return { data, included: [memberDocument(found(state.user(row.user)))] };
  },
};

/** The memberships of those who are in a team. */
export function membershipsOf({ organization, users }: TeamRow, state: State): MembershipRow[] {
  return state.members(organization).filter(({ user }) => users.includes(user));
}

/** assumed: its fields (docs/protocol/lookups.md#organization-memberships). */
export function membershipDocument({ id, organization, status, user }: MembershipRow, state: State) {
  return {
    id,
    type: 'organization-memberships' as const,
    attributes: { status, email: state.user(user)?.email ?? null },
    relationships: {
      organization: { data: { id: organization, type: 'organizations' } },
      user: { data: { id: user, type: 'users' } },
    },
    links: { self: `/api/v2/organization-memberships/${id}` },
  };
}

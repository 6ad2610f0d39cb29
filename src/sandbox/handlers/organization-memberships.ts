import {
  membershipEmailFilter,
  membershipStatusFilter,
  organizationMemberships,
} from '../../api/contract/platform/organization-memberships.ts';
import type { Call } from '../call.ts';
import { platformPage } from '../pagination.ts';
import { orNotFound, rowWithId } from '../reply.ts';
import { includesOf } from '../request-fields.ts';
import { served } from '../router.ts';
import type { MembershipRow, TeamRow } from '../rows/people.ts';
import type { State } from '../state.ts';
import { memberDocument } from '../user-document.ts';

/** assumed: stock clients read these for the members of an organization or a team (docs/protocol/lookups.md#organization-memberships). */
export const servedOrganizationMemberships = served(organizationMemberships, {
  ofOrganization: (call) => {
    const { params, state } = call;
    const all = state.members(params.organization_name);
    const active = all.filter(({ status }) => status === 'active').length;
    const including = (rows: readonly MembershipRow[]) => peopleOf(rows, call);
    const page = platformPage(call, matchingRows(all, call), (row) => membershipDocument(row, state), { including });
    const counts = { 'status-counts': { total: all.length, active, invited: all.length - active } };
    return { ...page, meta: { ...page.meta, ...counts } };
  },

  ofTeam: (call) => {
    const team = rowWithId(call.state.world.teams, call.params.team_id);
    const all = membershipsOf(team, call.state);
    return platformPage(call, all, (row) => membershipDocument(row, call.state), { whole: true });
  },

  show: (call) => {
    const { params, state } = call;
    const row = rowWithId(state.world.memberships, params.id);
    return { data: membershipDocument(row, state), ...peopleOf([row], call) };
  },
});

/** Returns the memberships that match the filters; `q` is a case-insensitive part of a username or an address. */
function matchingRows(all: readonly MembershipRow[], { query, state }: Pick<Call, 'query' | 'state'>): MembershipRow[] {
  const emails = query.get(membershipEmailFilter)?.split(',');
  const status = query.get(membershipStatusFilter);
  const q = (query.get('q') ?? '').toLowerCase();
  return all.filter((row) => {
    const { email = '', username = '' } = state.user(row.user) ?? {};
    const isNamed = [username, email].some((text) => text.toLowerCase().includes(q));
    return isNamed && (emails === undefined || emails.includes(email)) && (status === null || status === row.status);
  });
}

/** Returns the users of memberships for `include=user`. assumed: with their addresses (docs/protocol/lookups.md#organization-memberships). */
function peopleOf(rows: readonly MembershipRow[], { query, state }: Pick<Call, 'query' | 'state'>) {
  if (!includesOf(query).includes('user')) return {};
  const users = rows.map(({ user }) => orNotFound(state.user(user)));
  return { included: users.map((user) => memberDocument(user, { email: user.email })) };
}

export function membershipsOf({ organization, users }: TeamRow, state: State): MembershipRow[] {
  return state.members(organization).filter(({ user }) => users.includes(user));
}

/** assumed: the fields (docs/protocol/lookups.md#organization-memberships). */
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

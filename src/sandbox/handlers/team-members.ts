import { teamMembers } from '../../api/contract/platform/team-members.ts';
import type { Call } from '../call.ts';
import { forbidden, problemAt, rejectAll, rowWithId } from '../reply.ts';
import { served } from '../router.ts';
import type { MembershipRow, TeamRow } from '../rows/people.ts';
import type { State } from '../state.ts';

interface Reference {
  id: string;
}

/** Returns the user that an id of the request names, or the reason for rejecting the id. */
type Find = (id: string) => { user: string } | string;

/** assumed: a request with one invalid id changes nothing and is rejected with a 422 (docs/protocol/teams.md#membership-writes). */
export const servedTeamMembers = served(teamMembers, {
  addUsers: (call) => add(call, call.body.data, usersOf(call.state, teamOf(call), true)),
  removeUsers: (call) => remove(call, call.body.data, usersOf(call.state, teamOf(call), false)),
  addMemberships: (call) => add(call, call.body.data, membershipsOf(call.state, teamOf(call))),
  removeMemberships: (call) => remove(call, call.body.data, membershipsOf(call.state, teamOf(call))),
});

type TeamCall = Call<'/:team_id'>;

function teamOf({ state, params }: Pick<TeamCall, 'state' | 'params'>): TeamRow {
  return rowWithId(state.world.teams, params.team_id);
}

function add(call: Pick<TeamCall, 'state' | 'params'>, references: readonly Reference[], find: Find): void {
  const team = teamOf(call);
  const members = new Set(team.users);
  // assumed: a user who is already in the team is rejected (docs/protocol/teams.md#membership-writes).
  const users = usersNamedBy(references, find, (user) => (members.has(user) ? 'is already a member of the team' : ''));
  team.users = [...new Set([...team.users, ...users])];
}

function remove(call: Pick<TeamCall, 'state' | 'params'>, references: readonly Reference[], find: Find): void {
  const team = teamOf(call);
  const members = new Set(team.users);
  const users = usersNamedBy(references, find, (user) => (members.has(user) ? '' : 'is not a member of the team'));
  const removed = new Set(users);
  const remaining = team.users.filter((user) => !removed.has(user));
  // assumed: an organization keeps one owner (docs/protocol/teams.md#membership-writes).
  if (team.name === 'owners' && remaining.length === 0 && removed.size > 0) {
    throw forbidden('The last owner of an organization cannot be removed');
  }
  team.users = remaining;
}

/** Returns the users that all references name. @throws {Rejection} 422 with a problem for each invalid reference */
function usersNamedBy(references: readonly Reference[], find: Find, objection: (user: string) => string): string[] {
  const users: string[] = [];
  const problems = references.flatMap(({ id }, at) => {
    const result = find(id);
    const complaint = typeof result === 'string' ? result : objection(result.user);
    if (complaint !== '') return problemAt(`/data/${at}/id`, `${id} ${complaint}`);
    if (typeof result !== 'string') users.push(result.user);
    return [];
  });
  rejectAll(problems);
  return users;
}

/** Finds users by username or user id. Only a user who accepted the invitation can be added (docs/protocol/teams.md#who-can-be-added). */
function usersOf(state: State, { organization }: TeamRow, adding: boolean): Find {
  const users = new Map(state.world.users.flatMap(({ id, username }) => [[id, id] as const, [username, id] as const]));
  const members = new Map(state.members(organization).map((row) => [row.user, row]));
  return (id) => {
    const user = users.get(id);
    if (user === undefined) return 'does not exist';
    return (adding && complaintAbout(members.get(user), organization)) || { user };
  };
}

function complaintAbout(membership: MembershipRow | undefined, organization: string): string {
  if (membership === undefined) return `does not belong to the organization ${organization}`;
  return membership.status === 'active' ? '' : `has not accepted the invitation to the organization ${organization}`;
}

/** Finds members by membership id, even if they have not accepted the invitation. */
function membershipsOf(state: State, { organization }: TeamRow): Find {
  const members = new Map(state.members(organization).map((row) => [row.id, row]));
  return (id) => members.get(id) ?? `is not a membership of the organization ${organization}`;
}

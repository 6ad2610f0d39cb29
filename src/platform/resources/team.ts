import type { ReplyOf } from '../../api/contract/endpoint.ts';
import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { type Team, type TeamMember, teams } from '../../api/contract/platform/teams.ts';
import { related, relatedId } from '../../api/contract/relationships.ts';
import { ProtocolError } from '../../base/errors.ts';
import { columnsOf } from '../../base/view.ts';
import type { Declarable, Listed } from './resource.ts';

/** A team of an organization, by name, and its users (docs/protocol/teams.md). */
export const team: Declarable & Listed<Team> = {
  kind: 'team',
  one: 'team',
  type: 'teams',
  shape: {},
  list: teams.list,
  prefix: 'team-',
  search: 'q',
  update: teamMembers.addUsers,
  permissions: ['can-manage-users', 'can-manage-memberships'],
  fields: { users: { to: 'users' } },
  view: {
    columns: columnsOf(
      'id name',
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      'users-count visibility',
    ),
  },
};

/** The users of a team; a user without details has only an id. @throws {ProtocolError} when the reply has no list of users */
export function membersOf({ data, included }: ReplyOf<typeof teams.show>): TeamMember[] {
  const users = new Map(included?.filter(({ type }) => type === 'users').map((user) => [user.id, user]));
  const references = related(data, 'users');
  if (references) return references.map((reference) => users.get(reference.id) ?? (reference as TeamMember));
  if (included) return [...users.values()];
  throw new ProtocolError(`The response has no list of the users of team ${data.id}.`);
}

import type { ReplyOf } from '../../api/contract/endpoint.ts';
import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { type IncludedMember, type Team, teamNamesFilter, teams } from '../../api/contract/platform/teams.ts';
import { related, relatedId } from '../../api/contract/relationships.ts';
import { ProtocolError } from '../../base/errors.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
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
  filter: teamNamesFilter,
  isQualified: true,
  update: teamMembers.addUsers,
  permissions: ['can-manage-users', 'can-manage-memberships'],
  fields: { users: { to: 'users' }, memberships: {} },
  view: viewOf(
    'name organization users=users-count visibility id',
    columnsOf(
      'id name',
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      'users-count visibility',
    ),
  ),
};

/** A member of a team: a user, or only an id if the service sends no details; with the membership that has the e-mail address. */
export type TeamMember = IncludedMember & { membership?: IncludedMember };

/** The users and memberships that responses include beside teams. */
export class People {
  readonly #users = new Map<string, IncludedMember>();
  readonly #memberships = new Map<string | undefined, IncludedMember>();

  /** Adds the resources of a response. */
  add(included: readonly IncludedMember[] | null | undefined): this {
    for (const each of included ?? [])
      if (each.type === 'users') this.#users.set(each.id, each);
      else this.#memberships.set(relatedId(each, 'user'), each);
    return this;
  }

  /**
   * Returns the members of a team, in the order of the service.
   * @throws {ProtocolError} if its response does not show them
   */
  of(team: Team, users = related(team, 'users')): TeamMember[] {
    if (!users) throw new ProtocolError(`The response has no list of the users of team ${team.id}.`);
    return users.map(({ id }) => {
      const membership = this.#memberships.get(id);
      // Keep the object of the response: -o raw finds the response body by it.
      return Object.assign(this.#users.get(id) ?? { id, type: 'users' }, membership && { membership });
    });
  }
}

/**
 * Returns the members of the single team in a response.
 * @throws {ProtocolError} if the response does not show them
 */
export function membersOf({ data, included }: ReplyOf<typeof teams.show>): TeamMember[] {
  const users = included?.filter(({ type }) => type === 'users');
  return new People().add(included).of(data, related(data, 'users') ?? users);
}

/** Returns the texts that select a member: name and id of the user, id and e-mail address of the membership. */
const keysOf = ({ attributes, id, membership }: TeamMember) =>
  [attributes?.username, id, membership?.id, membership?.attributes?.email].map(keyOf);

/** Returns the form in which texts are compared: e-mail addresses in lower case. */
const keyOf = <Text>(text: Text) => (typeof text === 'string' && text.includes('@') ? text.toLowerCase() : text);

/** Returns a function that tests whether a text selects one of these members. */
export function namesOneOf(members: readonly TeamMember[]): (text: string) => boolean {
  const keys = new Set(members.flatMap(keysOf));
  return (text) => keys.has(keyOf(text));
}

/** Returns a function that tests whether one of these texts selects a member. */
export function isNamedIn(texts: readonly string[]): (member: TeamMember) => boolean {
  const keys = new Set<unknown>(texts.map(keyOf));
  return (member) => keysOf(member).some((key) => keys.has(key));
}

/** Returns the user name of a member; the id if the service does not show it. */
export const usernameOf = ({ attributes, id }: TeamMember) => attributes?.username ?? id;

/** Returns the e-mail address of a member, if the service shows it. */
export const emailOf = ({ membership }: TeamMember) => membership?.attributes?.email;

/** The query that adds the members and their e-mail addresses to the response for a team. */
export const withMembers = { include: 'users,organization-memberships' };

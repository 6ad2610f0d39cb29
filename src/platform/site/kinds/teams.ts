import { teamMembers } from '../../../api/contract/platform/team-members.ts';
import { teams } from '../../../api/contract/platform/teams.ts';
import { unlessFailed } from '../../../base/errors.ts';
import { membership } from '../../resources/membership.ts';
import { idsNamed } from '../../resources/name-lookup.ts';
import {
  emailOf,
  isNamedIn,
  membersOf,
  namesOneOf,
  type TeamMember,
  usernameOf,
  withMembers,
} from '../../resources/team.ts';
import { isDenied } from '../access.ts';
import { phaseOf, type Step, stepOf } from '../change.ts';
import type { Kind, Planning } from '../kind.ts';
import { nameMistake, noneNamed } from '../lookups.ts';
import type { TeamEntry } from '../schema.ts';
import type { Service } from '../service.ts';
import type { Declared } from '../site.ts';

const batch = 500;
/** The name of the team of owners (docs/protocol/teams.md#membership-writes). */
const owners = 'owners';

type Team = TeamEntry & { name: string };

/**
 * The members of teams: by user name, or by the e-mail address or id of the membership. Apply neither creates nor
 * deletes teams.
 */
export const teamKind: Kind = {
  name: 'teams',

  async plan({ parts }, planning) {
    const declared = parts.teams as unknown as Declared<Team>[];
    if (declared.length === 0) return [];
    const { lookups, mistakes, organization, service, turn } = planning;
    const { idOf, names } = await lookups.teams();
    const planned = async (entry: Declared<Team>): Promise<Step | undefined> => {
      const { at, value } = entry;
      const id = names.includes(value.name) ? idOf(value.name) : undefined;
      const isEmptied = value.exact && namesIn(value).length === 0;
      if (id === undefined || (isEmptied && value.name === owners)) {
        const text = 'the team owners must keep one user: the last owner cannot be removed.';
        mistakes.push({ at, text: id ? text : noneNamed('team', value.name, names, organization) });
        return undefined;
      }
      const live = await peopleOf(service, id);
      if (isEmptied && live.size > 0) planning.plan.losses.push(`all members of the team ${value.name}`);
      const users = await namesOf(entry, live, planning);
      const isIn = namesOneOf([...live.values()]);
      const emails = (value.memberships ?? []).filter((each) => !isIn(each) && each.includes('@'));
      const { failures, ids } = await idsNamed(membership, emails, organization, service.list);
      for (const [email, { message }] of failures) mistakes.push({ at, text: `${email}: ${message}` });
      return compare({ ...entry, value: { ...value, users } }, { id, ids }, live, planning);
    };
    return Promise.all(declared.map((entry) => turn(() => planned(entry))));
  },

  async export({ lookups, service, turn }) {
    const { idOf, names } = await lookups.teams();
    const read = async (name: string) => {
      const people = [...(await peopleOf(service, idOf(name) ?? '')).values()];
      const isInvited = ({ membership }: TeamMember) =>
        Reflect.get(membership?.attributes ?? {}, 'status') === 'invited';
      const users = people.filter((each) => !isInvited(each)).map(usernameOf);
      const memberships = people.filter(isInvited).map((each) => emailOf(each) ?? each.membership?.id ?? each.id);
      const invited = memberships.length > 0 && { memberships: memberships.toSorted() };
      return [name, { users: users.toSorted(), ...invited, exact: true }] as const;
    };
    const teamEntries = await Promise.all(names.toSorted().map((name) => turn(() => read(name))));
    return { content: Object.fromEntries(teamEntries), omitted: [] };
  },
};

const namesIn = ({ memberships = [], users = [] }: TeamEntry) => [...users, ...memberships];

/**
 * Compares the members of a team.
 * @param team its id, and the ids of memberships by e-mail address
 */
function compare(
  entry: Declared<Team>,
  team: { id: string; ids: ReadonlyMap<string, string> },
  live: ReadonlyMap<string, TeamMember>,
  planning: Planning,
): Step | undefined {
  const { document, value } = entry;
  const { organization, service } = planning;
  const { id, ids } = team;
  const current = [...live.values()];
  const isIn = namesOneOf(current);
  const lacking = (names: readonly string[] = []) => [...new Set(names)].filter((each) => !isIn(each));
  const [joining, invited] = [lacking(value.users), lacking(value.memberships)];
  const isStaying = value.exact ? isNamedIn(namesIn(value)) : () => true;
  const leaving = current.filter((member) => !isStaying(member)).map(usernameOf);
  if (joining.length + invited.length + leaving.length === 0) return undefined;
  const allLeave = value.name === owners && leaving.length === live.size && live.size > 0;
  const to = [...current.filter(isStaying).map(usernameOf), ...joining, ...invited];
  const send = async (endpoint: (typeof teamMembers)[keyof typeof teamMembers], names: string[]) => {
    const type = endpoint === teamMembers.addMemberships ? 'organization-memberships' : 'users';
    const data = names.map((name) => ({ type, id: ids.get(name) ?? name }));
    for (let at = 0; at < data.length; at += batch)
      await service.call(endpoint as typeof teamMembers.addUsers, {
        team_id: id,
        body: { data: data.slice(at, at + batch) },
      });
  };
  const thing = { kind: 'team', organization, workspace: null, name: value.name, document };
  return stepOf(thing, current.map(usernameOf), {
    action: 'update',
    deletions: leaving.length,
    changes: [{ attribute: 'users', from: current.map(usernameOf), to }],
    warnings: allLeave ? ["All current owners leave the organization's owners."] : [],
    id,
    phase: phaseOf('teams'),
    recheck: async () => compare(entry, team, await peopleOf(service, id), planning),
    async send() {
      // Send additions first: an owner who is the last one can leave only after another joins.
      await send(teamMembers.addUsers, joining);
      await send(teamMembers.addMemberships, invited);
      await send(teamMembers.removeUsers, leaving);
      return { id };
    },
  });
}

/**
 * Returns the distinct users that an entry names. A user who is neither in the team nor in the organization is a mistake, as far as
 * the service shows it (docs/protocol/teams.md#membership-writes).
 */
async function namesOf(
  { at, value: { users = [] } }: Declared<Team>,
  live: ReadonlyMap<string, TeamMember>,
  planning: Planning,
): Promise<string[]> {
  const { lookups, mistakes, organization } = planning;
  const isIn = namesOneOf([...live.values()]);
  const others = users.filter((user) => !isIn(user));
  const directory = others.length > 0 ? await unlessFailed(lookups.users(), isDenied) : undefined;
  for (const user of directory?.names.length ? others : []) {
    const text = nameMistake('user', user, directory!, organization);
    if (text !== undefined) mistakes.push({ at, text });
  }
  const shownAs = (user: string) => {
    const member = live.get(user);
    return member ? usernameOf(member) : (directory?.nameOf(user) ?? user);
  };
  return [...new Set(users.map(shownAs))];
}

/** Returns the people in a team by id. The synthetic users of tokens are omitted. */
async function peopleOf({ call }: Service, id: string): Promise<Map<string, TeamMember>> {
  const members = membersOf(await call(teams.show, { team_id: id, query: withMembers }));
  const people = members.filter(({ attributes }) => attributes && !attributes['is-service-account']);
  return new Map(people.map((user) => [user.id, user]));
}

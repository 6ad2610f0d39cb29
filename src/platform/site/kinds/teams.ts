import { teamMembers } from '../../../api/contract/platform/team-members.ts';
import { teams } from '../../../api/contract/platform/teams.ts';
import { unlessFailed } from '../../../base/errors.ts';
import type { Place } from '../../../base/place.ts';
import { membersOf } from '../../resources/team.ts';
import { isDenied } from '../access.ts';
import { phaseOf, type Step, stepOf } from '../change.ts';
import type { Kind, Planning } from '../kind.ts';
import { noneNamed } from '../lookups.ts';
import type { TeamEntry } from '../schema.ts';
import type { Service } from '../service.ts';
import type { Declared } from '../site.ts';

/** The most users in one request. */
const batch = 500;
/** The team of the owners (docs/protocol/teams.md#membership-writes). */
const owners = 'owners';

type Team = TeamEntry & { name: string };

/** The members of teams, by user name. Teams themselves are neither created nor deleted. */
export const teamKind: Kind = {
  name: 'teams',

  async plan({ parts }, planning) {
    const declared = parts.teams as unknown as Declared<Team>[];
    if (declared.length === 0) return [];
    const { lookups, mistakes, organization, service, turn } = planning;
    const { idOf, names } = await lookups.teams();
    const planned = async (entry: Declared<Team>): Promise<Step | undefined> => {
      const { at, value } = entry;
      const id = idOf(value.name);
      if (id === undefined) {
        mistakes.push({ at, text: noneNamed('team', value.name, names, organization) });
        return undefined;
      }
      if (value.name === owners && value.exact && value.users.length === 0) {
        mistakes.push({ at, text: 'the team owners must keep one user: the last owner cannot be removed.' });
        return undefined;
      }
      const live = await usersOf(service, id);
      const joining = value.users.filter((user) => !live.includes(user) && !user.startsWith('user-'));
      await checkUsers(joining, at, planning);
      return compare(entry, id, live, planning);
    };
    return Promise.all(declared.map((entry) => turn(() => planned(entry))));
  },

  async export({ lookups, service, turn }) {
    const { idOf, names } = await lookups.teams();
    const read = async (name: string) =>
      [name, { users: (await usersOf(service, idOf(name) ?? '')).toSorted(), exact: true }] as const;
    const named = await Promise.all(names.toSorted().map((name) => turn(() => read(name))));
    return { content: Object.fromEntries(named), omitted: [] };
  },
};

function compare(entry: Declared<Team>, id: string, live: readonly string[], planning: Planning): Step | undefined {
  const { document, value } = entry;
  const { organization, service } = planning;
  const joining = [...new Set(value.users)].filter((user) => !live.includes(user));
  const leaving = value.exact ? live.filter((user) => !value.users.includes(user)) : [];
  if (joining.length + leaving.length === 0) return undefined;
  const allLeave = value.name === owners && leaving.length === live.length && live.length > 0;
  const to = [...live.filter((user) => !leaving.includes(user)), ...joining];
  const send = async (endpoint: typeof teamMembers.addUsers | typeof teamMembers.removeUsers, users: string[]) => {
    const data = users.map((user) => ({ type: 'users' as const, id: user }));
    for (let at = 0; at < data.length; at += batch)
      await service.call(endpoint, { team_id: id, body: { data: data.slice(at, at + batch) } });
  };
  const thing = { kind: 'team', organization, workspace: null, name: value.name, document };
  return stepOf(thing, {
    action: 'update',
    changes: [{ attribute: 'users', from: live, to }],
    warnings: allLeave ? ["All current owners leave the organization's owners."] : [],
    id,
    phase: phaseOf('teams'),
    again: async () => compare(entry, id, await usersOf(service, id), planning),
    async send() {
      // Additions first: the last owner cannot leave before another joins.
      await send(teamMembers.addUsers, joining);
      await send(teamMembers.removeUsers, leaving);
      return { id };
    },
  });
}

/** Adds a mistake for each user who does not belong to the organization, as far as the service tells (docs/protocol/teams.md#membership-writes). */
async function checkUsers(users: readonly string[], at: Place, { lookups, mistakes, organization }: Planning) {
  if (users.length === 0) return;
  const known = await unlessFailed(lookups.users(), isDenied);
  if (known === undefined || known.names.length === 0) return;
  for (const user of users.filter((each) => known.idOf(each) === undefined))
    mistakes.push({ at, text: noneNamed('user', user, known.names, organization) });
}

/** The names of the people in a team, without the service users of tokens. */
async function usersOf({ call }: Service, id: string): Promise<string[]> {
  const members = membersOf(await call(teams.show, { team_id: id, query: { include: 'users' } }));
  const people = members.filter(({ attributes }) => attributes && !attributes['is-service-account']);
  return people.map((user) => user.attributes?.username ?? user.id);
}

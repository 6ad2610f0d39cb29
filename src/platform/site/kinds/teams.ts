import { teamMembers } from '../../../api/contract/platform/team-members.ts';
import { teams } from '../../../api/contract/platform/teams.ts';
import { unlessFailed } from '../../../base/errors.ts';
import { membersOf } from '../../resources/team.ts';
import { isDenied } from '../access.ts';
import { phaseOf, type Step, stepOf } from '../change.ts';
import type { Kind, Planning } from '../kind.ts';
import { nameMistake, noneNamed } from '../lookups.ts';
import type { TeamEntry } from '../schema.ts';
import type { Service } from '../service.ts';
import type { Declared } from '../site.ts';

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
      const id = names.includes(value.name) ? idOf(value.name) : undefined;
      const isEmptied = value.exact && value.users.length === 0;
      if (id === undefined || (isEmptied && value.name === owners)) {
        const left = 'the team owners must keep one user: the last owner cannot be removed.';
        mistakes.push({ at, text: id ? left : noneNamed('team', value.name, names, organization) });
        return undefined;
      }
      const live = await usersOf(service, id);
      if (isEmptied && live.size > 0) planning.plan.losses.push(`all members of the team ${value.name}`);
      const users = await namesOf(entry, live, planning);
      return compare({ ...entry, value: { ...value, users } }, id, [...live.values()], planning);
    };
    return Promise.all(declared.map((entry) => turn(() => planned(entry))));
  },

  async export({ lookups, service, turn }) {
    const { idOf, names } = await lookups.teams();
    const read = async (name: string) =>
      [name, { users: [...(await usersOf(service, idOf(name) ?? '')).values()].sort(), exact: true }] as const;
    const named = await Promise.all(names.toSorted().map((name) => turn(() => read(name))));
    return { content: Object.fromEntries(named), omitted: [] };
  },
};

function compare(entry: Declared<Team>, id: string, live: readonly string[], planning: Planning): Step | undefined {
  const { document, value } = entry;
  const { organization, service } = planning;
  const joining = value.users.filter((user) => !live.includes(user));
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
  return stepOf(thing, live, {
    action: 'update',
    deletions: leaving.length,
    changes: [{ attribute: 'users', from: live, to }],
    warnings: allLeave ? ["All current owners leave the organization's owners."] : [],
    id,
    phase: phaseOf('teams'),
    again: async () => compare(entry, id, [...(await usersOf(service, id)).values()], planning),
    async send() {
      // Additions first: the last owner cannot leave before another joins.
      await send(teamMembers.addUsers, joining);
      await send(teamMembers.removeUsers, leaving);
      return { id };
    },
  });
}

/**
 * Returns the users of an entry by name, each once. Adds a mistake for each who belongs to neither the team nor the organization, as far as the
 * service tells (docs/protocol/teams.md#membership-writes).
 */
async function namesOf({ at, value: { users } }: Declared<Team>, live: Map<string, string>, planning: Planning) {
  const { lookups, mistakes, organization } = planning;
  const others = users.filter((user) => !live.has(user) && ![...live.values()].includes(user));
  const known = others.length > 0 ? await unlessFailed(lookups.users(), isDenied) : undefined;
  for (const user of known?.names.length ? others : []) {
    const text = nameMistake('user', user, known!, organization);
    if (text !== undefined) mistakes.push({ at, text });
  }
  return [...new Set(users.map((user) => live.get(user) ?? known?.nameOf(user) ?? user))];
}

/** Returns the names of the people in a team by id, without the service users of tokens. */
async function usersOf({ call }: Service, id: string): Promise<Map<string, string>> {
  const members = membersOf(await call(teams.show, { team_id: id, query: { include: 'users' } }));
  const people = members.filter(({ attributes }) => attributes && !attributes['is-service-account']);
  return new Map(people.map((user) => [user.id, user.attributes?.username ?? user.id]));
}

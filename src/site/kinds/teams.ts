import type { ReplyOf } from '../../contract/endpoint.ts';
import { teamMembers } from '../../contract/platform/team-members.ts';
import { teams } from '../../contract/platform/teams.ts';
import { relatedIds } from '../../contract/relationships.ts';
import type { AttributeChange } from '../../resources/comparison.ts';
import { isDenied } from '../access.ts';
import { phases, type Step, stepOf } from '../change.ts';
import type { ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import { noneNamed } from '../lookups.ts';
import type { Service } from '../service.ts';
import type { Site } from '../site.ts';

/** The most users in one request. */
const batch = 500;
/** The team of the owners (docs/protocol/teams.md#membership-writes). */
const owners = 'owners';

/** The members of teams, by user name. Teams themselves are neither created nor deleted. */
export const teamKind: Kind = {
  name: 'teams',
  edition: 'both',
  writer: 'organization-owner',

  async plan({ parts: { teams: declared } }: Site, planning: Planning): Promise<Step[]> {
    if (declared.length === 0) return [];
    const { lookups, mistake, organization, service, turn } = planning;
    const { idOf, names } = await lookups.teams();
    const steps = await Promise.all(
      declared.map(({ at, document, value }) =>
        turn(async (): Promise<Step[]> => {
          const id = idOf(value.name);
          if (id === undefined) {
            mistake(at, noneNamed('team', value.name, names, organization));
            return [];
          }
          if (value.name === owners && value.exact && value.users.length === 0) {
            mistake(at, 'the team owners must keep one user: the last owner cannot be removed.');
            return [];
          }
          const sendEach = async (
            endpoint: typeof teamMembers.addUsers | typeof teamMembers.removeUsers,
            users: string[],
          ) => {
            const data = users.map((user) => ({ type: 'users' as const, id: user }));
            for (let at = 0; at < data.length; at += batch)
              await service.call(endpoint, { team_id: id, body: { data: data.slice(at, at + batch) } });
          };
          const compare = (live: readonly string[]): Step | undefined => {
            const joining = [...new Set(value.users)].filter((user) => !live.includes(user));
            const leaving = value.exact ? live.filter((user) => !value.users.includes(user)) : [];
            if (joining.length + leaving.length === 0) return undefined;
            const allLeave = value.name === owners && leaving.length === live.length && live.length > 0;
            const to = [...live.filter((user) => !leaving.includes(user)), ...joining];
            const changes: AttributeChange[] = [{ attribute: 'users', from: live, to }];
            const thing = { kind: 'team', organization, workspace: null, name: value.name, document };
            return stepOf(thing, {
              action: 'update',
              changes,
              warnings: allLeave ? ["All current owners leave the organization's owners."] : [],
              id,
              phase: phases.members,
              again: async () => compare(await membersOf(service, id)),
              async send() {
                // Additions first: the last owner cannot leave before another joins.
                await sendEach(teamMembers.addUsers, joining);
                await sendEach(teamMembers.removeUsers, leaving);
                return { id };
              },
            });
          };
          const live = await membersOf(service, id);
          const joining = value.users.filter((user) => !live.includes(user) && !user.startsWith('user-'));
          await checkUsers(joining, at, planning);
          return [compare(live) ?? []].flat();
        }),
      ),
    );
    return steps.flat();
  },

  async export(reading: Reading): Promise<ExportedPart> {
    const { idOf, names } = await reading.lookups.teams();
    const usersOf = async (name: string) => (await membersOf(reading.service, idOf(name) ?? '')).toSorted();
    const named = await Promise.all(
      names
        .toSorted()
        .map((name) => reading.turn(async () => [name, { users: await usersOf(name), exact: true }] as const)),
    );
    return { content: named.length > 0 ? Object.fromEntries(named) : undefined, omitted: [] };
  },
};

/** Adds a mistake for each user who does not belong to the organization, as far as the service tells (docs/protocol/teams.md#membership-writes). */
async function checkUsers(users: readonly string[], at: string, { lookups, mistake, organization }: Planning) {
  if (users.length === 0) return;
  const known = await lookups.users().catch((error: unknown) => {
    if (isDenied(error)) return undefined;
    throw error;
  });
  if (known === undefined || known.names.length === 0) return;
  const unknown = users.filter((user) => known.idOf(user) === undefined);
  for (const user of unknown) mistake(at, noneNamed('user', user, known.names, organization));
}

/** The names of the people in a team, without the service users of tokens. */
async function membersOf(service: Service, id: string): Promise<string[]> {
  const reply: ReplyOf<typeof teams.show> = await service.call(teams.show, {
    team_id: id,
    query: { include: 'users' },
  });
  const users = (reply.included ?? []).filter(({ type }) => type === 'users');
  const related = relatedIds(reply.data, 'users');
  return users
    .filter((user) => (related === undefined || related.includes(user.id)) && !user.attributes?.['is-service-account'])
    .map((user) => user.attributes?.username ?? user.id);
}

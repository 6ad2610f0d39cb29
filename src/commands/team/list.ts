import type { ReplyOf } from '../../api/contract/endpoint.ts';
import { type Team, teams } from '../../api/contract/platform/teams.ts';
import { SvcError, unlessFailed } from '../../base/errors.ts';
import { columnsOf, type View, viewOf } from '../../base/view.ts';
import { organizationName, withUserIds } from '../../cli/lookup.ts';
import { noneOf } from '../../cli/pick.ts';
import { firstRows } from '../../cli/resource-verbs.ts';
import { positive } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import {
  emailOf,
  isNamedIn,
  People,
  team as resource,
  type TeamMember,
  usernameOf,
  withMembers,
} from '../../platform/resources/team.ts';
import { all } from '../../platform/site/service.ts';
import { teamSentence } from './names.ts';

type TeamWithMembers = Team & { members: TeamMember[] };

const texts = (values: readonly unknown[]) => values.filter((value) => value).join(', ');
const people: View<TeamWithMembers>['columns'] = columnsOf(
  { name: 'users', of: ({ members }) => texts(members.map(usernameOf)) },
  { name: 'emails', of: ({ members }) => texts(members.map(emailOf)), fit: 'prose' },
);
const membersView = viewOf<TeamWithMembers>('name users emails id', [...resource.view.columns, ...people]);

export const list = verb({
  words: 'list',
  about: 'List the teams of an organization',
  text: `${teamSentence} Set the organization with --organization, SVC_ORGANIZATION or in the profile. With --members, -o json adds the users of each team as
members, each with its membership.`,
  flags: (command: Command) =>
    command
      .option('--query <text>', 'only teams with this text in their name')
      .option('--members', 'show the users of each team, and their e-mail addresses')
      .option('--user <user>', 'only teams with this user: a name, an e-mail address, or an id (user-…, ou-…)')
      .option('--limit <n>', 'maximum number of items (default: all)', positive),
  lists: resource.view,
  calls: [teams.list],
  examples: [
    'svc team list',
    'svc team list --organization acme --query net -o json',
    'svc team list --members --columns name,users',
    'svc team list --user nell',
  ],
  async run(context, { limit, members, query: q, user }) {
    const { output, platformList } = context;
    const organization = await organizationName(context);
    const input = { organization_name: organization };
    const none = noneOf(resource, organization, q === undefined && user === undefined ? '' : 'matching ');
    if (!members && user === undefined) {
      return output.list(resource.view, platformList(teams.list, { ...input, query: { q } }, { limit }), none);
    }
    const people = new People();
    const onPage = (page: unknown) => people.add((page as ReplyOf<typeof teams.list>).included);
    const rows = await all(platformList(teams.list, { ...input, query: { q, ...withMembers } }, { onPage }));
    const isShown = (team: Team) => user === undefined || people.of(team).some(isNamedIn([user]));
    const wanted = rows.filter(isShown);
    // A name without a team is an error unless the organization has such a user, or does not show its users.
    if (wanted.length === 0 && user !== undefined && !/@|^ou-/.test(user))
      await unlessFailed(
        withUserIds({ user: [user] }, context),
        (error) => error instanceof SvcError && error.status !== undefined,
      );
    const shown = firstRows(wanted, limit, output);
    if (!members) return output.list(resource.view, shown, none);
    await output.list(
      membersView,
      shown.map((team) => Object.assign(team, { members: people.of(team) })),
      none,
    );
  },
});

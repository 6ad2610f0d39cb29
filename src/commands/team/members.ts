import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { teamId, teamWords } from '../../cli/lookup.ts';
import { pickTeam } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import { type TeamMember, teams } from '../../contract/platform/teams.ts';
import { ProtocolError } from '../../errors.ts';
import { memberView } from './view.ts';

export function registerMembers(team: Command): void {
  explain(team.command('members'), {
    calls: [teams.list, teams.show],
    examples: ['svc team members platform', "svc team members acme/platform --jq '.[].attributes.username'"],
  })
    .description('List the users of a team')
    .argument('[team]', teamWords)
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const text = typed ?? (await pickTeam(context));
        const reply = await platform(teams.show, {
          team_id: await teamId(text, context),
          query: { include: 'users' },
        });
        const { name } = reply.data.attributes;
        await output.list(memberView, membersOf(reply), `Team ${name ?? text} has no members.`);
      }),
    );
}

/** The users of a team; a user without details has only an id. @throws {ProtocolError} when the reply has no list of users */
function membersOf({ data: { id, relationships }, included }: ReplyOf<typeof teams.show>): TeamMember[] {
  const users = new Map(included?.filter(({ type }) => type === 'users').map((user) => [user.id, user]));
  const { data: references } = (relationships?.users ?? {}) as { data?: unknown };
  if (Array.isArray(references)) return references.map((reference: TeamMember) => users.get(reference.id) ?? reference);
  if (included) return [...users.values()];
  throw new ProtocolError(`The response has no list of the users of team ${id}.`);
}

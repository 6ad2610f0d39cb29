import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { teamWords } from '../../cli/lookup.ts';
import { pickOne } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { type TeamMember, teams } from '../../contract/platform/teams.ts';
import { team as resource } from '../../resources/team.ts';
import type { View } from '../../terminal/view.ts';
import { teamWithMembers } from './team-with-members.ts';

export function registerMembers(team: Command): void {
  explain(team.command('members'), {
    calls: [teams.list, teams.show],
    examples: ['svc team members platform', "svc team members acme/platform --jq '.[].attributes.username'"],
  })
    .description('List the users of a team')
    .argument('[team]', teamWords)
    .action(
      run(async (context, _, typed) => {
        const text = typed ?? (await pickOne(resource, context, '<team>'));
        const { members, name } = await teamWithMembers(text, context);
        await context.output.list(memberView, members, `Team ${name} has no members.`);
      }),
    );
}

const memberView: View<TeamMember> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'username', of: ({ attributes }) => attributes?.username },
    { name: 'is-service-account', of: ({ attributes }) => attributes?.['is-service-account'] },
  ],
};

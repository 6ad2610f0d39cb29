import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { teamMembers } from '../../contract/platform/team-members.ts';
import { teams } from '../../contract/platform/teams.ts';
import { changeMembers, declareMembers, memberNotes } from './change.ts';

const change = { endpoint: teamMembers.removeUsers, type: 'users', direction: 'from' } as const;

export function registerRemoveUser(team: Command): void {
  explain(declareMembers(team.command('remove-user'), 'user', 'user names'), {
    notes: `They remain members of the organization.

${memberNotes}`,
    calls: [change.endpoint, teams.list],
    examples: ['svc team remove-user platform uma', 'svc team remove-user platform - < leavers.txt'],
  })
    .description('Remove users from a team')
    .action(
      run(async (context, flags, team, names) => {
        await changeMembers(context, change, flags, team, names);
      }),
    );
}

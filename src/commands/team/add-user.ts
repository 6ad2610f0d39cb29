import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { teamMembers } from '../../contract/platform/team-members.ts';
import { teams } from '../../contract/platform/teams.ts';
import { changeMembers, declareMembers, memberNotes } from './change.ts';

const change = { endpoint: teamMembers.addUsers, type: 'users', direction: 'to' } as const;

export function registerAddUser(team: Command): void {
  explain(declareMembers(team.command('add-user'), 'user', 'user names'), {
    notes: `Users must exist and have accepted the invitation to the organization; add-membership needs only an invitation.

${memberNotes}`,
    calls: [change.endpoint, teams.list],
    examples: [
      'svc team add-user platform nell max',
      'svc team add-user acme/platform --from-file joiners.txt',
      'svc team add-user platform - < joiners.txt',
    ],
  })
    .description('Add users to a team')
    .action(
      run(async (context, flags, team, names) => {
        await changeMembers(context, change, flags, team, names);
      }),
    );
}

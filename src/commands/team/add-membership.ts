import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { teamMembers } from '../../contract/platform/team-members.ts';
import { teams } from '../../contract/platform/teams.ts';
import { changeMembers, declareMembers, memberNotes } from './change.ts';

const change = { endpoint: teamMembers.addMemberships, type: 'organization-memberships', direction: 'to' } as const;

export function registerAddMembership(team: Command): void {
  explain(declareMembers(team.command('add-membership'), 'membership', 'ids of organization memberships, ou-…'), {
    notes: `A pending invitation is enough.

${memberNotes}`,
    calls: [change.endpoint, teams.list],
    examples: ['svc team add-membership platform ou-0123456789abcdef'],
  })
    .description('Add users to a team by organization membership')
    .action(
      run(async (context, flags, team, names) => {
        await changeMembers(context, change, flags, team, names);
      }),
    );
}

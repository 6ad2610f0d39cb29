import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { teamMembers } from '../../contract/platform/team-members.ts';
import { teams } from '../../contract/platform/teams.ts';
import { changeMembers, declareMembers, memberNotes } from './change.ts';

const change = {
  endpoint: teamMembers.removeMemberships,
  type: 'organization-memberships',
  direction: 'from',
} as const;

export function registerRemoveMembership(team: Command): void {
  explain(declareMembers(team.command('remove-membership'), 'membership', 'ids of organization memberships, ou-…'), {
    notes: `They remain members of the organization.

${memberNotes}`,
    calls: [change.endpoint, teams.list],
    examples: ['svc team remove-membership network ou-0123456789abcdef'],
  })
    .description('Remove users from a team by organization membership')
    .action(
      run(async (context, flags, team, names) => {
        await changeMembers(context, change, flags, team, names);
      }),
    );
}

import type { Command } from 'commander';
import { teams } from '../../api/contract/platform/teams.ts';
import { teamId, teamWords } from '../../cli/lookup.ts';
import { bridge } from '../../cli/old.ts';
import { pickOne } from '../../cli/pick.ts';
import { registerList, registerShowing } from '../../cli/resource-verbs.ts';
import { team as resource } from '../../platform/resources/team.ts';
import { registerMemberVerbs } from './change-members.ts';
import { members } from './members.ts';
import { set } from './set.ts';

export function register(team: Command): void {
  registerList(team, resource, {
    description: 'List the teams of an organization',
    notes: 'Set the organization with --organization, SVC_ORGANIZATION or in the profile.',
    search: 'q',
    examples: ['svc team list', 'svc team list --organization acme --query net -o json'],
  });
  registerShowing(
    team,
    resource.view,
    {
      description: 'Show a team',
      argument: ['[team]', teamWords],
      calls: [teams.list, teams.show],
      examples: ['svc team show platform', 'svc team show acme/platform --jq .id'],
    },
    async (context, typed) => {
      const text = typed ?? (await pickOne(resource, context, '<team>'));
      return [(await context.platform(teams.show, { team_id: await teamId(text, context) })).data];
    },
  );
  bridge(team, members);
  bridge(team, set);
  registerMemberVerbs(team);
}

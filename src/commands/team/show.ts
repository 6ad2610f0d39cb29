import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { teamId, teamWords } from '../../cli/lookup.ts';
import { pickOne } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { teams } from '../../contract/platform/teams.ts';
import { team as resource } from '../../resources/team.ts';

export function registerShow(team: Command): void {
  explain(team.command('show'), {
    calls: [teams.list, teams.show],
    examples: ['svc team show platform', 'svc team show acme/platform --jq .id'],
  })
    .description('Show a team')
    .argument('[team]', teamWords)
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const text = typed ?? (await pickOne(resource, context, '<team>'));
        const { data } = await platform(teams.show, { team_id: await teamId(text, context) });
        await output.show(resource.view, data);
      }),
    );
}

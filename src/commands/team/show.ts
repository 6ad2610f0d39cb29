import type { Command } from 'commander';
import { z } from 'zod';
import { teams } from '../../contract/platform/teams.ts';
import { action } from '../action.ts';
import { teamId, teamWords } from '../by-name.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { teamView } from './view.ts';

export function registerShow(team: Command, context: Context): void {
  const { output, platform } = context;
  explain(team.command('show'), {
    calls: [teams.list, teams.show],
    examples: ['svc team show platform', 'svc team show acme/platform --jq .id'],
  })
    .description('Show a team')
    .argument('<team>', teamWords)
    .action(
      action(z.object({}), async (_, text: string) => {
        const { data } = await platform(teams.show, { team_id: await teamId(text, context) });
        await output.show(teamView, data);
      }),
    );
}

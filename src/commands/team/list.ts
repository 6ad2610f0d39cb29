import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { teams } from '../../contract/platform/teams.ts';
import { teamView } from './view.ts';

export function registerList(team: Command): void {
  explain(team.command('list'), {
    notes: 'Set the organization with --organization, SVC_ORGANIZATION or in the profile.',
    calls: [teams.list],
    examples: ['svc team list', 'svc team list --organization acme --query net -o json'],
  })
    .description('List the teams of an organization')
    .option('--query <text>', 'only teams with this text in their name')
    .option('--limit <n>', 'maximum number of items', positive)
    .action(
      run(async (context, { limit, query: q }) => {
        const { output, platformList } = context;
        const organization = await organizationName(context);
        const rows = platformList(teams.list, { organization_name: organization, query: { q } }, { limit });
        await output.list(teamView, rows, `${organization} has no ${q === undefined ? '' : 'such '}team.`);
      }),
    );
}

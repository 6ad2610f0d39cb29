import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { action } from '../../cli/run.ts';
import { count, option } from '../../cli/values.ts';
import { teams } from '../../contract/platform/teams.ts';
import { teamView } from './view.ts';

const flags = z.object({ query: z.string().optional(), limit: z.number().min(1).optional() });

export function registerList(team: Command, context: Context): void {
  const { output, platformList } = context;
  explain(team.command('list'), {
    notes: 'The organization is that of --organization, SVC_ORGANIZATION or the profile.',
    calls: [teams.list],
    examples: ['svc team list', 'svc team list --organization acme --query net -o json'],
  })
    .description('List the teams of an organization')
    .option('--query <text>', 'only teams with this text in their name')
    .addOption(option('--limit <n>', 'show at most that many', count))
    .action(
      action(flags, async ({ limit, query: q }) => {
        const organization = await organizationName(context);
        const rows = platformList(teams.list, { organization_name: organization, query: { q } }, { limit });
        await output.list(teamView, rows, `${organization} has no ${q === undefined ? '' : 'such '}team.`);
      }),
    );
}

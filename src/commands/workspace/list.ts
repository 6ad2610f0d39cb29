import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { action } from '../../cli/run.ts';
import { count, option } from '../../cli/values.ts';
import { workspaceNameSearch, workspaces } from '../../contract/platform/workspaces.ts';
import { workspaceView } from './view.ts';

const flags = z.object({ query: z.string().optional(), limit: z.number().min(1).optional() });

export function registerList(workspace: Command, context: Context): void {
  const { output, platformList } = context;
  explain(workspace.command('list'), {
    notes: 'The organization is that of --organization, SVC_ORGANIZATION or the profile.',
    calls: [workspaces.list],
    examples: [
      'svc workspace list',
      'svc workspace list --organization acme --query network',
      `svc workspace list --jq '.[] | [.id, .attributes.name] | @tsv'`,
    ],
  })
    .description('List the workspaces of an organization')
    .option('--query <text>', 'only workspaces with this text in their name')
    .addOption(option('--limit <n>', 'show at most that many', count))
    .action(
      action(flags, async ({ limit, query }) => {
        const organization = await organizationName(context);
        const input = { organization_name: organization, query: { [workspaceNameSearch]: query } };
        const rows = platformList(workspaces.list, input, { limit });
        await output.list(
          workspaceView,
          rows,
          `${organization} has no ${query === undefined ? '' : 'such '}workspace.`,
        );
      }),
    );
}

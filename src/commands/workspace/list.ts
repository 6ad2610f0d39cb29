import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { workspaceNameSearch, workspaces } from '../../contract/platform/workspaces.ts';
import { workspaceView } from './view.ts';

export function registerList(workspace: Command): void {
  explain(workspace.command('list'), {
    notes: 'Set the organization with --organization, SVC_ORGANIZATION or in the profile.',
    calls: [workspaces.list],
    examples: [
      'svc workspace list',
      'svc workspace list --organization acme --query network',
      `svc workspace list --jq '.[] | [.id, .attributes.name] | @tsv'`,
    ],
  })
    .description('List the workspaces of an organization')
    .option('--query <text>', 'only workspaces with this text in their name')
    .option('--limit <n>', 'maximum number of items', positive)
    .action(
      run(async (context, { limit, query }) => {
        const { output, platformList } = context;
        const organization = await organizationName(context);
        const input = { organization_name: organization, query: { [workspaceNameSearch]: query } };
        const rows = platformList(workspaces.list, input, { limit });
        const empty = `No ${query === undefined ? '' : 'matching '}workspaces in ${organization}.`;
        await output.list(workspaceView, rows, empty);
      }),
    );
}

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { organizations } from '../../contract/platform/organizations.ts';
import { organizationView } from './view.ts';

export function registerList(organization: Command): void {
  explain(organization.command('list'), {
    calls: [organizations.list],
    examples: ['svc organization list', 'svc organization list --query acme --columns name'],
  })
    .description('List the organizations that you belong to')
    .option('--query <text>', 'only organizations with this text in their name')
    .option('--limit <n>', 'maximum number of items', positive)
    .action(
      run(async ({ output, platformList }, { limit, query: q }) => {
        const rows = platformList(organizations.list, { query: { q } }, { limit });
        const empty = q === undefined ? 'You do not belong to any organization.' : 'No matching organizations.';
        await output.list(organizationView, rows, empty);
      }),
    );
}

import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { count, option } from '../../cli/values.ts';
import { organizations } from '../../contract/platform/organizations.ts';
import { organizationView } from './view.ts';

const flags = z.object({ query: z.string().optional(), limit: z.number().min(1).optional() });

export function registerList(organization: Command, { output, platformList }: Context): void {
  explain(organization.command('list'), {
    calls: [organizations.list],
    examples: ['svc organization list', 'svc organization list --query acme --columns name'],
  })
    .description('List the organizations you belong to')
    .option('--query <text>', 'only organizations with this text in their name')
    .addOption(option('--limit <n>', 'show at most that many', count))
    .action(
      action(flags, async ({ limit, query: q }) => {
        const rows = platformList(organizations.list, { query: { q } }, { limit });
        await output.list(organizationView, rows, `You belong to no ${q === undefined ? '' : 'such '}organization.`);
      }),
    );
}

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { noneOf } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { banners } from '../../contract/platform/banners.ts';
import { banner as resource } from '../../resources/banner.ts';

export function registerList(banner: Command): void {
  explain(banner.command('list'), {
    notes: `Without a token only banners for all_users are shown. A scheduled banner is not listed until it is published.`,
    calls: [banners.list],
    examples: ['svc banner list', 'svc banner list --anonymous -o json'],
  })
    .description('List published banners')
    .option('--anonymous', 'send no token, to see what everybody sees')
    .action(
      run(async ({ output, platformList }, { anonymous = false }) => {
        await output.list(resource.view, platformList(banners.list, {}, { anonymous }), noneOf(resource, ''));
      }),
    );
}

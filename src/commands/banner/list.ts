import type { Command } from 'commander';
import { z } from 'zod';
import { banners } from '../../contract/platform/banners.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { bannerView } from './view.ts';

const flags = z.object({ anonymous: z.boolean().default(false) });

export function registerList(banner: Command, { output, platform }: Context): void {
  banner
    .command('list')
    .description('Show the banner that is up now')
    .option('--anonymous', 'send no token even if there is one: what everybody sees')
    .addHelpText(
      'after',
      `
Without a token only banners for all_users are shown. A scheduled banner is not listed until it is published.
Calls GET /admin/banners (self-hosted edition); no token is needed.

Examples:
  svc banner list
  svc banner list --anonymous -o json`,
    )
    .action(
      action(flags, async ({ anonymous }) => {
        const { data } = await platform(banners.list, {}, { anonymous });
        await output.list(bannerView, data, 'No banner is up.');
      }),
    );
}

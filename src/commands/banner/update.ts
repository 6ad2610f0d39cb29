import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { requireChange, run } from '../../cli/run.ts';
import { withExtra } from '../../cli/set-flag.ts';
import { type BannerPatch, banners } from '../../contract/platform/banners.ts';
import { bannerAttributes, bannerFlags, oddities } from './flags.ts';
import { whyNotPublished } from './status-message.ts';
import { bannerView } from './view.ts';

export function registerUpdate(banner: Command): void {
  explain(bannerFlags(banner.command('update')), {
    calls: [banners.update],
    examples: [
      'svc banner update ab-0123456789abcdef --title "Maintenance is over" --style info',
      'svc banner update ab-0123456789abcdef --clear-schedule',
    ],
  })
    .description('Update a banner')
    .argument('<id>', 'id of the banner, ab-…')
    .option('--clear-schedule', 'remove the schedule')
    .action(
      run(async ({ host, output, platform, read }, flags, id) => {
        requireChange(flags);
        const attributes = await bannerAttributes(flags, { host, output, read });
        for (const odd of oddities(flags)) output.warn(odd);
        const body = { data: { type: 'admin-banners' as const, ...withExtra(attributes as BannerPatch, flags.set) } };
        const { data } = await platform(banners.update, { id, body });
        output.note(`Changed banner ${data.id}.`);
        const why = whyNotPublished(data, host.now());
        if (why !== undefined) output.note(why);
        await output.show(bannerView, data);
      }),
    );
}

import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { withExtra } from '../../cli/set-flag.ts';
import { type BannerPatch, banners } from '../../contract/platform/banners.ts';
import { bannerAttributes, bannerFlags, declareBannerFlags, oddities } from './flags.ts';
import { whyNotPublished } from './standing.ts';
import { bannerView } from './view.ts';

const flags = bannerFlags.refine((given) => Object.keys(given).length > 0, { message: 'There is nothing to change.' });

export function registerUpdate(banner: Command, { host, output, platform, read }: Context): void {
  explain(declareBannerFlags(banner.command('update')), {
    calls: [banners.update],
    examples: [
      'svc banner update ab-0123456789abcdef --title "Maintenance is over" --style info',
      'svc banner update ab-0123456789abcdef --clear-schedule',
    ],
  })
    .description('Change a banner; what is not named stays')
    .argument('<id>', 'id of the banner, ab-…')
    .option('--clear-schedule', 'take the schedule off')
    .action(
      action(flags, async (f, id: string) => {
        const attributes = await bannerAttributes(f, { host, output, read });
        for (const odd of oddities(f)) output.warn(odd);
        const body = { data: { type: 'admin-banners' as const, ...withExtra(attributes as BannerPatch, f.set) } };
        const { data } = await platform(banners.update, { id, body });
        output.note(`Changed banner ${data.id}.`);
        const why = whyNotPublished(data, host.now());
        if (why !== undefined) output.note(why);
        await output.show(bannerView, data);
      }),
    );
}

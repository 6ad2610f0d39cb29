import type { Command } from 'commander';
import { NotFoundError } from '../../base/errors.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { banners } from '../../contract/platform/banners.ts';
import { banner as resource } from '../../resources/banner.ts';
import { bannerId, currentHelp } from './id.ts';

export function registerShow(banner: Command): void {
  explain(banner.command('show'), {
    notes: 'The service shows the published banner only, and never one that is scheduled, expired or deleted.',
    calls: [banners.list],
    examples: ['svc banner show --current', 'svc banner show --current --jq .attributes.body'],
  })
    .description('Show the published banner')
    .argument('[id]', 'id of the banner, ab-…')
    .option('--current', currentHelp)
    .action(
      run(async (context, { current }, typed) => {
        const { output, platform } = context;
        const id = await bannerId(typed, current, context);
        const found = (await platform(banners.list, {})).data.find((row) => row.id === id);
        if (!found) throw new NotFoundError(`Banner ${id} is not published.`, { hint: 'svc banner list' });
        await output.show(resource.view, found);
      }),
    );
}

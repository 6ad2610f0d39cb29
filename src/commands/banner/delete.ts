import type { Command } from 'commander';
import { alsoKnown, confirmDeletion, deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { banners } from '../../contract/platform/banners.ts';
import { relativeTime } from '../../terminal/time.ts';
import { bannerId, currentHelp } from './id.ts';

export function registerDelete(banner: Command): void {
  explain(banner.command('delete'), {
    notes: `The service keeps a deleted banner for audit but never lists it. Prompts for confirmation unless --yes is given. With -o json: {"id": ID, "deleted": true}.`,
    calls: [banners.remove, banners.list],
    examples: ['svc banner delete ab-0123456789abcdef --yes', 'svc banner delete --current --yes'],
  })
    .description('Delete a banner')
    .argument('[id]', 'id of the banner, ab-…')
    .option('--current', currentHelp)
    .action(
      run(async (context, { current }, typed) => {
        const { host, output, platform } = context;
        const id = await bannerId(typed, current, context);
        await confirmDeletion(`banner ${id}`, context, async () => {
          const found = (await platform(banners.list, {})).data.find((row) => row.id === id)?.attributes;
          const at = found?.['published-at'];
          return alsoKnown(found?.title, at ? `published ${relativeTime(at, host.now())}` : undefined);
        });
        await platform(banners.remove, { id });
        await output.done(deletedView, { id, deleted: true }, `Deleted banner ${id}.`);
      }),
    );
}

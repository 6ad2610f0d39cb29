import type { Command } from 'commander';
import { confirmDeletion, deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { banners } from '../../contract/platform/banners.ts';
import { bannerId, currentHelp } from './id.ts';

export function registerDelete(banner: Command): void {
  explain(banner.command('delete'), {
    notes: `The service keeps a deleted banner for audit but never lists it. Prompts for confirmation unless --yes is given. With -o json: {"id": ID, "deleted": true}.`,
    calls: [banners.remove],
    examples: ['svc banner delete ab-0123456789abcdef --yes', 'svc banner delete --current --yes'],
  })
    .description('Delete a banner')
    .argument('[id]', 'id of the banner, ab-…')
    .option('--current', currentHelp)
    .action(
      run(async (context, { current }, typed) => {
        const { output, platform } = context;
        const id = await bannerId(typed, current, context);
        await confirmDeletion(`banner ${id}`, context);
        await platform(banners.remove, { id });
        await output.done(deletedView, { id, deleted: true }, `Deleted banner ${id}.`);
      }),
    );
}

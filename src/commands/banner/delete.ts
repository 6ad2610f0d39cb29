import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { banners } from '../../contract/platform/banners.ts';

export function registerDelete(banner: Command, { output, platform }: Context): void {
  explain(banner.command('delete'), {
    notes: `The service keeps the banner for audit but never lists it again. With -o json: {"id": ID, "deleted": true}.`,
    calls: [banners.remove],
    examples: ['svc banner delete ab-0123456789abcdef'],
  })
    .description('Take a banner down, published or still scheduled')
    .argument('<id>', 'id of the banner, ab-…')
    .action(
      action(z.object({}), async (_, id: string) => {
        await platform(banners.remove, { id });
        await output.done(deletedView, { id, deleted: true }, `Took banner ${id} down.`);
      }),
    );
}

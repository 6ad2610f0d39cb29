import type { Command } from 'commander';
import { z } from 'zod';
import { banners } from '../../contract/platform/banners.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { deletedView } from '../deleted.ts';
import { explain } from '../explain.ts';

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

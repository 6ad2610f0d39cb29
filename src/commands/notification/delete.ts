import type { Command } from 'commander';
import { z } from 'zod';
import { notifications } from '../../contract/platform/notifications.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { deletedView } from '../deleted.ts';
import { explain } from '../explain.ts';

export function registerDelete(notification: Command, { output, platform }: Context): void {
  explain(notification.command('delete'), {
    notes: 'With -o json: {"id": ID, "deleted": true}.',
    calls: [notifications.remove],
    examples: ['svc notification delete nc-0123456789abcdef'],
  })
    .description('Delete a notification configuration; nothing more is sent')
    .argument('<id>', 'id of the configuration, nc-…')
    .action(
      action(z.object({}), async (_, id: string) => {
        await platform(notifications.remove, { id });
        await output.done(deletedView, { id, deleted: true }, `Deleted notification configuration ${id}.`);
      }),
    );
}

import type { Command } from 'commander';
import { z } from 'zod';
import { notifications } from '../../contract/platform/notifications.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { deletedView } from '../deleted.ts';
import { explain } from '../explain.ts';
import { forgetToken } from '../kept-tokens.ts';

export function registerDelete(notification: Command, context: Context): void {
  const { output, platform } = context;
  explain(notification.command('delete'), {
    notes: 'A token that was made for it here is forgotten with it. With -o json: {"id": ID, "deleted": true}.',
    calls: [notifications.remove],
    examples: ['svc notification delete nc-0123456789abcdef'],
  })
    .description('Delete a notification configuration; nothing more is sent')
    .argument('<id>', 'id of the configuration, nc-…')
    .action(
      action(z.object({}), async (_, id: string) => {
        await platform(notifications.remove, { id });
        await forgetToken(id, context);
        await output.done(deletedView, { id, deleted: true }, `Deleted notification configuration ${id}.`);
      }),
    );
}

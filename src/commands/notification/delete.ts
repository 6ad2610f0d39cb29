import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { forgetToken } from '../listening/stored-tokens.ts';

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

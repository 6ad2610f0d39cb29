import type { Command } from 'commander';
import { confirmDeletion, deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { pickNotification } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { deleteStoredToken } from '../listening/stored-tokens.ts';

export function registerDelete(notification: Command): void {
  explain(notification.command('delete'), {
    notes: `A token that svc generated for the configuration is deleted too. Prompts for confirmation unless --yes is given. With -o json: {"id": ID, "deleted": true}.`,
    calls: [notifications.remove],
    examples: ['svc notification delete nc-0123456789abcdef --yes'],
  })
    .description('Delete a notification configuration')
    .argument('[id]', 'id of the configuration, nc-…')
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const id = typed ?? (await pickNotification(context));
        await confirmDeletion(`notification configuration ${id}`, context);
        await platform(notifications.remove, { id });
        await deleteStoredToken(id, context);
        await output.done(deletedView, { id, deleted: true }, `Deleted notification configuration ${id}.`);
      }),
    );
}

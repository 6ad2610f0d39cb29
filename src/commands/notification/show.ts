import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { pickNotification } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { notificationDrawing, notificationView } from './view.ts';

export function registerShow(notification: Command): void {
  explain(notification.command('show'), {
    notes: `Includes the last response of the destination to a verification request. The token is never shown.`,
    calls: [notifications.show],
    examples: [
      'svc notification show nc-0123456789abcdef',
      'svc notification show nc-0123456789abcdef --jq ".attributes[\\"delivery-responses\\"]"',
    ],
  })
    .description('Show a notification configuration')
    .argument('[id]', 'id of the configuration, nc-…')
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const id = typed ?? (await pickNotification(context));
        const { data } = await platform(notifications.show, { id });
        await output.show(notificationView, data, notificationDrawing(data));
      }),
    );
}

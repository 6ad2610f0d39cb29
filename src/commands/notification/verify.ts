import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { pickNotification } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { CheckFailedError } from '../../errors.ts';
import { hasPassed, verificationReport, verified } from '../listening/verification.ts';
import { notificationDrawing, notificationView } from './view.ts';

export function registerVerify(notification: Command): void {
  explain(notification.command('verify'), {
    notes: `The service sends a verification request to the destination, whether the configuration is enabled or not, and stores a 2xx response.
Any other response, or none, is a failure (exit 8) and changes nothing.`,
    calls: [notifications.verify],
    examples: ['svc notification verify nc-0123456789abcdef'],
  })
    .description('Verify the destination of a notification configuration')
    .argument('[id]', 'id of the configuration, nc-…')
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const id = typed ?? (await pickNotification(context));
        const reply = platform(notifications.verify, { id });
        const hint = `To see its URL: svc notification show ${id}`;
        const { data } = await verified(reply, 'was not changed', hint);
        const report = verificationReport(data);
        if (hasPassed(data) !== false) output.note(report);
        await output.show(notificationView, data, notificationDrawing(data));
        if (hasPassed(data) === false) throw new CheckFailedError(report, { hint });
      }),
    );
}

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { deliveryDrawing, deliveryView, recordOf } from '../listening/delivery.ts';
import { journalOf } from '../listening/journal.ts';

export function registerShow(webhook: Command): void {
  explain(webhook.command('show'), {
    notes:
      'The headers are shown as they were sent, secrets masked; the body in -o json is every byte of it, and of a rejected one the first 16 KiB (bodySize says of how many).',
    examples: ['svc webhook show 01kbk4h2xm0007f3k9q2vw5zr8', 'svc webhook show 01kbk4h2xm --jq .notification.run_id'],
  })
    .description('Show a delivery: verdict, headers, payload')
    .argument('<id>', 'id of the delivery, or its beginning')
    .action(
      run(async ({ host, output }, _, id) => {
        const record = recordOf(await journalOf(host).find(id));
        await output.show(deliveryView, record, deliveryDrawing(record));
      }),
    );
}

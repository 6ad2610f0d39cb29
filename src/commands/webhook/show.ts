import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { deliveryDrawing, deliveryViewOf, recordOf } from '../listening/delivery.ts';
import { withStore } from '../listening/store.ts';
import { storeFlags, storeNotes } from '../listening/subscribe-flags.ts';

export function registerShow(webhook: Command): void {
  const show = explain(webhook.command('show'), {
    notes: `Headers are shown as sent, with secrets masked. -o json has the whole body; of a rejected delivery the first 16 KiB, with its size in
bodySize. ${storeNotes}`,
    examples: ['svc webhook show 01kbk4h2xm0007f3k9q2vw5zr8', 'svc webhook show 01kbk4h2xm --jq .notification.run_id'],
  }).description('Show a delivery');
  storeFlags(show)
    .argument('<id>', 'id of the delivery, or a prefix of it')
    .action(
      run((context, flags, id) =>
        withStore(flags, context, async (store) => {
          const record = recordOf(await store.find(id));
          await context.output.show(deliveryViewOf(flags), record, deliveryDrawing(record, flags));
        }),
      ),
    );
}

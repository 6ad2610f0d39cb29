import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import type { Journal } from '../../webhook/journal.ts';
import type { DeliveryQuery } from '../../webhook/store.ts';
import { deliveryView, recordOf, tell } from '../listening/delivery.ts';
import { filterNotes } from '../listening/filters.ts';
import { journalOf } from '../listening/journal.ts';
import { choosingFlags, queryOf } from './delivery-query.ts';

export function registerList(webhook: Command): void {
  const list = explain(webhook.command('list'), {
    notes: `Lists the newest deliveries, the newest last. --follow shows new ones as svc webhook listen does, from any listener, until Ctrl-C.

Verified, unsigned and rejected deliveries are stored in separate files of at most 80 MiB each, so that rejected requests never remove a
delivery. Of a rejected one, the first 16 KiB of the body are stored. ${filterNotes}`,
    examples: [
      'svc webhook list --limit 20',
      'svc webhook list --filter verified=false --since 1h --columns id,at,reason',
    ],
  }).description('List received deliveries');
  choosingFlags(list)
    .option('--limit <n>', 'maximum number of deliveries, the newest', positive, 50)
    .option('--follow', 'keep showing new deliveries')
    .action(
      run(async (context, flags) => {
        const { host, output } = context;
        const { follow, limit } = flags;
        const journal = journalOf(host);
        const query = queryOf(flags, context);
        if (!follow) {
          const found = await newest(journal, { ...query, limit: limit + 1 });
          const empty = found.length === 0 && (await newest(journal, { limit: 1 })).length === 0;
          await output.list(
            deliveryView,
            found.slice(-limit).map(recordOf),
            empty ? 'The journal has no deliveries.' : 'No delivery in the journal matches.',
          );
          if (found.length > limit) output.note(`Showing the newest ${limit}; show more with --limit N.`);
          return;
        }
        const coming = journal.follow(host.signal, query.where);
        // Follows before it reads the past, so that no delivery is lost in between.
        let next = coming.next();
        const shown = new Set<string>();
        for (const delivery of await newest(journal, { ...query, limit })) {
          shown.add(delivery.id);
          await tell(delivery, output);
        }
        for (let { done, value } = await next; !done; { done, value } = await next) {
          if (!shown.has(value.id)) await tell(value, output);
          next = coming.next();
        }
        throw host.signal.reason;
      }),
    );
}

/** The newest that fit, the newest of them last. */
async function newest(journal: Journal, query: DeliveryQuery): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const delivery of journal.read({ ...query, order: 'newest-first' })) found.push(delivery);
  return found.reverse();
}

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import type { Journal } from '../../webhook/journal.ts';
import type { JournalQuery } from '../../webhook/journal-query.ts';
import { deliveryView, recordOf, tell } from '../listening/delivery.ts';
import { journalOf } from '../listening/journal.ts';
import { choosingFlags, queryOf } from './delivery-query.ts';
import { filterNotes } from './filters.ts';

export function registerList(webhook: Command): void {
  const list = explain(webhook.command('list'), {
    notes: `The newest ones, the newest of them last. With --follow each one that comes is shown as listen shows it, whichever listener
receives it, until Ctrl-C.

What was verified, what --allow-unsigned accepted, and what was rejected are kept in files of their own, 80 MiB of each, so that no
number of rejected requests removes a delivery. Of the body of a rejected one the first 16 KiB are kept. ${filterNotes}`,
    examples: [
      'svc webhook list --limit 20',
      'svc webhook list --filter verified=false --since 1h --columns id,at,reason',
    ],
  }).description('List the deliveries that were received on this machine');
  choosingFlags(list)
    .option('--limit <n>', 'at most so many, the newest', positive, 50)
    .option('--follow', 'go on with those that come')
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
            empty ? 'No delivery is in the journal.' : 'No delivery of the journal fits.',
          );
          if (found.length > limit) output.note(`Showing the newest ${limit}; show more with --limit N.`);
          return;
        }
        const coming = journal.follow(host.signal, query.where);
        // Begins to look before the past is read, so that nothing falls between the two.
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
async function newest(journal: Journal, query: JournalQuery): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const delivery of journal.read({ ...query, order: 'newest-first' })) found.push(delivery);
  return found.reverse();
}

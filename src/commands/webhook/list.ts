import type { View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { positive } from '../../cli/values.ts';
import { both, type Command, verb } from '../../cli/verb.ts';
import { all } from '../../platform/site/service.ts';
import { type DeliveryRecord, recordOf } from '../../webhooks/delivery-record.ts';
import { filterNotes } from '../../webhooks/filter.ts';
import type { DeliveryQuery, DeliveryStore } from '../../webhooks/store.ts';
import { deliveryViewOf, showDelivery } from '../listening/delivery.ts';
import { withStore } from '../listening/stores.ts';
import { storeFlags, storeNotes, storeRules } from '../listening/subscribe-flags.ts';
import { choosingFlags, deliveryOpening, queryOf } from './delivery-query.ts';

export const listVerb = verb({
  words: 'list',
  about: 'List received deliveries',
  text: `${deliveryOpening}
Lists the newest deliveries, the newest first. --follow shows new ones as svc webhook listen does, from any listener, until Ctrl-C.

Verified, unsigned and rejected deliveries are stored in separate files of at most 80 MiB each, so that rejected requests never remove a
delivery. Of a rejected one, the first 16 KiB of the body are stored. ${filterNotes}

${storeNotes}`,
  flags: (command: Command) =>
    both(choosingFlags(command), storeFlags(command))
      .option('--limit <n>', 'number of deliveries, the newest', positive, 50)
      .option('--follow', 'keep showing new deliveries'),
  rules: storeRules,
  lists: deliveryViewOf({}),
  examples: [
    'svc webhook list --limit 20',
    'svc webhook list --filter verified=false --since 1h --columns id,at,reason',
  ],
  run(context, flags) {
    const query = { ...queryOf(flags, context), limit: flags.limit };
    return withStore(flags, context, (store) =>
      flags.follow ? follow(store, query, context) : list(store, query, deliveryViewOf(flags), context),
    );
  },
});

type Query = DeliveryQuery & { limit: number };

async function list(
  store: DeliveryStore,
  { limit, ...query }: Query,
  view: View<DeliveryRecord>,
  { output }: Context,
): Promise<void> {
  const deliveries = await all(store.read({ ...query, order: 'newest-first', limit: limit + 1 }));
  const empty = deliveries.length === 0 && (await all(store.read({ order: 'newest-first', limit: 1 }))).length === 0;
  const capitalized = store.name.replace(/^./, (first) => first.toUpperCase());
  const nothing = empty ? `${capitalized} has no deliveries.` : `No delivery in ${store.name} matches.`;
  await output.list(view, deliveries.slice(0, limit).map(recordOf), nothing);
  if (deliveries.length > limit) output.note(`Showing the newest ${limit}; show more with --limit N.`);
}

async function follow(store: DeliveryStore, query: Query, { host, output }: Context): Promise<void> {
  const upcoming = store.follow(host.signal, query.where);
  // Start to follow before the past is read: otherwise deliveries that arrive in between would be lost.
  let next = upcoming.next();
  const shown = new Set<string>();
  for (const delivery of (await all(store.read({ ...query, order: 'newest-first' }))).reverse()) {
    shown.add(delivery.id);
    await showDelivery(delivery, output);
  }
  for (let { done, value } = await next; !done; { done, value } = await next) {
    if (!shown.has(value.id)) await showDelivery(value, output);
    next = upcoming.next();
  }
  throw host.signal.reason;
}

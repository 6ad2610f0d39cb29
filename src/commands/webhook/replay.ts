import { NotFoundError, UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { both, type Command, excludes, type FlagsOf, requires, verb } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { filterNotes } from '../../webhooks/filter.ts';
import { checkReplayable, destination, signedHeaders } from '../../webhooks/send.ts';
import { type DeliveryStore, deliveryWords } from '../../webhooks/store.ts';
import { withStore } from '../listening/stores.ts';
import { movedRules, storeNotes, storeSelectionFlags } from '../listening/subscribe-flags.ts';
import { tokenFlags, tokenOf } from '../listening/token-flags.ts';
import { choosingFlags, deliveryOpening, idsOrPicked, queryOf } from './delivery-query.ts';
import { sendAll } from './send-all.ts';

export const replay = verb({
  words: 'replay',
  about: 'Sign deliveries again and resend them',
  text: `${deliveryOpening}
Sends the same bytes, signed with the given token. A delivery that was not verified is rejected (exit 8), since signing would
authenticate content of unknown origin. Exit code 5 or 7 means that the receiver did not accept the delivery, by its status. A listener with
--publish that stored the same bytes within the hour answers 200, says so, and stores nothing.
--filter and --since choose verified deliveries, the oldest first. ${filterNotes}

--again publishes a delivery of the stream once more, with an id of its own and the signature that it came with, so that it runs again. Only
the readers of the name whose dead letter it is run it; the others acknowledge it. Any other delivery is run by every reader. The NATS user
must be allowed to publish to svc.deliveries.>.

${storeNotes}`,
  flags: (command: Command) =>
    both(both(tokenFlags(command), storeSelectionFlags(command)), choosingFlags(command))
      .option('--to <url>', 'URL to send to; required unless --again is given')
      .option('--again', 'with --subscribe, publish to the stream again in place of --to')
      .option('--allow-unverified', 'also sign deliveries that were not verified')
      .argument('[id...]', deliveryWords),
  rules: [...movedRules, requires('again', 'subscribe'), excludes('again', 'to')],
  examples: [
    'svc webhook replay --filter trigger=run:completed --since 1h --to https://hooks.example.com/svc --token-env HOOK_TOKEN',
    'svc webhook replay 01kbk4h2xm0007f3k9q2vw5zr8 --to https://hooks.example.com/svc --token-env HOOK_TOKEN',
    'svc webhook replay 01kbk4h2xm0007f3k9q2vw5zr8 --subscribe nats://nats.example.com --dead-letters --again --token-env HOOK_TOKEN',
  ],
  async run(context, flags, ids) {
    const { again, allowUnverified = false, filter, since, to } = flags;
    const { ask } = context;
    const isPicked = ids.length === 0 && (filter ?? since) === undefined;
    ask.require([...(isPicked ? ['<id>'] : []), ...(again || to !== undefined ? [] : ['--to'])]);
    const url = again ? undefined : destination('--to', to ?? (await ask.text('URL', { flag: '--to', parse: webUrl })));
    let token: string | undefined;
    const signing = async () => {
      token ??= await tokenOf(flags, context);
      return token;
    };
    const verifying = async () => [{ name: 'the given token', value: await signing() }];
    const deliveries: Delivery[] = [];
    const find = async (store: DeliveryStore) => {
      for await (const delivery of selectedDeliveries(ids, flags, store, context)) {
        checkReplayable(delivery, allowUnverified, 'Inspect it with svc webhook show, then add --allow-unverified.');
        deliveries.push(delivery);
      }
      if (again) for (const delivery of deliveries) await publishAgain(delivery, store, context);
    };
    await withStore(flags, context, find, verifying);
    if (!url) return;
    const key = await signing();
    const sendings = deliveries.map(({ body, id, trigger }) => ({
      trigger,
      replayed: id,
      headers: signedHeaders(body, key),
      body,
    }));
    await sendAll(url, sendings, context);
  },
});

async function publishAgain(
  delivery: Delivery,
  { again, name }: DeliveryStore,
  { dryRun, output }: Pick<Context, 'dryRun' | 'output'>,
): Promise<void> {
  if (dryRun) return output.note(`Dry run: would publish ${delivery.id} to ${name} again.`);
  const { id = '', onlyFor = null } = (await again?.(delivery)) ?? {};
  const readers = onlyFor === null ? 'every reader' : `the readers of ${onlyFor}`;
  const published = { replayed: delivery.id, id, onlyFor };
  await output.event(`Published ${delivery.id} again as ${id}, for ${readers}.\n`, published);
}

type Choosing = FlagsOf<typeof choosingFlags> & { allowUnverified?: true | undefined };

/** Yields the deliveries with the typed ids, or those that --filter and --since select, the oldest first. Without either, prompts for one. */
async function* selectedDeliveries(
  ids: readonly string[],
  flags: Choosing,
  store: DeliveryStore,
  context: Context,
): AsyncGenerator<Delivery> {
  if (flags.filter === undefined && flags.since === undefined) {
    for (const id of await idsOrPicked(ids, store, context)) yield store.find(id);
    return;
  }
  if (ids.length > 0) throw new UsageError('Specify either ids or --filter and --since.');
  const { where, ...query } = queryOf(flags, context);
  const chosen = (delivery: Delivery) => (delivery.verified || flags.allowUnverified === true) && where(delivery);
  let count = 0;
  for await (const delivery of store.read({ ...query, where: chosen })) {
    count += 1;
    yield delivery;
  }
  if (count === 0) throw new NotFoundError(`No delivery in ${store.name} matches.`, { hint: 'svc webhook list' });
}

import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { both, excludes, requires, verb } from '../../cli/verb.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { checkReplayable, destination, signedHeaders } from '../../webhooks/send.ts';
import { type DeliveryStore, deliveryWords } from '../../webhooks/store.ts';
import { withStore } from '../listening/stores.ts';
import { movedFlag, movedRules, storeNotes } from '../listening/subscribe-flags.ts';
import { tokenFlags, tokenOf } from '../listening/token-flags.ts';
import { givenOrPicked } from './delivery-query.ts';
import { sendAll } from './send-all.ts';

export const replay = verb({
  words: 'replay',
  about: 'Sign deliveries again and resend them',
  text: `Sends the same bytes, signed with the given token. A delivery that was not verified is rejected (exit 8), since signing would
authenticate content of unknown origin. Exit code 5 or 7 means that the receiver did not accept the delivery, by its status. A listener with
--publish that stored the same bytes within the hour answers 200, says so, and stores nothing.

--again publishes a delivery of the stream once more, with an id of its own and the signature that it came with, so that it runs again. Only
the readers of the name whose dead letter it is run it; the others acknowledge it. Any other delivery is run by every reader. The NATS user
must be allowed to publish to svc.deliveries.>.

${storeNotes}`,
  flags: (command: Command) =>
    both(tokenFlags(command), movedFlag(command))
      .option('--to <url>', 'where to')
      .option('--again', 'with --subscribe, publish to the stream again in place of --to')
      .option('--allow-unverified', 'also sign deliveries that were not verified')
      .argument('[id...]', deliveryWords),
  rules: [...movedRules, requires('again', 'subscribe'), excludes('again', 'to')],
  examples: [
    'svc webhook replay 01kbk4h2xm0007f3k9q2vw5zr8 --to https://hooks.example.com/svc --token-env HOOK_TOKEN',
    'svc webhook replay 01kbk4h2xm0007f3k9q2vw5zr8 --subscribe nats://nats.example.com --dead-letters --again --token-env HOOK_TOKEN',
  ],
  async run(context, flags, ids) {
    const { again, allowUnverified = false, to } = flags;
    const url = again ? undefined : destination('--to', to);
    let token: string | undefined;
    const signing = async () => {
      token ??= await tokenOf(flags, context);
      return token;
    };
    const verifying = async () => [{ name: 'the given token', value: await signing() }];
    const deliveries: Delivery[] = [];
    const find = async (store: DeliveryStore) => {
      for (const wanted of await givenOrPicked(ids, store, context)) {
        const delivery = await store.find(wanted);
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

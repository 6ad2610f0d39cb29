import type { Command } from 'commander';
import { both, verb } from '../../cli/verb.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { checkReplayable, signedHeaders } from '../../webhooks/send.ts';
import { type DeliveryStore, deliveryWords } from '../../webhooks/store.ts';
import { destination } from '../listening/destination.ts';
import { withStore } from '../listening/store.ts';
import { movedFlag, movedRules, storeNotes } from '../listening/subscribe-flags.ts';
import { tokenFlags, tokenOf } from '../listening/token-flags.ts';
import { givenOrPicked } from './delivery-query.ts';
import { sendAll } from './send-all.ts';

export const replay = verb({
  words: 'replay',
  about: 'Sign deliveries again and resend them',
  text: `Sends the same bytes, signed with the given token. A delivery that was not verified is rejected (exit 8), since signing would
authenticate content of unknown origin. Exit code 5 or 7 means that the receiver did not accept the delivery, by its status.

${storeNotes}`,
  flags: (command: Command) =>
    both(tokenFlags(command), movedFlag(command))
      .option('--to <url>', 'where to')
      .option('--allow-unverified', 'also sign deliveries that were not verified')
      .argument('[id...]', deliveryWords),
  rules: movedRules,
  examples: ['svc webhook replay 01kbk4h2xm0007f3k9q2vw5zr8 --to https://hooks.example.com/svc --token-env HOOK_TOKEN'],
  async run(context, flags, ids) {
    const { allowUnverified = false, to } = flags;
    const url = destination('--to', to);
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
    };
    await withStore(flags, context, find, verifying);
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

import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import { checkReplayable } from '../../webhook/replay.ts';
import { signedHeaders } from '../../webhook/send.ts';
import { journalOf } from '../listening/journal.ts';
import { tokenFlags, tokenOf } from '../listening/token-flags.ts';
import { destination, sendAll } from './destination.ts';

export function registerReplay(webhook: Command): void {
  const replay = explain(webhook.command('replay'), {
    notes: `The same bytes, signed anew with the token given. A delivery that was not verified is refused (exit 8): signing it would vouch
for what a stranger may have written. Exit 5 or 7 says that the receiver did not take it, by its status.`,
    examples: [
      'svc webhook replay 01kbk4h2xm0007f3k9q2vw5zr8 --to https://hooks.example.com/svc --token-env HOOK_TOKEN',
    ],
  })
    .description('Send deliveries of the journal again, signed anew')
    .argument('<id...>', 'ids of deliveries, or their beginnings')
    .option('--to <url>', 'where to')
    .option('--allow-unverified', 'sign what was not verified, too');
  tokenFlags(replay).action(
    run(async (context, flags, ids) => {
      const { allowUnverified = false, to } = flags;
      const url = destination('--to', to);
      const journal = journalOf(context.host);
      const deliveries: Delivery[] = [];
      for (const wanted of ids) {
        const delivery = await journal.find(wanted);
        checkReplayable(delivery, allowUnverified, 'Look at it with svc webhook show, then give --allow-unverified.');
        deliveries.push(delivery);
      }
      const token = await tokenOf(flags, context);
      const sendings = deliveries.map(({ body, id, trigger }) => ({
        trigger,
        replayed: id,
        headers: signedHeaders(body, token),
        body,
      }));
      await sendAll(url, sendings, context);
    }),
  );
}

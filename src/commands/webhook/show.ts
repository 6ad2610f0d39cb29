import { type Command, verb } from '../../cli/verb.ts';
import { openWeb } from '../../cli/web-page.ts';
import { recordOf } from '../../webhooks/delivery-record.ts';
import { runPageOf } from '../../webhooks/event.ts';
import { deliveryWords } from '../../webhooks/store.ts';
import { deliveryDrawing, deliveryViewOf } from '../listening/delivery.ts';
import { withStore } from '../listening/stores.ts';
import { storeFlags, storeNotes, storeRules } from '../listening/subscribe-flags.ts';
import { deliveryOpening, idsOrPicked } from './delivery-query.ts';

export const show = verb({
  words: 'show',
  about: 'Show a delivery',
  text: `${deliveryOpening}
Headers are shown as sent, with secrets masked. -o json has the whole body; of a rejected delivery the first 16 KiB, with its size in
bodySize. ${storeNotes}`,
  flags: (command: Command) =>
    storeFlags(command)
      .option('--web', 'open the page of its run in the browser, or print the URL (svc open --help)')
      .argument('[id]', deliveryWords),
  rules: storeRules,
  examples: ['svc webhook show last', 'svc webhook show 01kbk4h2xm --jq .notification.run_id'],
  run: (context, flags, id) =>
    withStore(flags, context, async (store) => {
      const [idOrName = ''] = await idsOrPicked(id === undefined ? [] : [id], store, context);
      const delivery = await store.find(idOrName);
      if (flags.web) return openWeb(runPageOf(delivery), context, delivery.verified);
      const record = recordOf(delivery);
      await context.output.show(deliveryViewOf(flags), record, deliveryDrawing(record, flags));
    }),
});

import { jsonLine } from '../../cli/terminal/json.ts';
import { both, type Command, verb } from '../../cli/verb.ts';
import { recordOf } from '../../webhooks/delivery-record.ts';
import { filterNotes } from '../../webhooks/filter.ts';
import { withStore } from '../listening/stores.ts';
import { storeFlags, storeNotes, storeRules } from '../listening/subscribe-flags.ts';
import { choosingFlags, deliveryOpening, queryOf } from './delivery-query.ts';

export const exportDeliveries = verb({
  words: 'export',
  about: 'Export received deliveries as NDJSON',
  text: `${deliveryOpening}
Prints one JSON object per line, in every format, the oldest first: headers with secrets masked, the body (base64 if it is not
UTF-8), the notification and the verdict. Of a rejected delivery, the first 16 KiB of the body; bodySize is the full size. ${filterNotes}

${storeNotes}`,
  flags: (command: Command) => both(choosingFlags(command), storeFlags(command)),
  rules: storeRules,
  examples: ['svc webhook export --filter trigger=run:errored > errored.ndjson'],
  async run(context, flags) {
    const query = queryOf(flags, context);
    await withStore(flags, context, async (store) => {
      for await (const delivery of store.read(query)) {
        const record = recordOf(delivery);
        await context.output.text(jsonLine(record), record);
      }
    });
  },
});

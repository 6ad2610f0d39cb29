import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { jsonLine } from '../../terminal/json.ts';
import { recordOf } from '../listening/delivery.ts';
import { journalOf } from '../listening/journal.ts';
import { choosingFlags, queryOf } from './delivery-query.ts';
import { filterNotes } from './filters.ts';

export function registerExport(webhook: Command): void {
  const command = explain(webhook.command('export'), {
    notes: `One JSON object on each line, whatever the format, the oldest first: headers with secrets masked, the body with every byte
(base64 where it is not UTF-8), what it says, and the verdict. Of a rejected one the first 16 KiB of the body; bodySize has all bytes. ${filterNotes}`,
    examples: ['svc webhook export --filter trigger=run:errored > errored.ndjson'],
  }).description('Write the deliveries of the journal as NDJSON');
  choosingFlags(command).action(
    run(async (context, chosen) => {
      const { host, output } = context;
      for await (const delivery of journalOf(host).read(queryOf(chosen, context))) {
        const record = recordOf(delivery);
        await output.value(jsonLine(record), record);
      }
    }),
  );
}

import type { Command } from 'commander';
import { defaultStream } from '../../../base/nats-url.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { oneOf, period, positive, size } from '../../../cli/values.ts';
import { atServer, streamFlags } from './at-server.ts';
import { rowOf, streamDrawing, streamView } from './view.ts';

export function registerCreate(stream: Command): void {
  const verb = explain(stream.command('create'), {
    notes: `The stream has the accepted deliveries (svc.deliveries.WORKSPACE_ID.TRIGGER) and those that no reader could handle (svc.dead.…). When it is
full, its oldest messages are deleted, read or not. A delivery that a sender repeats within an hour is stored once. --replicas 3 requires a
cluster of three servers.

An existing stream stays as it is: nats stream edit NAME changes its limits.`,
    examples: [
      'svc webhook stream create --nats nats://127.0.0.1:4222',
      'svc webhook stream create --nats tls://nats.example.com --nats-creds-file admin.creds --replicas 3 --max-age 30d --max-bytes 10GiB',
      'SVC_NATS=nats://127.0.0.1:4222 svc webhook stream create --storage memory --max-age 1h --dry-run',
    ],
  }).description('Create the stream of deliveries');
  streamFlags(verb)
    .option('--max-age <duration>', 'delete messages after this duration (default: 7d)', period)
    .option('--max-bytes <size>', 'delete the oldest messages above this size (default: 1GiB)', size)
    .option('--replicas <n>', 'number of servers that store each message (default: 1)', positive)
    .option('--storage <kind>', 'file or memory (default: file)', oneOf(['file', 'memory']))
    .action(
      run(async (context, flags) => {
        const { dryRun, output } = context;
        const { maxAge, maxBytes, replicas, storage, stream: name = defaultStream } = flags;
        const limits = {
          ...(maxAge && { maxAge }),
          ...(maxBytes && { maxBytes }),
          ...(replicas && { replicas }),
          ...(storage && { storage }),
        };
        await atServer(flags, context, async (streams, server) => {
          const isNew = !(await streams.exists(name));
          if (!isNew) output.note(`The stream "${name}" at ${server} already exists, and stays as it is.`);
          else if (dryRun) output.note(`Dry run: would create the stream "${name}" at ${server}.`);
          if (dryRun) return;
          if (isNew) {
            await streams.create(name, limits);
            output.note(`Created the stream "${name}" at ${server}.`);
          }
          const row = await rowOf(streams, name, server);
          await output.show(streamView, row, streamDrawing(row));
        });
      }),
    );
}

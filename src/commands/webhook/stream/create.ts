import type { Command } from 'commander';
import { UsageError } from '../../../base/errors.ts';
import { defaultStream } from '../../../base/nats-url.ts';
import type { StreamPlan } from '../../../broker/streams.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { oneOf, period, positive, size } from '../../../cli/values.ts';
import { atServer, streamFlags } from './at-server.ts';
import { rowOf, streamDrawing, streamView } from './view.ts';

export function registerCreate(stream: Command): void {
  const verb = explain(stream.command('create'), {
    notes: `Creates two streams: NAME for verified deliveries (svc.deliveries.WORKSPACE_ID.TRIGGER) and those that no reader could handle
(svc.dead.…), and NAME-unverified for all others (svc.unverified.WORKSPACE_ID, cut to 16 KiB), which keeps 16 MiB and 1d.

Running it again changes nothing. A flag changes the limit of an existing stream; limits without a flag stay as they are. The subjects and
the storage of an existing stream never change (exit 5).

When a stream is full, its oldest messages are deleted, read or not. --duplicates is how long a delivery that a sender repeats is stored only
once; it must not be longer than --max-age. --replicas 3 requires a cluster of three servers.`,
    examples: [
      'svc webhook stream create --nats nats://127.0.0.1:4222',
      'svc webhook stream create --nats tls://nats.example.com --nats-creds-file admin.creds --replicas 3 --max-age 30d --max-bytes 10GiB',
      'SVC_NATS=nats://127.0.0.1:4222 svc webhook stream create --storage memory --max-age 1h --dry-run',
    ],
  }).description('Create the stream of deliveries, or change its limits');
  streamFlags(verb)
    .option('--max-age <duration>', 'delete messages after this duration (default: 7d)', period)
    .option('--max-bytes <size>', 'delete the oldest messages above this size (default: 1GiB)', size)
    .option('--replicas <n>', 'number of servers that store each message (default: 1)', positive)
    .option('--storage <kind>', 'file or memory (default: file)', oneOf(['file', 'memory']))
    .option('--duplicates <duration>', 'how long a repeated delivery is recognised (default: 1h)', period)
    .action(
      run(async (context, flags) => {
        const { dryRun, output } = context;
        const { duplicates, maxAge, maxBytes, replicas, storage, stream: name = defaultStream } = flags;
        const limits = {
          ...(maxAge && { maxAge }),
          ...(maxBytes && { maxBytes }),
          ...(replicas && { replicas }),
          ...(storage && { storage }),
          ...(duplicates && { duplicates }),
        };
        await atServer(flags, context, async (streams, server) => {
          const plans = await streams.plan(name, limits);
          checkDuplicates(plans);
          if (!dryRun) await streams.carryOut(plans);
          for (const plan of plans) output.note(sentence(plan, server, dryRun));
          if (dryRun) return;
          const row = await rowOf(streams, name, server);
          await output.show(streamView, row, streamDrawing(row));
        });
      }),
    );
}

/** The server's own rule, in the words of the flags. */
function checkDuplicates(plans: readonly StreamPlan[]): void {
  if (plans.every(({ limits }) => limits.duplicates <= limits.maxAge)) return;
  throw new UsageError('--duplicates must not be longer than --max-age.', {
    hint: 'The default is 1h; a shorter --max-age requires --duplicates.',
  });
}

function sentence({ name, status }: StreamPlan, server: string, dryRun: boolean): string {
  const stream = `stream "${name}" at ${server}`;
  if (status === 'unchanged') return `The ${stream} already has these limits.`;
  const act = status === 'created' ? 'create' : 'change the limits of';
  if (dryRun) return `Dry run: would ${act} the ${stream}.`;
  return status === 'created' ? `Created the ${stream}.` : `Changed the limits of the ${stream}.`;
}

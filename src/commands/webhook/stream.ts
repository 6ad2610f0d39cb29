import { connectBroker } from '../../cli/broker.ts';
import { brokerFlags, typedNatsUrls } from '../../cli/broker-flags.ts';
import type { Context } from '../../cli/context.ts';
import { oneOf, option, period, positive, size } from '../../cli/values.ts';
import { both, type Command, type FlagsOf, verb } from '../../cli/verb.ts';
import type { Streams } from '../../webhooks/broker/streams.ts';
import { streamDrawing, streamView } from './stream-view.ts';

function streamFlags(command: Command) {
  const nats = option('--nats <urls>', 'URLs of NATS servers, separated by commas (SVC_NATS)', typedNatsUrls);
  return both(command.addOption(nats), brokerFlags(command));
}
type StreamFlags = FlagsOf<typeof streamFlags>;

/** Connects to a server, works with its streams, and disconnects. Fails if the connection is lost for good. */
async function withServer<Result>(
  flags: StreamFlags,
  context: Context,
  work: (streams: Streams, server: string) => Promise<Result>,
): Promise<Result> {
  const opened = await import('../../webhooks/broker/streams.ts');
  const waiting = context.progress('Connecting to NATS');
  const broker = await connectBroker(flags.nats, flags, context).finally(() => waiting.stop());
  try {
    return await Promise.race([
      broker.lost,
      opened.Streams.open(broker).then((streams) => work(streams, broker.server.host)),
    ]);
  } finally {
    await broker.close();
  }
}

const create = verb({
  words: 'create',
  about: 'Create the stream of deliveries',
  text: `A stream stores deliveries at a NATS server, from which any number of readers get them. It has the accepted deliveries (svc.deliveries.WORKSPACE_ID.TRIGGER) and those that no reader could handle (svc.dead.…). When it is
full, its oldest messages are deleted, read or not. A delivery that a sender repeats within an hour is stored once. --replicas 3 requires a
cluster of three servers.

An existing stream stays as it is: nats stream edit NAME changes its limits.`,
  flags: (command: Command) =>
    streamFlags(command)
      .addOption(
        option('--max-age <duration>', 'delete messages after this duration', period).default(period('7d'), '7d'),
      )
      .addOption(
        option('--max-bytes <size>', 'delete the oldest messages above this size', size).default(2 ** 30, '1GiB'),
      )
      .option('--replicas <n>', 'number of servers that store each message', positive, 1)
      .option('--storage <kind>', 'file or memory', oneOf(['file', 'memory']), 'file'),
  examples: [
    'svc webhook stream create --nats nats://127.0.0.1:4222',
    'svc webhook stream create --nats tls://nats.example.com --nats-creds-file admin.creds --replicas 3 --max-age 30d --max-bytes 10GiB',
    'SVC_NATS=nats://127.0.0.1:4222 svc webhook stream create --storage memory --max-age 1h --dry-run',
  ],
  async run(context, flags) {
    const { dryRun, output } = context;
    const { stream: name } = flags;
    await withServer(flags, context, async (streams, server) => {
      const isNew = !(await streams.exists(name));
      if (!isNew) output.note(`The stream "${name}" at ${server} already exists, and stays as it is.`);
      else if (dryRun) output.note(`Dry run: would create the stream "${name}" at ${server}.`);
      if (dryRun) return;
      if (isNew) {
        await streams.create(name, flags);
        output.note(`Created the stream "${name}" at ${server}.`);
      }
      const row = await streams.report(name);
      await output.show(streamView, row, streamDrawing(row));
    });
  },
});

const show = verb({
  words: 'show',
  about: 'Show the stream of deliveries and its readers',
  text: `A stream stores deliveries at a NATS server. A reader is a listener with --subscribe, or several that share a name (--durable).

"lag" counts the messages that a reader has not been given yet, "unacknowledged" those that it was given and has not finished,
"deleted-unread" at most how many were deleted before it had finished them (--max-age, --max-bytes). "last-active" is when the last message was
given or acknowledged. "dead-letters" counts the deliveries that failed too often (--max-deliver): svc webhook list --subscribe --dead-letters.
In a pipe, the column "readers" has the name, the lag and the unacknowledged of each, like "deploy 12/1". The nats command deletes streams,
readers and messages.`,
  flags: (command: Command) => streamFlags(command),
  examples: [
    'svc webhook stream show --nats nats://127.0.0.1:4222',
    'svc webhook stream show --nats nats://127.0.0.1:4222 --jq ".readers[] | [.name, .lag, .lastActive] | @tsv"',
  ],
  async run(context, flags) {
    const row = await withServer(flags, context, (streams) => streams.report(flags.stream));
    await context.output.show(streamView, row, streamDrawing(row));
  },
});

export const stream = {
  words: 'stream',
  about: 'Manage the NATS stream of deliveries',
  verbs: [create, show],
};

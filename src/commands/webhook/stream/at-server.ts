import type { Command } from 'commander';
import type { Streams } from '../../../broker/streams.ts';
import { connectBroker } from '../../../cli/broker.ts';
import { brokerFlags, typedNatsUrls } from '../../../cli/broker-flags.ts';
import type { Context } from '../../../cli/context.ts';
import { both, type FlagsOf } from '../../../cli/run.ts';
import { option } from '../../../cli/values.ts';

/** Declares the server and the stream of a command. */
export function streamFlags(command: Command) {
  const nats = option('--nats <urls>', 'URLs of NATS servers, separated by commas (SVC_NATS)', typedNatsUrls);
  return both(command.addOption(nats), brokerFlags(command));
}
type StreamFlags = FlagsOf<typeof streamFlags>;

/** Connects, works with the streams of the server, and disconnects; fails when the connection is lost for good. */
export async function atServer<Result>(
  flags: StreamFlags,
  context: Context,
  work: (streams: Streams, server: string) => Promise<Result>,
): Promise<Result> {
  const { openStreams } = await import('../../../broker/streams.ts');
  const waiting = context.progress('Connecting to NATS');
  const broker = await connectBroker(flags.nats, flags, context).finally(() => waiting.stop());
  try {
    return await Promise.race([broker.lost, openStreams(broker).then((streams) => work(streams, broker.server.host))]);
  } finally {
    await broker.close();
  }
}

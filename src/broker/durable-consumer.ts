import { AckPolicy, DeliverPolicy, JetStreamApiCodes, type JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { UsageError } from '../base/errors.ts';
import { codeOfApi, faultOf } from './faults.ts';

/** Where reading begins: with the next message, with those stored since a time, or with a sequence number. */
export type Start = 'now' | Date | number;

/** Without a sign of life of its reader for this long, a message is delivered to another one. */
const ackWaitMs = 30_000;

export interface DurableOptions {
  /** The name that readers share. */
  name: string;
  /** Where the first reader of the name begins. */
  start: Start;
  stream: string;
  filter: string | undefined;
  server: URL;
}

/** A consumer that the readers of a name share. */
export interface SharedConsumer {
  pending: number;
  ackWaitMs: number;
  /** Whether the name existed, which goes on where its readers are. */
  isExisting: boolean;
}

/**
 * The consumer that the readers of a name share. The first reader creates it; an existing one is used as it is.
 * @throws {UsageError} for one whose messages are not acknowledged one by one
 */
export async function durableConsumer(
  { consumers }: JetStreamManager,
  { filter, name, server, start, stream }: DurableOptions,
): Promise<SharedConsumer> {
  const find = () =>
    consumers.info(stream, name).catch((error: unknown) => {
      if (codeOfApi(error) !== JetStreamApiCodes.ConsumerNotFound) throw faultOf(error, server);
    });
  const wanted = {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    ...(filter && { filter_subject: filter }),
    ...policyOf(start),
  };
  const existing = await find();
  // Another reader may create it meanwhile, to begin at another time.
  const info =
    existing ??
    (await consumers.add(stream, wanted).catch(async (error: unknown) => {
      const created = await find();
      if (!created) throw faultOf(error, server);
      return created;
    }));
  const { ack_policy, ack_wait = nanos(ackWaitMs), deliver_subject } = info.config;
  if (ack_policy !== AckPolicy.Explicit || deliver_subject !== undefined) {
    throw new UsageError(`${name} is a consumer of ${stream} whose messages are not acknowledged one by one.`, {
      hint: 'Give another name with --durable.',
    });
  }
  return { pending: info.num_pending, ackWaitMs: ack_wait / 1e6, isExisting: existing !== undefined };
}

function policyOf(start: Start) {
  if (typeof start === 'number') return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start };
  if (start === 'now') return { deliver_policy: DeliverPolicy.New };
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.toISOString() };
}

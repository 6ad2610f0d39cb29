import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  JetStreamApiCodes,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { UsageError } from '../base/errors.ts';
import { codeOfApi, faultOf } from './faults.ts';

/** Where reading begins: with the next message, with those stored since a time, or with a sequence number. */
export type Start = 'now' | Date | number;

/** Without a sign of life of its reader for this long, a message is delivered to another one. */
const ackWaitMs = 30_000;

/** A name that readers share, and where its first reader begins. */
export interface DurableName {
  name: string;
  start: Start;
  /** The flag of this start and its value; undefined without one. The name keeps it as its description. */
  startFlag?: string | undefined;
}

export interface DurableOptions extends DurableName {
  stream: string;
  filter: string | undefined;
  server: URL;
}

/** A consumer that the readers of a name share. */
export interface SharedConsumer {
  pending: number;
  ackWaitMs: number;
  /** The last message that the readers of an existing name were given; undefined for a new name. */
  position: number | undefined;
}

/**
 * The consumer that the readers of a name share. The first reader creates it; an existing one is used as it is.
 * @throws {UsageError} for one whose messages are not acknowledged one by one, and for one that began with another `startFlag`
 */
export async function durableConsumer(
  { consumers }: JetStreamManager,
  { filter, name, server, start, startFlag, stream }: DurableOptions,
): Promise<SharedConsumer> {
  const find = () =>
    consumers.info(stream, name).catch((error: unknown) => {
      if (codeOfApi(error) !== JetStreamApiCodes.ConsumerNotFound) throw faultOf(error, server);
    });

  async function create(): Promise<{ info: ConsumerInfo; isNew: boolean }> {
    try {
      const info = await consumers.add(stream, {
        durable_name: name,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        max_deliver: -1,
        ...(startFlag && { description: startFlag }),
        ...(filter && { filter_subject: filter }),
        ...policyOf(start),
      });
      return { info, isNew: true };
    } catch (error) {
      // Another reader may have created it meanwhile, to begin at another time.
      const created = await find();
      if (created) return { info: created, isNew: false };
      throw faultOf(error, server);
    }
  }

  const existing = await find();
  const { info, isNew } = existing ? { info: existing, isNew: false } : await create();
  const { config, delivered, num_pending: pending } = info;
  const { ack_policy, ack_wait = nanos(ackWaitMs), deliver_subject } = config;
  if (ack_policy !== AckPolicy.Explicit || deliver_subject !== undefined) {
    throw new UsageError(`${name} is a consumer of ${stream} whose messages are not acknowledged one by one.`, {
      hint: 'Give another name with --durable.',
    });
  }
  const position = isNew ? undefined : delivered.stream_seq;
  // Readers of one name have the same flags, and are started again with them.
  if (startFlag && position !== undefined && config.description !== startFlag) {
    const [flag] = startFlag.split(' ');
    throw new UsageError(`--durable ${name} already exists and is at message ${position}, so ${flag} cannot apply.`, {
      hint: `Omit ${flag} to go on there, give another name, or delete this one: nats consumer rm ${stream} ${name}`,
    });
  }
  return { pending, ackWaitMs: ack_wait / 1e6, position };
}

function policyOf(start: Start) {
  if (typeof start === 'number') return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start };
  if (start === 'now') return { deliver_policy: DeliverPolicy.New };
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.toISOString() };
}

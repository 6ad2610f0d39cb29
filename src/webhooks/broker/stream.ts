import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  JetStreamApiCodes,
  type JetStreamManager,
  type JsMsg,
  jetstream,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { UsageError } from '../../base/errors.ts';
import type { Broker } from './connection.ts';
import { codeOfApi, faultOf } from './faults.ts';
import { subjects } from './message.ts';
import { endWithoutStream, fetchedFrom, giveBackMs, type Messages, messagesOf } from './messages.ts';
import { deletedUnreadOf, Streams } from './streams.ts';

/** Where reading begins: with the next message, with those stored since a time, or with a sequence number. */
export type Start = 'now' | Date | number;

/** Without a sign of life of its reader for this long, a message is delivered to another one. */
const defaultAckWaitMs = 30_000;

/** Messages that are shared with other readers, and acknowledged one by one. */
export type SharedMessages = Awaited<ReturnType<StreamReader['share']>>;

/** In ms. A new leader of a stream does not know the requests of readers: two missing heartbeats let a reader repeat its own. */
const defaultFetching = { expires: 10_000, idle_heartbeat: 2000 };

/** What of a stream is read: its deliveries, or the copies of those that no reader could handle. */
export type Part = 'deliveries' | 'dead';

/** Opens a stream for reading. @throws {NotFoundError} if it does not exist */
export async function openStream(
  broker: Broker,
  name: string,
  part: Part = 'deliveries',
  fetching = defaultFetching,
): Promise<StreamReader> {
  const streams = await Streams.open(broker);
  const { config } = await streams.info(name);
  // Dead letters are in the same stream. The oldest servers allow one filter for each consumer.
  const filter = part === 'dead' || config.subjects.includes(subjects[part]) ? subjects[part] : undefined;
  return new StreamReader(broker, streams.manager, name, part, { filter, fetching });
}

/** A stream that is read. */
export class StreamReader {
  readonly server: URL;
  private readonly stream: ReturnType<typeof jetstream>;

  constructor(
    private readonly broker: Broker,
    private readonly manager: JetStreamManager,
    readonly name: string,
    readonly part: Part,
    private readonly reading: { filter: string | undefined; fetching: typeof defaultFetching },
  ) {
    this.server = broker.server;
    this.stream = jetstream(broker.connection);
  }

  /** The sequence numbers of its first and last message. */
  async range(): Promise<{ first: number; last: number }> {
    const { state } = await this.asked(this.manager.streams.info(this.name));
    return { first: state.first_seq, last: state.last_seq };
  }

  /** Reads messages without changing anything. `ahead` are fetched before they are needed. */
  async read(start: Start, ahead = 64): Promise<Messages> {
    const { broker, name, server } = this;
    const opt_start_seq = Math.max(await this.asked(this.sequenceOf(start)), 1);
    const consumer = await this.consumer({ opt_start_seq });
    const { num_pending: pending } = await consumer.info(true);
    const consumed = await this.asked(consumer.consume({ ...this.reading.fetching, max_messages: ahead }));
    void endWithoutStream(consumed, name, server);
    return messagesOf(consumed, broker, { pending, end: () => discard(consumer) });
  }

  /**
   * Joins the readers of a name. The first one creates it, with its start; later ones continue where all of them are.
   * What was fetched and not read goes back to the others.
   * @throws {UsageError} for a name whose messages are not acknowledged one by one
   */
  async share(durable: { name: string; start: Start }, ahead: number) {
    const { broker, name } = this;
    const { pending, ...facts } = await this.durable(durable);
    const consumer = await this.asked(this.stream.consumers.get(name, durable.name));
    const consumed = fetchedFrom(consumer, { ...this.reading.fetching, max_messages: ahead });
    const release = (left: JsMsg) => left.nak(giveBackMs);
    const messages = messagesOf(consumed, broker, { pending, release });
    /** What the name has to do: readers that wait for a message, and above which number of unacknowledged ones they get none; -1 for none. */
    const load = async () => {
      const { config, num_ack_pending: unacknowledged, num_waiting: idleReaders } = await consumer.info();
      return { idleReaders, unacknowledged, limit: config.max_ack_pending ?? -1 };
    };
    return Object.assign(messages, facts, { load });
  }

  /** The consumer that the readers of a name share. The first reader creates it; an existing one is used as it is. */
  private async durable({ name, start }: { name: string; start: Start }) {
    const { consumers } = this.manager;
    const { filter } = this.reading;
    const find = () =>
      consumers.info(this.name, name).catch((error: unknown) => {
        if (codeOfApi(error) !== JetStreamApiCodes.ConsumerNotFound) throw faultOf(error, this.server);
        return undefined;
      });
    const wanted = {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(defaultAckWaitMs),
      max_deliver: -1,
      ...(filter && { filter_subject: filter }),
      ...policyOf(start),
    };
    const create = () =>
      consumers.add(this.name, wanted).catch(async (error: unknown) => {
        // Another reader may create it meanwhile, to begin at another time.
        const created = await find();
        if (created) return created;
        throw faultOf(error, this.server);
      });
    const existing = await find();
    const { config, num_pending: pending } = existing ?? (await create());
    const { ack_policy, ack_wait = nanos(defaultAckWaitMs), deliver_subject } = config;
    if (ack_policy !== AckPolicy.Explicit || deliver_subject !== undefined) {
      throw new UsageError(`${name} is a consumer of ${this.name} whose messages are not acknowledged one by one.`, {
        hint: 'Give another name with --durable.',
      });
    }
    // At most that many were deleted before the readers of the name handled them.
    const deletedUnread = existing ? deletedUnreadOf(existing, (await this.range()).first) : 0;
    return { pending, ackWaitMs: ack_wait / 1e6, isExisting: existing !== undefined, deletedUnread };
  }

  /** Stores a message, and resolves once that is acknowledged. */
  async publish(subject: string, { data, headers }: Pick<JsMsg, 'data' | 'headers'>): Promise<void> {
    await this.asked(this.stream.publish(subject, data, headers && { headers }));
  }

  private async asked<Value>(answer: Promise<Value>): Promise<Value> {
    try {
      return await answer;
    } catch (error) {
      throw faultOf(error, this.server);
    }
  }

  private consumer(start: { opt_start_seq: number } | { opt_start_time: string }): Promise<Consumer> {
    const { filter } = this.reading;
    return this.asked(this.stream.consumers.get(this.name, { ...start, ...(filter && { filter_subjects: filter }) }));
  }

  /** A reconnected reader goes on after the last message it saw, or if it saw none, at the number it began with. */
  private async sequenceOf(start: Start): Promise<number> {
    if (typeof start === 'number') return start;
    if (start === 'now') return (await this.range()).last + 1;
    const consumer = await this.consumer({ opt_start_time: start.toISOString() });
    const { delivered } = await consumer.info(true);
    discard(consumer);
    return delivered.stream_seq + 1;
  }
}

/** The server would delete an unused consumer after five minutes anyway. */
function discard(consumer: Consumer): void {
  consumer.delete().catch(() => undefined);
}

function policyOf(start: Start) {
  if (typeof start === 'number') return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start };
  if (start === 'now') return { deliver_policy: DeliverPolicy.New };
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.toISOString() };
}

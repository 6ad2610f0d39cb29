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

/** The start of reading: the next message, the messages since a time, or a sequence number. */
export type Start = 'now' | Date | number;

/** Time after which a message is redelivered to another reader if its reader shows no sign of life. */
const defaultAckWaitMs = 30_000;

export type SharedMessages = Awaited<ReturnType<StreamReader['share']>>;

/** Times of a request, in ms. A reader repeats it after two missing heartbeats: a new leader of a stream does not know it. */
const defaultFetching = { expires: 10_000, idle_heartbeat: 2000 };

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
  // Skip dead letters, which are in the same stream. The oldest servers allow one filter for each consumer.
  const filter = part === 'dead' || config.subjects.includes(subjects[part]) ? subjects[part] : undefined;
  return new StreamReader(broker, streams.manager, name, part, { filter, fetching });
}

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

  async range(): Promise<{ first: number; last: number }> {
    const { state } = await this.withFaults(this.manager.streams.info(this.name));
    return { first: state.first_seq, last: state.last_seq };
  }

  /** Reads messages without acknowledging them; `ahead` messages are fetched in advance. */
  async read(start: Start, prefetched = 64): Promise<Messages> {
    const { broker, name, server } = this;
    const opt_start_seq = Math.max(await this.withFaults(this.sequenceOf(start)), 1);
    const consumer = await this.consumer({ opt_start_seq });
    const { num_pending: pending } = await consumer.info(true);
    const consumed = await this.withFaults(consumer.consume({ ...this.reading.fetching, max_messages: prefetched }));
    void endWithoutStream(consumed, name, server);
    return messagesOf(consumed, broker, { pending, end: () => discard(consumer) });
  }

  /**
   * Joins the readers of a durable name. The first reader creates it with a start; the others resume at its position.
   * Fetched messages that are not read are returned to the server for the other readers.
   * @throws {UsageError} for a name whose messages are not acknowledged one by one
   */
  async share(durable: { name: string; start: Start }, prefetched: number) {
    const { broker, name } = this;
    const { pending, ...facts } = await this.durable(durable);
    const consumer = await this.withFaults(this.stream.consumers.get(name, durable.name));
    const consumed = fetchedFrom(consumer, { ...this.reading.fetching, max_messages: prefetched });
    const release = (message: JsMsg) => message.nak(giveBackMs);
    const messages = messagesOf(consumed, broker, { pending, release });
    /** Returns the number of readers waiting for a message, and the limit of unacknowledged messages (-1: no limit). */
    const load = async () => {
      const { config, num_ack_pending: unacknowledged, num_waiting: idleReaders } = await consumer.info();
      return { idleReaders, unacknowledged, limit: config.max_ack_pending ?? -1 };
    };
    return Object.assign(messages, facts, { load });
  }

  /** Finds or creates the consumer that the readers of a name share. An existing one keeps its configuration. */
  private async durable({ name, start }: { name: string; start: Start }) {
    const { consumers } = this.manager;
    const { filter } = this.reading;
    const find = () =>
      consumers.info(this.name, name).catch((error: unknown) => {
        if (codeOfApi(error) !== JetStreamApiCodes.ConsumerNotFound) throw faultOf(error, this.server);
        return undefined;
      });
    const newConsumer = {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(defaultAckWaitMs),
      max_deliver: -1,
      ...(filter && { filter_subject: filter }),
      ...policyOf(start),
    };
    const create = () =>
      consumers.add(this.name, newConsumer).catch(async (error: unknown) => {
        // Another reader may have created the name, with another start.
        const created = await find();
        if (created) return created;
        throw faultOf(error, this.server);
      });
    const existingConsumer = await find();
    const { config, num_pending: pending } = existingConsumer ?? (await create());
    const { ack_policy, ack_wait = nanos(defaultAckWaitMs), deliver_subject } = config;
    if (ack_policy !== AckPolicy.Explicit || deliver_subject !== undefined) {
      throw new UsageError(`${name} is a consumer of ${this.name} whose messages are not acknowledged one by one.`, {
        hint: 'Use --durable with another name.',
      });
    }
    const deletedUnread = existingConsumer ? deletedUnreadOf(existingConsumer, (await this.range()).first) : 0;
    return { pending, ackWaitMs: ack_wait / 1e6, isExisting: existingConsumer !== undefined, deletedUnread };
  }

  /** Stores a message, and resolves when the server has acknowledged it. */
  async publish(subject: string, { data, headers }: Pick<JsMsg, 'data' | 'headers'>): Promise<void> {
    await this.withFaults(this.stream.publish(subject, data, headers && { headers }));
  }

  private async withFaults<Value>(answer: Promise<Value>): Promise<Value> {
    try {
      return await answer;
    } catch (error) {
      throw faultOf(error, this.server);
    }
  }

  private consumer(start: { opt_start_seq: number } | { opt_start_time: string }): Promise<Consumer> {
    const { filter } = this.reading;
    return this.withFaults(
      this.stream.consumers.get(this.name, { ...start, ...(filter && { filter_subjects: filter }) }),
    );
  }

  /** Returns the sequence number of a start, at which a reader resumes if it reconnects before its first message. */
  private async sequenceOf(start: Start): Promise<number> {
    if (typeof start === 'number') return start;
    if (start === 'now') return (await this.range()).last + 1;
    const consumer = await this.consumer({ opt_start_time: start.toISOString() });
    const { delivered } = await consumer.info(true);
    discard(consumer);
    return delivered.stream_seq + 1;
  }
}

/** Deletes an unused consumer. Ignores errors, because the server deletes it after five minutes. */
function discard(consumer: Consumer): void {
  consumer.delete().catch(() => undefined);
}

function policyOf(start: Start) {
  if (typeof start === 'number') return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start };
  if (start === 'now') return { deliver_policy: DeliverPolicy.New };
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time: start.toISOString() };
}

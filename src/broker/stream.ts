import { type Consumer, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Broker } from './connection.ts';
import { type DurableName, durableConsumer, type SharedConsumer, type Start } from './durable-consumer.ts';
import { faultOf } from './faults.ts';
import { subjects } from './message.ts';
import { endWithoutStream, fetchedFrom, giveBackMs, type Messages, messagesOf, whenDenied } from './messages.ts';
import { requireStream } from './require-stream.ts';

/** Messages that are shared with other readers, and acknowledged one by one. */
export interface SharedMessages extends Messages, Readonly<Pick<SharedConsumer, 'ackWaitMs' | 'position'>> {}

/** A stream that is read. */
export interface StreamReader {
  readonly name: string;
  readonly part: Part;
  readonly server: URL;
  /** The sequence numbers of its first and last message. */
  range(): Promise<{ first: number; last: number }>;
  /** Reads messages without changing anything. `ahead` are fetched before they are needed. */
  read(start: Start, ahead?: number): Promise<Messages>;
  /**
   * Joins the readers of a name. The first one creates it, with its start; later ones continue where all of them are.
   * What was fetched and not read goes back to the others.
   * @throws {UsageError} for a name whose messages are not acknowledged one by one, or that began with another flag
   */
  share(durable: DurableName, ahead: number): Promise<SharedMessages>;
  /** Stores a message, and resolves once that is acknowledged. */
  publish(subject: string, message: Pick<JsMsg, 'data' | 'headers'>): Promise<void>;
}

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
  const { connection, lost, server } = broker;
  const stream = jetstream(connection);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const { config } = await requireStream(manager, name, server);
  // Dead letters are in the same stream. The oldest servers allow one filter for each consumer.
  const filter = part === 'dead' || config.subjects.includes(subjects[part]) ? subjects[part] : undefined;
  const denied = whenDenied(broker);

  const asked = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      return await answer;
    } catch (error) {
      throw faultOf(error, server);
    }
  };

  async function range() {
    const { state } = await asked(manager.streams.info(name));
    return { first: state.first_seq, last: state.last_seq };
  }

  /** A reconnected reader goes on after the last message it saw, or if it saw none, at the number it began with. */
  async function sequenceOf(start: Start): Promise<number> {
    if (typeof start === 'number') return start;
    if (start === 'now') return (await range()).last + 1;
    const consumer = await stream.consumers.get(name, {
      opt_start_time: start.toISOString(),
      ...(filter && { filter_subjects: filter }),
    });
    const { delivered } = await consumer.info(true);
    discard(consumer);
    return delivered.stream_seq + 1;
  }

  async function read(start: Start, ahead = 64): Promise<Messages> {
    const opt_start_seq = Math.max(await asked(sequenceOf(start)), 1);
    const consumer = await asked(
      stream.consumers.get(name, { opt_start_seq, ...(filter && { filter_subjects: filter }) }),
    );
    const { num_pending: pending } = await consumer.info(true);
    const consumed = await asked(consumer.consume({ ...fetching, max_messages: ahead }));
    void endWithoutStream(consumed, name, server);
    return messagesOf(consumed, { pending, fatal: [lost, denied], server, end: () => discard(consumer) });
  }

  async function share(durable: DurableName, ahead: number): Promise<SharedMessages> {
    const { ackWaitMs, pending, position } = await durableConsumer(manager, {
      ...durable,
      stream: name,
      filter,
      server,
    });
    const consumer = await asked(stream.consumers.get(name, durable.name));
    const consumed = fetchedFrom(consumer, { ...fetching, max_messages: ahead });
    const options = {
      pending,
      fatal: [lost, denied],
      server,
      release: (left: JsMsg) => left.nak(giveBackMs),
    };
    return Object.assign(messagesOf(consumed, options), { ackWaitMs, position });
  }

  return {
    name,
    part,
    server,
    range,
    read,
    share,
    async publish(subject, { data, headers }) {
      await asked(stream.publish(subject, data, headers && { headers }));
    },
  };
}

/** The server would delete an unused consumer after five minutes anyway. */
function discard(consumer: Consumer): void {
  consumer.delete().catch(() => undefined);
}

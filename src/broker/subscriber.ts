import type { JsMsg } from '@nats-io/jetstream';
import { type Delivery, isAccepted } from '../webhook/delivery.ts';
import type { Deliveries, DeliveryCounts, ListenerOptions } from '../webhook/options.ts';
import { createRecorder } from '../webhook/recorder.ts';
import { createAcknowledger, type Durable } from './acknowledger.ts';
import { type ReadDelivery, readDelivery } from './delivery-reader.ts';
import type { DurableName, Start } from './durable-consumer.ts';
import { createLatest } from './latest.ts';
import { duplicateIdOf, isDeadLetter } from './message.ts';
import type { StreamReader } from './stream.ts';

/** The number of latest messages by which a repeated delivery is recognised. */
const knownMessages = 10_000;

export interface SubscriberOptions
  extends Pick<ListenerOptions, 'tokens' | 'otherTokens' | 'allowUnsigned' | 'respond' | 'onAnswer'> {
  stream: StreamReader;
  start: Start;
  /** The name that several readers share, if deliveries are acknowledged. */
  durable?: (Durable & Pick<DurableName, 'startFlag'>) | undefined;
  /** How many messages are fetched before they are needed. */
  ahead: number;
  /** Reports a delivery that is delivered again, or never, and foreign messages. */
  warn(message: string): void;
}

/** Counts of a subscriber since its start. A message counts once, however often it is delivered. */
export interface SubscriberCounts extends DeliveryCounts {
  /** Deliveries that came again, after this reader or another one did not acknowledge them. */
  redelivered: number;
  /** Messages that are not deliveries; they are ignored. */
  foreign: number;
  /** Deliveries that no reader handled, moved to `svc.dead.…`. */
  dead: number;
}

/** The deliveries of a stream. */
export interface Subscriber extends Deliveries {
  readonly counters: Readonly<SubscriberCounts>;
  /** The last message that the readers of an existing name were given before; undefined for a new name and without one. */
  readonly position: number | undefined;
}

/**
 * Reads the deliveries of a stream: each is verified again with the tokens of this reader, and forwarded by `respond`.
 * @throws {AuthError} if the NATS user may not read, {UsageError} for an unusable name
 */
export async function openSubscriber(options: SubscriberOptions): Promise<Subscriber> {
  const { ahead, durable, onAnswer, respond, start, stream, warn } = options;
  const recorder = createRecorder(options);
  const counters: SubscriberCounts = { verified: 0, unsigned: 0, badSignature: 0, redelivered: 0, foreign: 0, dead: 0 };
  const seen = createLatest<true>(knownMessages);
  const firsts = createLatest<number>(knownMessages);
  const ending = new AbortController();
  const shared = durable && (await stream.share({ ...durable, start }, ahead));
  const messages = shared ?? (await stream.read(start, ahead));
  const onDead = () => {
    counters.dead += 1;
  };
  const acknowledger =
    durable && shared && createAcknowledger({ durable, stream, shared, ending: ending.signal, warn, onDead });

  async function* deliveries(): AsyncGenerator<Delivery> {
    try {
      for await (const message of messages) {
        const delivery = await deliveryOf(message);
        if (delivery) yield delivery;
      }
    } finally {
      messages.stop();
      acknowledger?.giveBack();
    }
  }

  /** The delivery to show; undefined for a message that is not one, or that needs nothing any more. */
  async function deliveryOf(message: JsMsg): Promise<Delivery | undefined> {
    if (isDeadLetter(message.subject)) {
      acknowledger?.drop(message);
      return undefined;
    }
    const read = readDelivery(message, recorder);
    if (!read) {
      if (counters.foreign === 0) warn(`Message ${message.seq} of ${stream.name} is not a delivery; it is ignored.`);
      counters.foreign += 1;
      acknowledger?.drop(message);
      return undefined;
    }
    if (message.redelivered) counters.redelivered += 1;
    if (acknowledger && !(await acknowledger.begin(message, read.delivery))) return undefined;
    const { seq } = message;
    if (!message.redelivered || !seen.has(String(seq))) count(read.delivery);
    seen.add(String(seq), true);
    // The id proves nothing: anyone who may publish can write that of another delivery.
    const key = duplicateIdOf(read.delivery.body, read.original);
    const first = firsts.get(key) ?? seq;
    if (isAccepted(read.delivery)) firsts.add(key, first);
    const delivery = { ...read.delivery, status: await statusOf(read), repeats: first === seq ? undefined : null };
    onAnswer?.(delivery);
    return delivery;
  }

  /** The status of the receiver behind `respond`, or of the delivery itself. */
  async function statusOf({ delivery, original }: ReadDelivery): Promise<number> {
    if (!respond || !isAccepted(delivery)) return delivery.status;
    const answer = await respond(delivery, original, ending.signal).catch(() => ({ status: 502 }));
    return (answer ?? delivery).status;
  }

  function count({ verdict }: Delivery): void {
    if (verdict === 'verified' || verdict === 'unsigned') counters[verdict] += 1;
    else counters.badSignature += 1;
  }

  return {
    counters,
    position: shared?.position,
    ...(acknowledger && { settle: acknowledger.settle }),
    async close() {
      ending.abort();
      messages.stop();
    },
    [Symbol.asyncIterator]: deliveries,
  };
}

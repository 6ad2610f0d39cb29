import { setTimeout as pause } from 'node:timers/promises';
import { grouped } from '../base/text.ts';
import { type Answer, type Delivery, type HeaderPair, isAccepted } from '../webhook/delivery.ts';
import { plainAnswer } from '../webhook/http-messages.ts';
import type { ListenerOptions } from '../webhook/options.ts';
import type { Broker } from './connection.ts';
import { createLatest } from './latest.ts';
import { subjects, toMessage } from './message.ts';
import { largestDelivery, type Outcome, Publisher } from './publisher.ts';
import { openStreams, unverifiedName } from './streams.ts';

const tooLarge = plainAnswer(413, 'The NATS server does not accept a message of this size.');
const unstored = plainAnswer(503, 'The delivery was not stored; try again.', [['retry-after', '2']]);
/** What the stream already has is accepted like everything else. */
const accepted = plainAnswer(204);
/** Senders without a token cause no more than these at once. */
const mostUnverified = 64;
/** How long the end of the run waits for their acknowledgements. */
const lastMs = 2000;

/** The number of latest deliveries that a repeated one is known by. */
const knownDeliveries = 10_000;

/** Where deliveries are published, and what is said about it. */
interface Publication {
  stream: string;
  /** Publishes nothing that is not verified. */
  verifiedOnly?: boolean | undefined;
  /** The time in which a delivery must be stored, in ms. */
  storeMs?: number | undefined;
  output: { note(words: string): void; warn(words: string): void };
}

/**
 * Checks the stream of a listener and its largest message. Closes the connection if that fails.
 * @throws {NotFoundError} without the stream; {RejectedError} for a stream with other subjects and a server without JetStream
 */
export async function openPublishing(
  broker: Broker,
  { output, storeMs, stream, verifiedOnly }: Publication,
): Promise<Publishing> {
  const { host } = broker.server;
  try {
    const streams = await openStreams(broker);
    await streams.require(stream, subjects.deliveries);
    if (!verifiedOnly) await streams.require(unverifiedName(stream), subjects.unverified);
  } catch (error) {
    await broker.close();
    throw error;
  }
  const publisher = new Publisher(broker, stream, storeMs);
  const { largest } = publisher;
  // A delivery has up to 1 MiB, and its headers come on top.
  if (largest < largestDelivery) {
    output.warn(
      `${host} accepts messages of ${grouped(largest)} bytes; the largest delivery needs ${grouped(largestDelivery)}. ` +
        'Larger ones are answered 413. Set max_payload: 2MB in the configuration of the server.',
    );
  }
  const unverified = verifiedOnly ? undefined : new Publisher(broker, unverifiedName(stream), storeMs);
  return new Publishing({ broker, publisher, unverified, destination: `the stream "${stream}" at ${host}` }, output);
}

/** The ends of what a listener publishes. */
interface Ends {
  broker: Broker;
  publisher: Publisher;
  unverified: Publisher | undefined;
  destination: string;
}

/** Where the accepted deliveries of a listener go, in place of its journal. */
export class Publishing {
  readonly hooks: Pick<ListenerOptions, 'onDelivery' | 'respond'> = {
    respond: (delivery, original) => this.respond(delivery, original),
    onDelivery: (delivery) => this.published(delivery),
  };
  /** Rejects when the connection is lost for good. */
  readonly lost: Promise<never>;
  private readonly counters = { stored: 0, repeated: 0, tooLarge: 0, failed: 0, unverified: 0, dropped: 0 };
  private isFailing = false;
  private readonly waiting = new Set<Promise<void>>();
  /** The ids of stored deliveries, by those of their messages. */
  private readonly stored = createLatest<string>(knownDeliveries);

  constructor(
    private readonly ends: Ends,
    private readonly output: { note(words: string): void; warn(words: string): void },
  ) {
    this.lost = ends.broker.lost;
  }

  /** What was stored, in a sentence. */
  summary(): string {
    const { dropped, failed, repeated, stored, tooLarge, unverified } = this.counters;
    const again = repeated > 0 ? `, ${repeated} of them not for the first time` : '';
    const parts = [
      `Stored ${stored} in ${this.ends.destination}${again}`,
      ...(failed > 0 ? [`${failed} not stored (503)`] : []),
      ...(tooLarge > 0 ? [`${tooLarge} too large (413)`] : []),
      ...(unverified > 0 ? [`${unverified} unverified stored beside them`] : []),
      ...(dropped > 0 ? [`${dropped} unverified not stored`] : []),
    ];
    return `${parts.join('; ')}.`;
  }

  async close(): Promise<void> {
    await Promise.race([Promise.all(this.waiting), pause(lastMs, undefined, { ref: false })]);
    await this.ends.broker.close();
  }

  /** An outage is one warning, not one for each delivery. */
  private note(outcome: Outcome): void {
    const { output } = this;
    if (outcome.status === 'stored' && this.isFailing) output.note('Deliveries are stored again.');
    if (outcome.status === 'failed' && !this.isFailing) {
      output.warn(`${outcome.fault.message} Senders get 503 until deliveries are stored again.`);
    }
    if (outcome.status !== 'too-large') this.isFailing = outcome.status === 'failed';
    else output.warn(`Rejected a delivery of ${grouped(outcome.bytes)} bytes, which the NATS server does not accept.`);
  }

  private async respond(delivery: Delivery, original: readonly HeaderPair[]): Promise<Answer | undefined> {
    const { publisher, unverified } = this.ends;
    const message = toMessage(delivery, original);
    // The answer claims that all of it was stored.
    if (message.payload.length < delivery.bodySize) return this.reject();
    const outcome = await (delivery.verified ? publisher : (unverified ?? publisher)).publish(message);
    this.note(outcome);
    if (outcome.status === 'too-large') return this.reject();
    this.counters[outcome.status] += 1;
    if (outcome.status === 'failed') return unstored;
    this.counters.repeated += Number(outcome.isRepeated);
    const first = this.stored.get(message.id);
    if (outcome.isRepeated && (first !== undefined || !outcome.isRetried))
      return { ...accepted, repeats: first ?? null };
    this.stored.add(message.id, delivery.id);
    return undefined;
  }

  private reject(): Answer {
    this.counters.tooLarge += 1;
    return tooLarge;
  }

  /** What is rejected is published too, but no answer waits for it. The status of what is accepted says whether it is stored. */
  private async published(delivery: Delivery): Promise<boolean> {
    const { unverified } = this.ends;
    if (isAccepted(delivery)) return delivery.status < 300;
    if (!unverified || delivery.verdict === 'refused') return false;
    if (this.waiting.size >= mostUnverified) {
      this.counters.dropped += 1;
      return false;
    }
    const publishing = unverified.publish(toMessage(delivery, delivery.headers)).then(({ status }) => {
      this.waiting.delete(publishing);
      this.counters[status === 'stored' ? 'unverified' : 'dropped'] += 1;
    });
    this.waiting.add(publishing);
    return true;
  }
}

import { grouped } from '../base/text.ts';
import { type Answer, type Delivery, type HeaderPair, isAccepted } from '../webhook/delivery.ts';
import { plainAnswer } from '../webhook/http-messages.ts';
import type { ListenerOptions } from '../webhook/options.ts';
import type { Broker } from './connection.ts';
import { createLatest } from './latest.ts';
import { toMessage } from './message.ts';
import { largestDelivery, type Outcome, Publisher } from './publisher.ts';
import { openStreams } from './streams.ts';

const tooLarge = plainAnswer(413, 'The NATS server does not accept a message of this size.');
const unstored = plainAnswer(503, 'The delivery was not stored; try again.', [['retry-after', '2']]);
/** What the stream already has is accepted like everything else. */
const accepted = plainAnswer(204);

/** The number of latest deliveries that a repeated one is known by. */
const knownDeliveries = 10_000;

/** Where deliveries are published, and what is said about it. */
interface Publication {
  stream: string;
  /** The time in which a delivery must be stored, in ms. */
  storeMs?: number | undefined;
  output: { note(words: string): void; warn(words: string): void };
}

/**
 * Checks the stream of a listener and its largest message. Closes the connection if that fails.
 * @throws {NotFoundError} without the stream; {RejectedError} for a stream with other subjects and a server without JetStream
 */
export async function openPublishing(broker: Broker, { output, storeMs, stream }: Publication): Promise<Publishing> {
  const { host } = broker.server;
  try {
    await (await openStreams(broker)).require(stream);
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
  return new Publishing(broker, publisher, `the stream "${stream}" at ${host}`, output);
}

/** Where the accepted deliveries of a listener go, in place of its journal. */
export class Publishing {
  readonly hooks: Pick<ListenerOptions, 'onDelivery' | 'respond'> = {
    respond: (delivery, original) => this.respond(delivery, original),
    // A rejected delivery is shown, and stored nowhere. The status of an accepted one says whether it is stored.
    onDelivery: async (delivery) => isAccepted(delivery) && delivery.status < 300,
  };
  /** Rejects when the connection is lost for good. */
  readonly lost: Promise<never>;
  private readonly counters = { stored: 0, repeated: 0, tooLarge: 0, failed: 0 };
  private isFailing = false;
  /** The ids of stored deliveries, by those of their messages. */
  private readonly stored = createLatest<string>(knownDeliveries);

  constructor(
    private readonly broker: Broker,
    private readonly publisher: Publisher,
    private readonly destination: string,
    private readonly output: Publication['output'],
  ) {
    this.lost = broker.lost;
  }

  /** What was stored, in a sentence. */
  summary(): string {
    const { failed, repeated, stored, tooLarge } = this.counters;
    const again = repeated > 0 ? `, ${repeated} of them not for the first time` : '';
    const parts = [
      `Stored ${stored} in ${this.destination}${again}`,
      ...(failed > 0 ? [`${failed} not stored (503)`] : []),
      ...(tooLarge > 0 ? [`${tooLarge} too large (413)`] : []),
    ];
    return `${parts.join('; ')}.`;
  }

  close(): Promise<void> {
    return this.broker.close();
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
    const message = toMessage(delivery, original);
    const outcome = await this.publisher.publish(message);
    this.note(outcome);
    if (outcome.status === 'too-large') {
      this.counters.tooLarge += 1;
      return tooLarge;
    }
    this.counters[outcome.status] += 1;
    if (outcome.status === 'failed') return unstored;
    this.counters.repeated += Number(outcome.isRepeated);
    const first = this.stored.get(message.id);
    if (outcome.isRepeated && (first !== undefined || !outcome.isRetried))
      return { ...accepted, repeats: first ?? null };
    this.stored.add(message.id, delivery.id);
    return undefined;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { defaultStream } from '../../base/nats-url.ts';
import { grouped } from '../../base/text.ts';
import type { Broker } from '../../broker/connection.ts';
import type { Latest } from '../../broker/latest.ts';
import type { Outcome, Publisher } from '../../broker/publisher.ts';
import { connectBroker } from '../../cli/broker.ts';
import type { BrokerFlags } from '../../cli/broker-flags.ts';
import type { Context } from '../../cli/context.ts';
import { type Answer, type Delivery, type HeaderPair, isAccepted } from '../../webhook/delivery.ts';
import { plainAnswer } from '../../webhook/http-messages.ts';
import type { ListenerOptions } from '../../webhook/options.ts';

/** Where a listener publishes, and as whom. */
type PublishingFlags = BrokerFlags & {
  publish?: URL[] | true | undefined;
  verifiedOnly?: true | undefined;
};

/** Where the accepted deliveries of a listener go, in place of its journal. */
export interface Publishing {
  hooks: Pick<ListenerOptions, 'onDelivery' | 'respond'>;
  /** The stream and its server. */
  destination: string;
  /** Rejects when the connection is lost for good. */
  lost: Promise<never>;
  /** What was stored, in a sentence. */
  summary(): string;
  close(): Promise<void>;
}

const tooLarge = plainAnswer(413, 'The NATS server does not accept a message of this size.');
const unstored = plainAnswer(503, 'The delivery was not stored; try again.', [['retry-after', '2']]);
/** What the stream already has is accepted like everything else. */
const accepted = plainAnswer(204);
/** The number of latest deliveries that a repeated one is known by. */
const knownDeliveries = 10_000;
/** Senders without a token cause no more than these at once. */
const mostUnverified = 64;
/** How long the end of the run waits for their acknowledgements. */
const lastMs = 2000;

/**
 * Connects to the server, and checks the stream and the largest message.
 * @throws {NotFoundError} without the stream; {RejectedError} for a stream with other subjects and a server without JetStream
 */
export async function openPublishing(flags: PublishingFlags, context: Context): Promise<Publishing> {
  const [
    { createPublisher, largestDelivery },
    { openStreams, unverifiedName },
    { subjects, toMessage },
    { createLatest },
  ] = await Promise.all([
    import('../../broker/publisher.ts'),
    import('../../broker/streams.ts'),
    import('../../broker/message.ts'),
    import('../../broker/latest.ts'),
  ]);
  const { publish, stream = defaultStream, verifiedOnly } = flags;
  const broker = await connectBroker(publish === true ? undefined : publish, flags, context);
  const { host } = broker.server;
  try {
    const streams = await openStreams(broker);
    await streams.require(stream, subjects.deliveries);
    if (!verifiedOnly) await streams.require(unverifiedName(stream), subjects.unverified);
  } catch (error) {
    await broker.close();
    throw error;
  }
  const { storeMs } = context.host;
  const publisher = createPublisher(broker, stream, storeMs);
  warnOfSize(publisher, largestDelivery, host, context);
  const unverified = verifiedOnly ? undefined : createPublisher(broker, unverifiedName(stream), storeMs);
  return publishingTo(
    {
      broker,
      publisher,
      unverified,
      destination: `the stream "${stream}" at ${host}`,
      toMessage,
      stored: createLatest(knownDeliveries),
    },
    context,
  );
}

interface Ends {
  broker: Broker;
  publisher: Publisher;
  unverified: Publisher | undefined;
  destination: string;
  toMessage: (delivery: Delivery, original: readonly HeaderPair[]) => Parameters<Publisher['publish']>[0];
  /** The ids of stored deliveries, by those of their messages. */
  stored: Latest<string>;
}

function publishingTo(
  { broker, destination, publisher, stored, toMessage, unverified }: Ends,
  { output }: Context,
): Publishing {
  const counters = { stored: 0, repeated: 0, tooLarge: 0, failed: 0, unverified: 0, dropped: 0 };
  let isFailing = false;
  const waiting = new Set<Promise<void>>();

  /** An outage is one warning, not one for each delivery. */
  function note(outcome: Outcome): void {
    if (outcome.status === 'stored' && isFailing) output.note('Deliveries are stored again.');
    if (outcome.status === 'failed' && !isFailing) {
      output.warn(`${outcome.fault.message} Senders get 503 until deliveries are stored again.`);
    }
    if (outcome.status !== 'too-large') isFailing = outcome.status === 'failed';
    else output.warn(`Rejected a delivery of ${grouped(outcome.bytes)} bytes, which the NATS server does not accept.`);
  }

  async function respond(delivery: Delivery, original: readonly HeaderPair[]): Promise<Answer | undefined> {
    const message = toMessage(delivery, original);
    // The answer claims that all of it was stored.
    if (message.payload.length < delivery.bodySize) return reject();
    const outcome = await (delivery.verified ? publisher : (unverified ?? publisher)).publish(message);
    note(outcome);
    if (outcome.status === 'too-large') return reject();
    counters[outcome.status] += 1;
    if (outcome.status === 'failed') return unstored;
    counters.repeated += Number(outcome.isRepeated);
    const first = stored.get(message.id);
    if (outcome.isRepeated && (first !== undefined || !outcome.isRetried))
      return { ...accepted, repeats: first ?? null };
    stored.add(message.id, delivery.id);
    return undefined;
  }

  function reject(): Answer {
    counters.tooLarge += 1;
    return tooLarge;
  }

  /** What is rejected is published too, but no answer waits for it. The status of what is accepted says whether it is stored. */
  async function onDelivery(delivery: Delivery): Promise<boolean> {
    if (isAccepted(delivery)) return delivery.status < 300;
    if (!unverified || delivery.verdict === 'refused') return false;
    if (waiting.size >= mostUnverified) {
      counters.dropped += 1;
      return false;
    }
    const publishing = unverified.publish(toMessage(delivery, delivery.headers)).then(({ status }) => {
      waiting.delete(publishing);
      counters[status === 'stored' ? 'unverified' : 'dropped'] += 1;
    });
    waiting.add(publishing);
    return true;
  }

  return {
    hooks: { respond, onDelivery },
    destination,
    lost: broker.lost,
    summary() {
      const { dropped, failed, repeated, stored } = counters;
      const parts = [
        `Stored ${stored} in ${destination}${repeated > 0 ? `, ${repeated} of them not for the first time` : ''}`,
        ...(failed > 0 ? [`${failed} not stored (503)`] : []),
        ...(counters.tooLarge > 0 ? [`${counters.tooLarge} too large (413)`] : []),
        ...(counters.unverified > 0 ? [`${counters.unverified} unverified stored beside them`] : []),
        ...(dropped > 0 ? [`${dropped} unverified not stored`] : []),
      ];
      return `${parts.join('; ')}.`;
    },
    async close() {
      await Promise.race([Promise.all(waiting), pause(lastMs, undefined, { ref: false })]);
      await broker.close();
    },
  };
}

/** A delivery has up to 1 MiB, and its headers come on top. */
function warnOfSize({ largest }: Publisher, needed: number, host: string, { output }: Pick<Context, 'output'>): void {
  if (largest >= needed) return;
  output.warn(
    `${host} accepts messages of ${grouped(largest)} bytes; the largest delivery needs ${grouped(needed)}. ` +
      'Larger ones are answered 413. Set max_payload: 2MB in the configuration of the server.',
  );
}

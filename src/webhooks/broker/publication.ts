import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError, jetstream } from '@nats-io/jetstream';
import { errors, headers } from '@nats-io/transport-node';
import { NotFoundError, TryLaterError } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import { type Answer, type Delivery, type HeaderPair, isAccepted, Latest } from '../delivery.ts';
import { plainAnswer } from '../http-messages.ts';
import type { Sink } from '../loop.ts';
import { defaultLimits } from '../options.ts';
import type { Broker } from './connection.ts';
import { codeOfApi, faultOf, isForbidden } from './faults.ts';
import { type OutgoingMessage, toMessage } from './message.ts';
import { Streams } from './streams.ts';

const tooLarge = plainAnswer(413, 'The NATS server does not accept a message of this size.');
const unstored = plainAnswer(503, 'The delivery was not stored; try again.', [['retry-after', '2']]);

/** Size of the largest message, body and headers together, in bytes. */
export const largestDelivery = defaultLimits.bodyBytes + 64 * 1024;
/** Less than the 10 s that the service waits for a response. */
const defaultStoreMs = 8000;
/** Time after which an unacknowledged message is sent again; the server recognises the repetition. */
const attemptMs = 2000;
const pauseMs = 250;
/** Minimum time of an attempt. A shorter attempt would only time out, and hide the error of the previous one. */
const shortestMs = 500;
const mostPendingBytes = 64 * 1024 * 1024;
const aboveStreamLimit = 10_054;

interface Publication {
  stream: string;
  storeMs?: number | undefined;
  output: { note(words: string): void; warn(words: string): void };
}

/** The acknowledgement of a message. After a retry, the "repetition" may be the first attempt of the same message. */
interface Stored {
  isRepeated: boolean;
  isRetried: boolean;
}

/**
 * Checks the stream of a listener and its largest message, and closes the connection if that fails.
 * @throws {NotFoundError} for a missing stream; {RejectedError} for other subjects, and for a server without JetStream
 */
export async function openPublishing(broker: Broker, publication: Publication): Promise<Publishing> {
  try {
    await (await Streams.open(broker)).require(publication.stream);
  } catch (error) {
    await broker.close();
    throw error;
  }
  return new Publishing(broker, publication);
}

/** Stores the accepted deliveries of a listener in a stream, in place of the journal. */
export class Publishing implements Sink {
  readonly lost: Promise<never>;
  private readonly client: ReturnType<typeof jetstream>;
  private readonly counters = { stored: 0, repeated: 0, tooLarge: 0, failed: 0 };
  private readonly stored = new Latest<string>();
  private isFailing = false;
  private latestLimit = 0;
  private pendingBytes = 0;

  constructor(
    private readonly broker: Broker,
    private readonly publication: Publication,
  ) {
    this.lost = broker.lost;
    this.client = jetstream(broker.connection);
    if (this.largest >= largestDelivery) return;
    publication.output.warn(
      `${broker.server.host} accepts messages of ${grouped(this.largest)} bytes; the largest delivery needs ${grouped(largestDelivery)}. ` +
        'Larger ones are answered 413. Set max_payload: 2MB in the configuration of the server.',
    );
  }

  summary(): string {
    const { failed, repeated, stored, tooLarge } = this.counters;
    const repeatedText = repeated > 0 ? `, ${repeated} of them not for the first time` : '';
    const parts = [
      `Stored ${stored} in the stream "${this.publication.stream}" at ${this.broker.server.host}${repeatedText}`,
      ...(failed > 0 ? [`${failed} not stored (503)`] : []),
      ...(tooLarge > 0 ? [`${tooLarge} too large (413)`] : []),
    ];
    return `${parts.join('; ')}.`;
  }

  close(): Promise<void> {
    return this.broker.close();
  }

  /** Resolves to whether a delivery is stored. A rejected one never is; of an accepted one the status shows it. */
  async record(delivery: Delivery): Promise<boolean> {
    return isAccepted(delivery) && delivery.status < 300;
  }

  /** Size limit of messages at the server; without a connection, the limit of the last server. */
  private get largest(): number {
    this.latestLimit = this.broker.connection.info?.max_payload ?? this.latestLimit;
    return this.latestLimit;
  }

  readonly respond = async (delivery: Delivery, original: readonly HeaderPair[]): Promise<Answer | undefined> => {
    const { counters } = this;
    const message = toMessage(delivery, original);
    const lines = headers();
    for (const [name, value] of message.headers) lines.append(name, value);
    const bytes = message.payload.length + Buffer.byteLength(String(lines));
    if (bytes > this.largest) return this.rejectLarge(bytes);
    let stored: Stored;
    this.pendingBytes += bytes;
    try {
      if (this.pendingBytes > Math.max(bytes, mostPendingBytes))
        throw new TryLaterError('Too many deliveries wait for the NATS server.');
      stored = await this.publish(message, lines);
    } catch (error) {
      if (codeOfApi(error) === aboveStreamLimit) return this.rejectLarge(bytes);
      counters.failed += 1;
      this.noteFailure(error);
      return unstored;
    } finally {
      this.pendingBytes -= bytes;
    }
    this.noteFailure(undefined);
    counters.stored += 1;
    counters.repeated += Number(stored.isRepeated);
    const first = this.stored.get(message.id);
    // A message that the stream already has counts as stored.
    if (stored.isRepeated && (first !== undefined || !stored.isRetried))
      return {
        ...plainAnswer(200, `Already stored${first ? ` as ${first}` : ''}; not published again.`),
        repeats: first ?? null,
      };
    this.stored.set(message.id, delivery.id);
    return undefined;
  };

  /** Publishes a message. After a lost connection or a missing acknowledgement, retries with the same id within the time limit. */
  private async publish(message: OutgoingMessage, lines: ReturnType<typeof headers>): Promise<Stored> {
    const { storeMs = defaultStoreMs, stream: streamName } = this.publication;
    const deadline = Date.now() + storeMs;
    for (let isRetried = false; ; isRetried = true) {
      try {
        const timeout = Math.min(attemptMs, deadline - Date.now());
        const options = { headers: lines, timeout, expect: { streamName } };
        const { duplicate } = await this.client.publish(message.subject, message.payload, options);
        return { isRepeated: duplicate, isRetried };
      } catch (error) {
        if (!mayPass(error) || deadline - Date.now() - pauseMs < shortestMs) throw error;
        await pause(pauseMs);
      }
    }
  }

  private rejectLarge(bytes: number): Answer {
    this.counters.tooLarge += 1;
    this.publication.output.warn(
      `Rejected a delivery of ${grouped(bytes)} bytes, which the NATS server does not accept.`,
    );
    return tooLarge;
  }

  /** Reports the beginning and the end of an outage once, not for each delivery. */
  private noteFailure(error: unknown): void {
    const { output } = this.publication;
    if (error === undefined && this.isFailing) output.note('Deliveries are stored again.');
    if (error !== undefined && !this.isFailing)
      output.warn(`${this.faultOf(error).message} Senders get 503 until deliveries are stored again.`);
    this.isFailing = error !== undefined;
  }

  private faultOf(error: unknown): Error {
    const name = this.broker.connection.getServer();
    const current = name === '' ? this.broker.server : new URL(`nats://${name}`);
    if (!isUnanswered(error)) return faultOf(error, current);
    return new NotFoundError(`No stream at ${current.host} accepts the deliveries.`, { cause: error });
  }
}

/** Returns whether the next attempt may succeed: the connection was lost, a server is being replaced, or a stream elects a leader. */
function mayPass(error: unknown): boolean {
  if (isForbidden(error)) return false;
  if (error instanceof JetStreamApiError) return error.status >= 500 && error.code !== aboveStreamLimit;
  return error instanceof errors.TimeoutError || error instanceof errors.RequestError || isUnanswered(error);
}

function isUnanswered(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof errors.RequestError && cause.isNoResponders();
}

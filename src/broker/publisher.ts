import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError, jetstream } from '@nats-io/jetstream';
import { errors, headers } from '@nats-io/transport-node';
import { NotFoundError, TryLaterError } from '../base/errors.ts';
import { defaultLimits } from '../webhook/options.ts';
import type { Broker } from './connection.ts';
import { codeOfApi, faultOf, isForbidden } from './faults.ts';
import type { OutgoingMessage } from './message.ts';

/** The result of a publication. Only a stored message was acknowledged by the stream. */
export type Outcome =
  | {
      readonly status: 'stored';
      readonly isRepeated: boolean;
      /** Whether an attempt before was not acknowledged, which may have stored what is then repeated. */
      readonly isRetried: boolean;
    }
  /** The server does not accept a message of this size. */
  | { readonly status: 'too-large'; readonly bytes: number; readonly limit: number }
  | { readonly status: 'failed'; readonly fault: Error };

/** The largest message of a delivery: its headers come on top of its body. */
export const largestDelivery = defaultLimits.bodyBytes + 64 * 1024;

/** A sender of the service waits 10 s. */
const defaultDeadlineMs = 8000;
/** A message whose acknowledgement is missing is sent again; the server recognises it. */
const attemptMs = 2000;
const pauseMs = 250;
/** A shorter attempt would only hide the error of the one before it. */
const shortestMs = 500;
/** The bodies that may wait for an acknowledgement at once. */
const mostPendingBytes = 64 * 1024 * 1024;
/** The error code of JetStream for a message above the limit of the stream. */
const aboveStreamLimit = 10_054;

/** Publishes to a stream, each message within a time. */
export class Publisher {
  private readonly client: ReturnType<typeof jetstream>;
  private latestLimit = 0;
  private pendingBytes = 0;

  constructor(
    private readonly broker: Broker,
    private readonly stream: string,
    private readonly deadlineMs = defaultDeadlineMs,
  ) {
    this.client = jetstream(broker.connection);
  }

  /** The largest message that the server accepts, headers included. While the connection is lost, the limit of the last one counts. */
  get largest(): number {
    this.latestLimit = this.broker.connection.info?.max_payload ?? this.latestLimit;
    return this.latestLimit;
  }

  /**
   * Publishes a message, and again after a lost connection or a missing acknowledgement, with the same id, until the time is over.
   * Never rejects.
   */
  async publish(message: OutgoingMessage): Promise<Outcome> {
    const lines = headers();
    for (const [name, value] of message.headers) lines.append(name, value);
    const bytes = message.payload.length + Buffer.byteLength(String(lines));
    const limit = this.largest;
    if (bytes > limit) return { status: 'too-large', bytes, limit };
    if (this.pendingBytes > 0 && this.pendingBytes + bytes > mostPendingBytes) {
      return { status: 'failed', fault: new TryLaterError('Too many deliveries wait for the NATS server.') };
    }
    this.pendingBytes += bytes;
    try {
      return await this.attempts(message, lines, bytes);
    } finally {
      this.pendingBytes -= bytes;
    }
  }

  private async attempts(message: OutgoingMessage, lines: ReturnType<typeof headers>, bytes: number): Promise<Outcome> {
    const deadline = Date.now() + this.deadlineMs;
    for (let isRetried = false; ; isRetried = true) {
      try {
        const timeout = Math.min(attemptMs, deadline - Date.now());
        const options = { headers: lines, timeout, expect: { streamName: this.stream } };
        const { duplicate } = await this.client.publish(message.subject, message.payload, options);
        return { status: 'stored', isRepeated: duplicate, isRetried };
      } catch (error) {
        if (codeOfApi(error) === aboveStreamLimit) return { status: 'too-large', bytes, limit: 0 };
        const left = deadline - Date.now() - pauseMs;
        if (!mayPass(error) || left < shortestMs) return { status: 'failed', fault: this.faultOf(error) };
        await pause(pauseMs);
      }
    }
  }

  private faultOf(error: unknown): Error {
    const name = this.broker.connection.getServer();
    const current = name === '' ? this.broker.server : new URL(`nats://${name}`);
    if (!isUnanswered(error)) return faultOf(error, current);
    return new NotFoundError(`No stream at ${current.host} accepts the deliveries.`, { cause: error });
  }
}

/** Whether the next attempt may succeed: a lost connection, a server that is being replaced, a stream that elects a leader. */
function mayPass(error: unknown): boolean {
  if (isForbidden(error)) return false;
  if (error instanceof JetStreamApiError) return error.status >= 500;
  return error instanceof errors.TimeoutError || error instanceof errors.RequestError || isUnanswered(error);
}

/** Whether no stream listens to the subject. */
function isUnanswered(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof errors.RequestError && cause.isNoResponders();
}

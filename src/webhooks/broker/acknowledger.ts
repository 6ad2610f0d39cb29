import type { JsMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { SvcError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Delivery } from '../delivery.ts';
import { deadSubjectOf, Latest, messageHeaders, ownHeader } from './message.ts';
import { giveBackMs } from './messages.ts';
import type { SharedMessages, StreamReader } from './stream.ts';

/** A name that readers share. */
export interface Durable {
  name: string;
  /** How often a delivery is tried before it is moved to `svc.dead.…`. */
  maxDeliver: number;
}

const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;

export interface AcknowledgerOptions {
  durable: Durable;
  stream: Pick<StreamReader, 'publish'>;
  shared: Pick<SharedMessages, 'ackWaitMs'>;
  /** Aborts when the reader ends: what it does not handle goes to the others at once. */
  ending: AbortSignal;
  warn(message: string): void;
  /** A delivery was moved to `svc.dead.…`. */
  onDead(): void;
}

/** Acknowledges deliveries, one at a time: after they were handled, or after they failed too often. */
export class Acknowledger {
  private readonly done = new Latest<true>();
  private held: { message: JsMsg; delivery: Delivery; timer: NodeJS.Timeout } | undefined;

  constructor(private readonly options: AcknowledgerOptions) {}

  /**
   * Holds a delivery while it is handled. Resolves to false if nothing is to be done: it was handled before, and its acknowledgement
   * lost, or no reader acknowledged it in all its attempts.
   */
  async begin(message: JsMsg, delivery: Delivery): Promise<boolean> {
    const { maxDeliver } = this.options.durable;
    if (message.redelivered && this.done.has(String(message.seq))) {
      unlessThrown(() => message.ack());
      return false;
    }
    if (message.info.deliveryCount > maxDeliver) {
      await this.bury(message, delivery.id, `was not acknowledged in ${counted(maxDeliver, 'attempt')}`);
      return false;
    }
    const timer = setInterval(() => unlessThrown(() => message.working()), this.options.shared.ackWaitMs / 3);
    this.held = { message, delivery, timer };
    return true;
  }

  /** Reports the result of the delivery that is held; resolves to false if it is delivered again. */
  async settle(handled: boolean): Promise<boolean> {
    const released = this.release();
    if (!released) return true;
    const { maxDeliver } = this.options.durable;
    const { delivery, message } = released;
    const { deliveryCount } = message.info;
    if (handled) {
      this.done.set(String(message.seq), true);
      unlessThrown(() => message.ack());
      return true;
    }
    if (this.options.ending.aborted) {
      unlessThrown(() => message.nak(giveBackMs));
      return false;
    }
    if (deliveryCount >= maxDeliver) {
      await this.bury(message, delivery.id, `failed in ${counted(maxDeliver, 'attempt')}`);
      return true;
    }
    const waitMs = waitAfter(deliveryCount);
    unlessThrown(() => message.nak(waitMs));
    const attempt = `attempt ${deliveryCount} of ${maxDeliver} failed`;
    this.options.warn(`Delivery ${delivery.id} comes again in ${waitMs / 1000} s (${attempt}).`);
    return false;
  }

  /** Gives back a delivery that is still held. */
  giveBack(): void {
    const released = this.release();
    if (released) unlessThrown(() => released.message.nak(giveBackMs));
  }

  private release() {
    const released = this.held;
    clearInterval(released?.timer);
    this.held = undefined;
    return released;
  }

  /** The server would obey other header lines, and anyone who may publish can write any: an id that hides the copy, a condition. */
  private async bury(message: JsMsg, id: string, failure: string): Promise<void> {
    const { durable, onDead, stream, warn } = this.options;
    const subject = deadSubjectOf(message.subject);
    const copied = headers();
    for (const [header, values] of message.headers ?? [])
      if (header.startsWith(ownHeader)) for (const value of values) copied.append(header, value);
    copied.set(messageHeaders.reader, durable.name);
    try {
      await stream.publish(subject, { data: message.data, headers: copied });
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      unlessThrown(() => message.nak(longestWaitMs));
      warn(`Delivery ${id} ${failure}, but cannot be moved to ${subject}: ${error.message}`);
      return;
    }
    unlessThrown(() => message.term());
    onDead();
    warn(`Delivery ${id} ${failure}. It is moved to ${subject}.`);
  }
}

/** How long a failed delivery waits: a second after the first attempt, twice as long after each other one, at most five minutes. */
export function waitAfter(attempt: number): number {
  return Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
}

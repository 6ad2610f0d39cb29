import type { JsMsg } from '@nats-io/jetstream';
import { SvcError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { type Delivery, Latest } from '../delivery.ts';
import { deadSubjectOf, messageHeaders, ownHeadersOf } from './message.ts';
import { giveBackMs } from './messages.ts';
import type { SharedMessages, StreamReader } from './stream.ts';

export interface Durable {
  name: string;
  /** The number of attempts before a delivery becomes a dead letter, in `svc.dead.…`. */
  maxDeliver: number;
}

const firstWaitMs = 1000;
const longestWaitMs = 5 * 60_000;
const tickMs = 250;

export interface ReaderOptions {
  stream: StreamReader;
  /** The name that several readers share; undefined if deliveries are not acknowledged. */
  durable?: Durable | undefined;
  waitMs?: ((attempt: number) => number) | undefined;
  /** Reports a retried delivery, a delivery that will not be retried, and a foreign message. */
  warn(message: string): void;
}

interface AcknowledgerOptions extends ReaderOptions {
  durable: Durable;
  shared: SharedMessages;
  /** Aborts when the reader ends: the server then gives its unhandled deliveries to other readers at once. */
  ending: AbortSignal;
  counters: { dead: number };
}

/** Acknowledges deliveries, one at a time, once they were handled or have failed too often. */
export class Acknowledger {
  private readonly handledSequences = new Latest<true>();
  /** Failed deliveries by sequence number. They wait here, because the server would deliver them before new ones. */
  private readonly retries = new Map<number, { message: JsMsg; dueAt: number; aliveAt: number }>();
  private ticking: NodeJS.Timeout | undefined;
  private isReleasing = false;
  private isFull = false;
  private held: { message: JsMsg; delivery: Delivery; timer: NodeJS.Timeout } | undefined;

  constructor(private readonly options: AcknowledgerOptions) {}

  /**
   * Holds a delivery while it is handled. Resolves to false if the delivery must not be handled: its acknowledgement was lost,
   * or it was not acknowledged in any attempt.
   */
  async begin(message: JsMsg, delivery: Delivery): Promise<boolean> {
    const { maxDeliver } = this.options.durable;
    // The server redelivered the message after a lost connection, so its pause is over.
    this.retries.delete(message.seq);
    if (message.redelivered && this.handledSequences.has(String(message.seq))) {
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

  /** Reports the result of the held delivery; resolves to false if it will be redelivered. */
  async settle(handled: boolean): Promise<boolean> {
    const released = this.release();
    if (!released) return true;
    const { maxDeliver } = this.options.durable;
    const { delivery, message } = released;
    const { deliveryCount } = message.info;
    if (handled) {
      this.handledSequences.set(String(message.seq), true);
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
    const waitMs = (this.options.waitMs ?? waitAfter)(deliveryCount);
    const now = Date.now();
    this.retries.set(message.seq, { message, dueAt: now + waitMs, aliveAt: now });
    this.ticking ??= setInterval(() => void this.releaseDue(), Math.min(tickMs, this.options.shared.ackWaitMs / 3));
    const attempt = `attempt ${deliveryCount} of ${maxDeliver} failed`;
    this.options.warn(`Retrying delivery ${delivery.id} in ${waitMs / 1000} s (${attempt}).`);
    return false;
  }

  giveBack(): void {
    clearInterval(this.ticking);
    const released = this.release();
    if (released) unlessThrown(() => released.message.nak(giveBackMs));
    for (const { dueAt, message } of this.retries.values())
      unlessThrown(() => message.nak(Math.max(dueAt - Date.now(), giveBackMs)));
    this.retries.clear();
  }

  /** Hands one due delivery back to the server if a reader of the name is idle: new deliveries come first. */
  private async releaseDue(): Promise<void> {
    const now = Date.now();
    for (const retry of this.retries.values()) {
      if (now - retry.aliveAt < this.options.shared.ackWaitMs / 3) continue;
      retry.aliveAt = now;
      unlessThrown(() => retry.message.working());
    }
    if (this.isReleasing || [...this.retries.values()].every(({ dueAt }) => dueAt > now)) return;
    this.isReleasing = true;
    const load = await this.options.shared.load().catch(() => undefined);
    this.isReleasing = false;
    if (!load) return;
    this.reportLimit(load);
    const [dueRetry] = [...this.retries.values()].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    if (load.idleReaders === 0 || !dueRetry || !this.retries.delete(dueRetry.message.seq)) return;
    unlessThrown(() => dueRetry.message.nak());
  }

  private reportLimit({ limit, unacknowledged }: Awaited<ReturnType<SharedMessages['load']>>): void {
    const { durable, warn } = this.options;
    const wasFull = this.isFull;
    this.isFull = limit > 0 && unacknowledged >= limit;
    if (this.isFull && !wasFull)
      warn(`${durable.name} gets no new deliveries: ${unacknowledged} wait for another attempt (max_ack_pending).`);
  }

  private release() {
    const released = this.held;
    clearInterval(released?.timer);
    this.held = undefined;
    return released;
  }

  private async bury(message: JsMsg, id: string, failure: string): Promise<void> {
    const { counters, durable, stream, warn } = this.options;
    const subject = deadSubjectOf(message.subject);
    const copiedHeaders = ownHeadersOf(message);
    copiedHeaders.set(messageHeaders.reader, durable.name);
    try {
      await stream.publish(subject, { data: message.data, headers: copiedHeaders });
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      unlessThrown(() => message.nak(longestWaitMs));
      warn(`Delivery ${id} ${failure}, but its dead letter cannot be stored: ${error.message}`);
      return;
    }
    unlessThrown(() => message.term());
    counters.dead += 1;
    warn(`Delivery ${id} ${failure}. It is a dead letter now: ${subject}.`);
  }
}

/** Returns the pause after a failed attempt: a second, doubled with each attempt, at most five minutes; in ms. */
export function waitAfter(attempt: number): number {
  return Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
}

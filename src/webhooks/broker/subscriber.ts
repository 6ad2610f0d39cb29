import type { JsMsg } from '@nats-io/jetstream';
import { counted } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { type Delivery, isAccepted, Latest } from '../delivery.ts';
import { noAnswer } from '../http-messages.ts';
import type { Source } from '../loop.ts';
import { type ListenerOptions, noDeliveries } from '../options.ts';
import { createRecorder } from '../recorder.ts';
import { Acknowledger, type ReaderOptions } from './acknowledger.ts';
import { duplicateIdOf, isDeadLetter, messageHeaders, type ReadDelivery, readDelivery } from './message.ts';
import type { Messages } from './messages.ts';
import type { SharedMessages, Start } from './stream.ts';

export interface SubscriberOptions
  extends ReaderOptions,
    Pick<ListenerOptions, 'tokens' | 'allowUnsigned' | 'respond' | 'onAnswer'> {
  start: Start;
  ahead: number;
}

/**
 * Reads the deliveries of a stream. Verifies each again with the tokens of this reader, and forwards it by `respond`.
 * @throws {AuthError} if the NATS user may not read, {UsageError} for an unusable name
 */
export async function openSubscriber(options: SubscriberOptions): Promise<Subscriber> {
  const { ahead, durable, start, stream } = options;
  const shared = durable && (await stream.share({ ...durable, start }, ahead));
  return new Subscriber(options, shared ?? (await stream.read(start, ahead)), shared);
}

export class Subscriber implements Source {
  /** Counts since the start. A redelivered message counts once. */
  readonly counters = {
    ...noDeliveries,
    redelivered: 0,
    foreign: 0,
    dead: 0,
    /** Maximum number of messages that were deleted before the readers of this name handled them. */
    deleted: 0,
  };
  waiting = 0;
  readonly isExisting: boolean;
  /** Acknowledges the latest delivery, or returns it for a retry; undefined without a durable name. */
  readonly settle?: (handled: boolean) => Promise<boolean>;
  private readonly recorder: ReturnType<typeof createRecorder>;
  private readonly seenSequences = new Latest<true>();
  private readonly firsts = new Latest<number>();
  private readonly ending = new AbortController();
  private readonly acknowledger: Acknowledger | undefined;

  constructor(
    private readonly options: SubscriberOptions,
    private readonly messages: Messages,
    shared: SharedMessages | undefined,
  ) {
    const { durable, stream, warn } = options;
    this.recorder = createRecorder(options);
    this.isExisting = shared?.isExisting === true;
    if (!durable || !shared) return;
    const { deletedUnread: deleted } = shared;
    this.counters.deleted = deleted;
    if (deleted > 0)
      warn(
        `Up to ${counted(deleted, 'message')} of ${stream.name} were deleted before ${durable.name} handled them: the stream has a limit. See: svc webhook stream show`,
      );
    const { counters, ending } = this;
    const acknowledger = new Acknowledger({ ...options, durable, shared, ending: ending.signal, counters });
    this.acknowledger = acknowledger;
    this.settle = (handled) => acknowledger.settle(handled);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Delivery> {
    try {
      for await (const message of this.messages) {
        const delivery = await this.deliveryOf(message);
        if (delivery) yield delivery;
      }
    } finally {
      this.messages.stop();
      this.acknowledger?.giveBack();
    }
  }

  async close(): Promise<void> {
    this.ending.abort();
    this.messages.stop();
  }

  private async deliveryOf(message: JsMsg): Promise<Delivery | undefined> {
    const { acknowledger, counters, firsts, seenSequences } = this;
    const { durable, onAnswer, stream, warn } = this.options;
    this.waiting = message.info.pending;
    if (isDeadLetter(message.subject)) {
      if (acknowledger) unlessThrown(() => message.term());
      return undefined;
    }
    const { onlyFor } = messageHeaders;
    const reader = acknowledger && unlessThrown(() => message.headers?.get(onlyFor));
    if (reader && reader !== durable?.name) {
      unlessThrown(() => message.ack());
      return undefined;
    }
    const parsed = readDelivery(message, this.recorder);
    if (!parsed) {
      if (counters.foreign === 0) warn(`Message ${message.seq} of ${stream.name} is not a delivery; it is ignored.`);
      counters.foreign += 1;
      if (acknowledger) unlessThrown(() => message.term());
      return undefined;
    }
    if (message.redelivered) counters.redelivered += 1;
    if (acknowledger && !(await acknowledger.begin(message, parsed.delivery))) return undefined;
    const { seq } = message;
    if (!message.redelivered || !seenSequences.has(String(seq))) counters[parsed.delivery.verdict] += 1;
    seenSequences.set(String(seq), true);
    // Do not trust the message's id: any publisher can use the id of another delivery.
    const key = duplicateIdOf(parsed.delivery.body, parsed.original);
    const first = firsts.get(key) ?? seq;
    if (isAccepted(parsed.delivery)) firsts.set(key, first);
    const repeats = first === seq ? undefined : null;
    const delivery = { ...parsed.delivery, ...(await this.answerOf(parsed)), repeats };
    onAnswer?.(delivery);
    return delivery;
  }

  private async answerOf({ delivery, original }: ReadDelivery): Promise<Pick<Delivery, 'failure' | 'status'>> {
    const { respond } = this.options;
    if (!respond || !isAccepted(delivery)) return delivery;
    const { failure, status } =
      (await respond(delivery, original, this.ending.signal).catch(() => noAnswer)) ?? delivery;
    return { failure, status };
  }
}

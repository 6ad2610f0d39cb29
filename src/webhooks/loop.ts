import { type Delivery, isAccepted } from './delivery.ts';
import type { DeliveryCounts, ListenerOptions } from './options.ts';

type Respond = NonNullable<ListenerOptions['respond']>;

/** Yields deliveries: a listener, or the reader of a stream. Iterate once; the iteration ends when the source is closed. */
export interface Source extends AsyncIterable<Delivery> {
  readonly counters: Readonly<DeliveryCounts>;
  /** The number of deliveries that wait for the iteration, as far as it is known. */
  readonly waiting: number;
  /**
   * Reports whether the delivery that was iterated over last was handled; resolves to false if it is delivered again. Undefined for a
   * source that delivers once.
   */
  settle?(handled: boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** Stores the deliveries of a listener before they are answered: the journal of this machine, or a stream. */
export interface Sink {
  /** Throws if a delivery could not be stored now. */
  check?(delivery?: Delivery): void;
  /** Stores an accepted delivery, if the answer depends on it. */
  respond?: Respond;
  /** Stores a delivery whose answer is known; resolves to false for one that is not stored. */
  record(delivery: Delivery): Promise<boolean>;
  /** Names what was stored, and where, in a sentence. */
  summary(): string;
  close(): Promise<void>;
  /** Rejects when nothing can be stored any more. */
  readonly lost?: Promise<never>;
}

/** Does something with each delivery: shows it, forwards it, runs a command, waits for it. */
export interface Handler {
  /** Answers an accepted delivery in place of the listener, before it is stored. */
  answer?: Respond;
  /** Sees a delivery as it is answered. It must not throw. */
  see?(delivery: Delivery): void;
  /** Handles a delivery; resolves to false if that failed, and the source should deliver it again. */
  handle?(delivery: Delivery, source: Pick<Source, 'waiting'>): Promise<boolean>;
}

/** Returns a handler of the deliveries that fit. */
export function only(fits: (delivery: Delivery) => boolean, { answer, handle }: Handler): Handler {
  return {
    ...(answer && {
      answer: async (delivery, original, signal) => (fits(delivery) ? answer(delivery, original, signal) : undefined),
    }),
    ...(handle && { handle: async (delivery, source) => !fits(delivery) || handle(delivery, source) }),
  };
}

/** Returns whether there is something to do with a delivery: its sender does not repeat it, and it may be believed. */
export function isToDo(delivery: Delivery): boolean {
  return isAccepted(delivery) && !delivery.isUnrecorded;
}

/** Returns what a source does with a delivery before it yields it: it answers, stores and shows it. */
export function hooksOf(handlers: readonly Handler[], sink?: Sink) {
  const answering = handlers.flatMap(({ answer }) => answer ?? []);
  const respond: Respond = async (...request) => {
    for (const answer of answering) {
      const given = await answer(...request);
      if (given) return given;
    }
    return undefined;
  };
  return {
    respond: sink?.respond ?? (answering.length > 0 ? respond : undefined),
    onDelivery: sink && ((delivery) => sink.record(delivery)),
    checkRecording: sink && ((delivery) => sink.check?.(delivery)),
    onAnswer: (delivery) => {
      for (const handler of handlers) handler.see?.(delivery);
    },
  } satisfies Partial<ListenerOptions>;
}

interface LoopOptions {
  signal: AbortSignal;
  /** Ends the loop after this time. */
  limitMs: number | undefined;
  /** Returns whether a delivery that is not delivered again is the last one to handle. */
  isLast(delivery: Delivery): boolean;
}

/** Handles the deliveries of a source, one after the other, until the last one, the end of the time or of the run. */
export async function handleAll(
  source: Source,
  handlers: readonly Handler[],
  { isLast, limitMs, signal }: LoopOptions,
): Promise<{ expired: boolean }> {
  let expired = false;
  const close = () => void source.close();
  const expire = () => {
    expired = true;
    close();
  };
  const timer = limitMs === undefined ? undefined : setTimeout(expire, limitMs);
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  try {
    for await (const delivery of source) {
      let isHandled = true;
      for (const handler of handlers) if ((await handler.handle?.(delivery, source)) === false) isHandled = false;
      if (((await source.settle?.(isHandled)) ?? true) && isLast(delivery)) break;
    }
    return { expired };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
  }
}

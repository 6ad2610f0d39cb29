import { type Delivery, isAccepted } from './delivery.ts';
import type { DeliveryCounts, ListenerOptions } from './options.ts';

type Respond = NonNullable<ListenerOptions['respond']>;

/** A source of deliveries: a listener, or the reader of a stream. Iterate once; the iteration ends when the source is closed. */
export interface Source extends AsyncIterable<Delivery> {
  readonly counters: Readonly<DeliveryCounts>;
  /** Number of deliveries that wait for the iteration, if known. */
  readonly waiting: number;
  /**
   * Reports whether the last yielded delivery was handled; resolves to false if it will be redelivered. Undefined for a source without
   * redelivery.
   */
  settle?(handled: boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** A store for a listener's deliveries, used before the response: the journal of this machine, or a stream. */
export interface Sink {
  check?(delivery?: Delivery): void;
  /** Stores an accepted delivery, if the response depends on whether it is stored. */
  respond?: Respond;
  /** Stores a delivery whose response is decided; resolves to false if the delivery is not stored. */
  record(delivery: Delivery): Promise<boolean>;
  summary(): string;
  close(): Promise<void>;
  readonly lost?: Promise<never>;
}

/** An action for each delivery: show it, forward it, run a command, wait for it. */
export interface Handler {
  /** Responds to an accepted delivery in place of the listener, before the delivery is stored. */
  answer?: Respond | undefined;
  /** Receives a delivery after its response was sent. It must not throw. */
  see?(delivery: Delivery): void;
  /** Handles a delivery; resolves to false on failure, so that the source redelivers it. */
  handle?: ((delivery: Delivery, source: Pick<Source, 'waiting'>) => Promise<boolean>) | undefined;
}

/** Limits a handler to matching deliveries. */
export function only(matches: (delivery: Delivery) => boolean, { answer, handle }: Handler): Handler {
  return {
    answer:
      answer && (async (delivery, lines, signal) => (matches(delivery) ? answer(delivery, lines, signal) : undefined)),
    handle: handle && (async (delivery, source) => !matches(delivery) || handle(delivery, source)),
  };
}

/** Returns whether a delivery should be forwarded or executed: it is accepted, and its sender will not repeat it. */
export function isToDo(delivery: Delivery): boolean {
  return isAccepted(delivery) && !delivery.isUnrecorded;
}

/** Returns the hooks of a source, which respond to a delivery, store it and show it before the source yields it. */
export function hooksOf(handlers: readonly Handler[], sink?: Sink) {
  const responders = handlers.flatMap(({ answer }) => answer ?? []);
  const respond: Respond = async (...request) => {
    for (const answer of responders) {
      const response = await answer(...request);
      if (response) return response;
    }
    return undefined;
  };
  return {
    respond: sink?.respond ?? (responders.length > 0 ? respond : undefined),
    onDelivery: sink && ((delivery) => sink.record(delivery)),
    checkRecording: sink && ((delivery) => sink.check?.(delivery)),
    onAnswer: (delivery) => {
      for (const handler of handlers) handler.see?.(delivery);
    },
  } satisfies Partial<ListenerOptions>;
}

interface LoopOptions {
  signal: AbortSignal;
  limitMs: number | undefined;
  /** Returns whether to stop after a handled delivery, which will not be redelivered. */
  isLast(delivery: Delivery): boolean;
}

/** Handles the deliveries of a source in order, until `isLast` returns true, the time limit or the end of the run. */
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

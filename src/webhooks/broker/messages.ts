import { setTimeout as pause } from 'node:timers/promises';
import {
  type Consumer,
  type ConsumerMessages,
  type FetchOptions,
  JetStreamApiError,
  type JsMsg,
} from '@nats-io/jetstream';
import { NotFoundError } from '../../base/errors.ts';
import type { Broker } from './connection.ts';
import { faultOf } from './faults.ts';

/** The messages of a stream, in order. Iterate only once; `stop` ends the iteration. */
export interface Messages extends AsyncIterable<JsMsg> {
  readonly pending: number;
  stop(): void;
}

/** Delay before a returned message is redelivered: by then the server has forgotten the reader's request. */
export const giveBackMs = 200;

type Fetched = AsyncIterable<JsMsg> & Pick<ConsumerMessages, 'stop'>;

const retryMs = 500;

/** Returns the messages that a consumer fetches. `release` returns an unread message to the server; `end` may be called repeatedly. */
export function messagesOf(
  consumed: Fetched,
  { lost, server }: Broker,
  { end, pending, release }: { end?(): void; pending: number; release?(message: JsMsg): void },
): Messages {
  let failure: unknown;
  let stopped = false;
  lost.catch((error: unknown) => {
    failure ??= error;
    consumed.stop();
  });

  async function* iterate(): AsyncGenerator<JsMsg> {
    const iterator = consumed[Symbol.asyncIterator]();
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        if (stopped) release?.(next.value);
        else yield next.value;
      }
      // The connection was lost for good: `lost` throws the reason.
      if (!stopped && failure === undefined) await lost;
    } catch (error) {
      failure ??= error;
    } finally {
      consumed.stop();
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) release?.(next.value);
      end?.();
    }
    if (failure !== undefined) throw faultOf(failure, server);
  }

  return {
    pending,
    stop() {
      stopped = true;
      consumed.stop();
      end?.();
    },
    [Symbol.asyncIterator]: iterate,
  };
}

/**
 * Returns the messages of a consumer, fetched in batches: the next batch is requested only after this one is handled.
 * @throws the error of a deleted consumer or stream
 */
export function fetchedFrom(consumer: Consumer, options: FetchOptions): Fetched {
  let current: ConsumerMessages | undefined;
  let stopped = false;
  return {
    stop() {
      stopped = true;
      current?.stop();
    },
    async *[Symbol.asyncIterator]() {
      while (!stopped) {
        try {
          current = await consumer.fetch(options);
          if (stopped) current.stop();
          yield* current;
        } catch {
          if (stopped) return;
          // A new leader of the stream does not know the earlier request.
          await pause(retryMs);
          await consumer.info().catch((cause: unknown) => {
            if (cause instanceof JetStreamApiError && cause.status === 404) throw cause;
          });
        }
      }
    },
  };
}

/** Ends an unnamed consumer when its stream is deleted; otherwise the consumer would wait forever. */
export async function endWithoutStream(consumed: ConsumerMessages, name: string, server: URL): Promise<void> {
  for await (const { type } of consumed.status()) {
    if (type === 'stream_not_found')
      consumed.stop(new NotFoundError(`The stream ${name} was deleted at ${server.host}.`));
  }
}

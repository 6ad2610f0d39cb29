import { setTimeout as pause } from 'node:timers/promises';
import {
  type Consumer,
  type ConsumerMessages,
  type FetchOptions,
  JetStreamApiError,
  type JsMsg,
} from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { NotFoundError } from '../../base/errors.ts';
import type { Broker } from './connection.ts';
import { faultOf } from './faults.ts';

/** Messages of a stream, in order: iterate over them (once); the iteration ends when it is stopped. */
export interface Messages extends AsyncIterable<JsMsg> {
  /** How many matched when reading began. */
  readonly pending: number;
  stop(): void;
}

/** What a reader may lack the permission for without a failed request. */
const readingSubjects = /^\$JS\.(?:[^.]+\.)?(?:API\.CONSUMER\.MSG\.NEXT|ACK)\./;
/** A message that is given back must not be sent to the request of this reader, which the server forgets meanwhile. */
export const giveBackMs = 200;

/** Messages of a consumer as the library gives them. */
type Fetched = AsyncIterable<JsMsg> & Pick<ConsumerMessages, 'stop'>;

const retryMs = 500;

interface MessagesOptions {
  pending: number;
  /** Each rejects with what ends the iteration. */
  fatal: readonly Promise<never>[];
  server: URL;
  /** Gives back a message that was fetched and is not read. */
  release?(message: JsMsg): void;
  /** May be called more than once. */
  end?(): void;
}

/** The messages that a consumer fetches. */
export function messagesOf(
  consumed: Fetched,
  { pending, fatal, server, release, end = () => {} }: MessagesOptions,
): Messages {
  let failure: unknown;
  let stopped = false;
  for (const each of fatal) {
    each.catch((error: unknown) => {
      failure ??= error;
      consumed.stop();
    });
  }

  async function* iterate(): AsyncGenerator<JsMsg> {
    const iterator = consumed[Symbol.asyncIterator]();
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        if (stopped) release?.(next.value);
        else yield next.value;
      }
      // The connection was closed for good, and says why.
      if (!stopped && failure === undefined) await Promise.race(fatal);
    } catch (error) {
      failure ??= error;
    } finally {
      consumed.stop();
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) release?.(next.value);
      end();
    }
    if (failure !== undefined) throw faultOf(failure, server);
  }

  return {
    pending,
    stop() {
      stopped = true;
      consumed.stop();
      end();
    },
    [Symbol.asyncIterator]: iterate,
  };
}

/**
 * The messages of a consumer, fetched again and again: while these are handled, nothing is requested.
 * @throws whatever says that the consumer or its stream is gone
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
          // A new leader of the stream does not know the request.
          await pause(retryMs);
          await consumer.info().catch((cause: unknown) => {
            if (cause instanceof JetStreamApiError && cause.status === 404) throw cause;
          });
        }
      }
    },
  };
}

/** Rejects when the server does not let this user fetch or acknowledge messages, of which no request fails. */
export function whenDenied({ connection, server }: Broker): Promise<never> {
  const denied = new Promise<never>((_, reject) => {
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type !== 'error' || !(status.error instanceof errors.PermissionViolationError)) continue;
        if (readingSubjects.test(status.error.subject)) reject(faultOf(status.error, server));
      }
    })();
  });
  denied.catch(() => undefined);
  return denied;
}

/** A consumer without a name would go on waiting for a stream that was deleted. */
export async function endWithoutStream(consumed: ConsumerMessages, name: string, server: URL): Promise<void> {
  for await (const { type } of consumed.status()) {
    if (type === 'stream_not_found')
      consumed.stop(new NotFoundError(`The stream ${name} was deleted at ${server.host}.`));
  }
}

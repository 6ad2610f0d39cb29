import type { JsMsg } from '@nats-io/jetstream';
import type { Delivery } from '../webhook/delivery.ts';
import type { ListenerOptions } from '../webhook/options.ts';
import { createRecorder, type Recorder } from '../webhook/recorder.ts';
import { type DeliveryQuery, type DeliveryStore, findDelivery } from '../webhook/store.ts';
import { readDelivery } from './delivery-reader.ts';
import type { StreamReader } from './stream.ts';

/** Read backwards, a stream is read in parts of this many messages. */
const partLength = 256;

/** A delivery and the time at which the server stored it. */
interface Stored {
  delivery: Delivery;
  storedAt: Date;
}

/** The deliveries of a stream as those of the journal are read; each is verified again with these tokens. */
export function createStreamStore(
  stream: StreamReader,
  options: Pick<ListenerOptions, 'tokens' | 'allowUnsigned'>,
): DeliveryStore {
  const recorder = createRecorder(options);
  const name = `the stream ${stream.name}`;

  async function* read(query: DeliveryQuery = {}): AsyncGenerator<Delivery> {
    const { limit = Number.POSITIVE_INFINITY, order, since, where = () => true } = query;
    let left = limit;
    const stored = order === 'newest-first' ? backwards(stream, recorder, since) : forwards(stream, recorder, since);
    for await (const { delivery } of stored) {
      if (!where(delivery)) continue;
      yield delivery;
      left -= 1;
      if (left <= 0) return;
    }
  }

  return {
    name,
    path: name,
    read,
    find: (idOrPrefix) => findDelivery({ name, read }, idOrPrefix, 'svc webhook list --subscribe'),
    async *follow(signal, where = () => true) {
      const messages = await stream.read('now');
      signal.addEventListener('abort', messages.stop, { once: true });
      if (signal.aborted) messages.stop();
      for await (const message of messages) {
        const found = storedIn(message, recorder);
        if (found && where(found.delivery)) yield found.delivery;
      }
    },
  };
}

async function* forwards(stream: StreamReader, recorder: Recorder, since: Date | undefined): AsyncGenerator<Stored> {
  const { first, last } = await stream.range();
  yield* between(stream, recorder, since ?? first, last);
}

async function* backwards(stream: StreamReader, recorder: Recorder, since: Date | undefined): AsyncGenerator<Stored> {
  const { first, last } = await stream.range();
  for (let end = last; end >= first; end -= partLength) {
    const part: Stored[] = [];
    const start = Math.max(first, end - partLength + 1);
    for await (const stored of between(stream, recorder, start, end)) part.push(stored);
    for (const stored of part.reverse()) {
      if (since && stored.storedAt < since) return;
      yield stored;
    }
  }
}

/** The deliveries from a start to the message with the number `last`. */
async function* between(
  stream: StreamReader,
  recorder: Recorder,
  start: number | Date,
  last: number,
): AsyncGenerator<Stored> {
  if (last === 0) return;
  const messages = await stream.read(start, partLength);
  if (messages.pending === 0) return messages.stop();
  for await (const message of messages) {
    if (message.seq > last) return;
    const found = storedIn(message, recorder);
    if (found) yield found;
    if (message.seq === last || message.info.pending === 0) return;
  }
}

function storedIn(message: JsMsg, recorder: Recorder): Stored | undefined {
  const found = readDelivery(message, recorder);
  return found && { delivery: found.delivery, storedAt: message.time };
}

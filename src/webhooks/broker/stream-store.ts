import type { JsMsg } from '@nats-io/jetstream';
import { NotFoundError } from '../../base/errors.ts';
import { createIds } from '../../base/sortable-ids.ts';
import type { Delivery } from '../delivery.ts';
import type { ListenerOptions } from '../options.ts';
import { createRecorder } from '../recorder.ts';
import { type DeliveryQuery, type DeliveryStore, findDelivery, matching } from '../store.ts';
import { againOf, messageHeaders, type ReadDelivery, readDelivery } from './message.ts';
import type { StreamReader } from './stream.ts';

/** Number of messages in a batch when a stream is read backwards; batches grow if few messages match. */
const partLength = 256;
const longestPart = 64 * partLength;
const newId = createIds();

/** Returns the deliveries of a stream as a store; verifies each signature again with these tokens. */
export function createStreamStore(
  stream: StreamReader,
  options: Pick<ListenerOptions, 'tokens' | 'allowUnsigned'>,
): DeliveryStore {
  const recorder = createRecorder(options);
  const isDead = stream.part === 'dead';
  const name = `the stream ${stream.name}${isDead ? ' (dead letters)' : ''}`;

  const read = (query: DeliveryQuery = {}) => matching(deliveries(query), query);

  async function* stored(query: DeliveryQuery): AsyncGenerator<ReadDelivery> {
    for await (const message of messagesIn(stream, query)) {
      const reading = readDelivery(message, recorder);
      if (reading) yield reading;
    }
  }

  async function* deliveries(query: DeliveryQuery): AsyncGenerator<Delivery> {
    for await (const { delivery } of stored(query)) yield delivery;
  }

  return {
    name,
    read,
    find: (idOrPrefix) =>
      findDelivery({ name, read }, idOrPrefix, `svc webhook list --subscribe${isDead ? ' --dead-letters' : ''}`),
    async again({ id }) {
      for await (const { delivery, message } of stored({ order: 'newest-first' })) {
        if (delivery.id !== id) continue;
        const { onlyFor, subject, ...copy } = againOf(message, newId(Date.now()));
        await stream.publish(subject, copy);
        return { id: copy.headers.get(messageHeaders.id), onlyFor };
      }
      throw new NotFoundError(`Delivery ${id} is no longer in ${name}.`);
    },
    async *follow(signal, where = () => true) {
      const messages = await stream.read('now');
      signal.addEventListener('abort', messages.stop, { once: true });
      if (signal.aborted) messages.stop();
      for await (const message of messages) {
        const reading = readDelivery(message, recorder);
        if (reading && where(reading.delivery)) yield reading.delivery;
      }
    },
  };
}

async function* messagesIn(stream: StreamReader, { order, since }: DeliveryQuery): AsyncGenerator<JsMsg> {
  const { first, last } = await stream.range();
  if (order !== 'newest-first') return yield* between(stream, since ?? first, last);
  let length = partLength;
  for (let end = last; end >= first; ) {
    const part: JsMsg[] = [];
    const start = Math.max(first, end - length + 1);
    for await (const message of between(stream, start, end)) part.push(message);
    for (const message of part.reverse()) {
      if (since && message.time < since) return;
      yield message;
    }
    end = start - 1;
    if (part.length < length / 2) length = Math.min(length * 2, longestPart);
  }
}

async function* between(stream: StreamReader, start: number | Date, last: number): AsyncGenerator<JsMsg> {
  if (last === 0) return;
  const messages = await stream.read(start, partLength);
  if (messages.pending === 0) return messages.stop();
  for await (const message of messages) {
    if (message.seq > last) return;
    yield message;
    if (message.seq === last || message.info.pending === 0) return;
  }
}

import type { JsMsg } from '@nats-io/jetstream';
import { NotFoundError } from '../../base/errors.ts';
import { createIds } from '../../base/sortable-ids.ts';
import type { Delivery } from '../delivery.ts';
import type { ListenerOptions } from '../options.ts';
import { createRecorder, type Recorder } from '../recorder.ts';
import { chosen, type DeliveryQuery, type DeliveryStore, findDelivery } from '../store.ts';
import { againOf, isDeadLetter, messageHeaders, readDelivery } from './message.ts';
import type { StreamReader } from './stream.ts';

/** Read backwards, a stream is read in parts of this many messages, or more where few of them are wanted. */
const partLength = 256;
const longestPart = 64 * partLength;
const newId = createIds();

/** A delivery and its message. */
interface Stored {
  delivery: Delivery;
  message: JsMsg;
}

/** The deliveries of a stream as those of the journal are read; each is verified again with these tokens. */
export function createStreamStore(
  stream: StreamReader,
  options: Pick<ListenerOptions, 'tokens' | 'allowUnsigned'>,
): DeliveryStore {
  const recorder = createRecorder(options);
  const isDead = stream.part === 'dead';
  const name = `the stream ${stream.name}${isDead ? ' (dead letters)' : ''}`;

  const read = (query: DeliveryQuery = {}) => chosen(deliveries(query), query);

  async function* deliveries({ order, since }: DeliveryQuery): AsyncGenerator<Delivery> {
    const stored = order === 'newest-first' ? backwards(stream, recorder, since) : forwards(stream, recorder, since);
    for await (const { delivery } of stored) yield delivery;
  }

  return {
    name,
    path: name,
    read,
    find: (idOrPrefix) =>
      findDelivery({ name, read }, idOrPrefix, `svc webhook list --subscribe${isDead ? ' --dead-letters' : ''}`),
    async again({ id }) {
      for await (const { delivery, message } of backwards(stream, recorder, undefined)) {
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
  let length = partLength;
  for (let end = last; end >= first; ) {
    const part: Stored[] = [];
    const start = Math.max(first, end - length + 1);
    for await (const stored of between(stream, recorder, start, end)) part.push(stored);
    for (const stored of part.reverse()) {
      if (since && stored.message.time < since) return;
      yield stored;
    }
    end = start - 1;
    if (part.length < length / 2) length = Math.min(length * 2, longestPart);
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
  if (!found) return undefined;
  const movedBy = isDeadLetter(message.subject) ? message.headers?.get(messageHeaders.reader) : undefined;
  return { delivery: movedBy ? { ...found.delivery, movedBy } : found.delivery, message };
}

import { type JetStreamManager, jetstream } from '@nats-io/jetstream';
import type { Broker } from './connection.ts';
import { messageHeaders, subjects } from './message.ts';

/** In ms. */
const longestWait = 10_000;

/** How many deliveries the readers of each name moved aside; those of deleted names too. */
export async function countDeadLetters(
  { connection }: Broker,
  { streams }: Pick<JetStreamManager, 'streams'>,
  stream: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const { state } = await streams.info(stream, { subjects_filter: subjects.dead });
  const total = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts;
  const consumer = await jetstream(connection).consumers.get(stream, {
    filter_subjects: subjects.dead,
    headers_only: true,
  });
  for await (const { headers, info } of await consumer.fetch({ max_messages: total, expires: longestWait })) {
    const name = headers?.get(messageHeaders.reader) ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (info.pending === 0) break;
  }
  await consumer.delete();
  return counts;
}

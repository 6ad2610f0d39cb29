import { statSync } from 'node:fs';
import type { Delivery } from './delivery.ts';
import { filesOf, type Series, seriesNames } from './journal-files.ts';
import { fromLine } from './journal-line.ts';
import { linesFromNowOn, linesIn } from './journal-reader.ts';
import { chosen, type DeliveryQuery, type Order } from './store.ts';

interface Timed {
  readonly at: string;
  readonly id: string;
}

/** The deliveries of the journal in a folder. */
export async function* readJournal(folder: string, query: DeliveryQuery = {}): AsyncGenerator<Delivery> {
  const { order = 'oldest-first', where = () => true, since } = query;
  const from = since?.toISOString() ?? '';
  const sequences = seriesNames.map((series) => deliveriesOf(folder, series, order, since));
  const fits = (delivery: Delivery) => delivery.at >= from && where(delivery);
  yield* chosen(timeOrder(sequences, order), { ...query, where: fits });
}

/** The deliveries that any process appends from now on, until the signal aborts. */
export async function* followJournal(
  folder: string,
  signal: AbortSignal,
  where: (delivery: Delivery) => boolean = () => true,
): AsyncGenerator<Delivery> {
  for await (const lines of linesFromNowOn(folder, signal)) {
    const found = lines.map(fromLine).filter((delivery) => delivery !== undefined);
    // They come from several files.
    yield* found.filter(where).sort(compareTimes);
  }
}

/** The deliveries of a series, without files last written before `since`. */
async function* deliveriesOf(folder: string, series: Series, order: Order, since?: Date): AsyncGenerator<Delivery> {
  const files = filesOf(folder, series).filter((path) => !since || changedSince(path, since));
  for (const path of order === 'newest-first' ? files.reverse() : files) {
    const lines = linesIn(path);
    for (const line of order === 'newest-first' ? lines.reverse() : lines) {
      const delivery = fromLine(line);
      if (delivery) yield delivery;
    }
  }
}

function changedSince(path: string, since: Date): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since.getTime() - 1000;
}

/** Below 0 where the first came before the second; ids of one millisecond sort as they were made. */
function compareTimes(one: Timed, other: Timed): number {
  const [first, second] = one.at === other.at ? [one.id, other.id] : [one.at, other.at];
  return first < second ? -1 : Number(first > second);
}

/** Several sequences, each in order of time as far as its clock was right, as one. Each is read no further than one ahead. */
async function* timeOrder<Item extends Timed>(
  sequences: readonly AsyncGenerator<Item>[],
  order: Order,
): AsyncGenerator<Item> {
  const heads = await Promise.all(sequences.map(async (sequence) => ({ sequence, head: await sequence.next() })));
  const sign = order === 'oldest-first' ? 1 : -1;
  try {
    for (;;) {
      let first: (typeof heads)[number] | undefined;
      for (const each of heads) {
        if (each.head.done) continue;
        if (!first || compareTimes(each.head.value, first.head.value) * sign < 0) first = each;
      }
      if (!first) return;
      yield first.head.value;
      first.head = await first.sequence.next();
    }
  } finally {
    for (const { sequence } of heads) await sequence.return(undefined);
  }
}

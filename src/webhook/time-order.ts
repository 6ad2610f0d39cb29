export type Order = 'oldest-first' | 'newest-first';

interface Timed {
  readonly at: string;
  readonly id: string;
}

/** Below 0 where the first came before the second; ids of one millisecond sort as they were made. */
export function compareTimes(one: Timed, other: Timed): number {
  const [first, second] = one.at === other.at ? [one.id, other.id] : [one.at, other.at];
  return first < second ? -1 : Number(first > second);
}

/** Several sequences, each in order of time as far as its clock was right, as one. Each is read no further than one ahead. */
export async function* timeOrder<Item extends Timed>(
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

import { type Delivery, isAccepted } from '../delivery.ts';
import { type Summary, summaryOf } from './page-model.ts';

export interface HistoryOptions {
  /** Lines kept; above it the oldest goes. 500. */
  items?: number | undefined;
  /** Bytes of bodies kept; above it the oldest are only lines, and their bodies in the journal. 32 MiB. */
  bytes?: number | undefined;
}

/** The latest deliveries, within bounds. Half of the room is reserved for accepted deliveries: rejected ones displace each other first. */
export interface History {
  readonly most: number;
  /** How many were added, those that are no longer here included. */
  readonly total: number;
  /** How many of them were rejected since the start of the listener. */
  readonly rejected: number;
  /** Adds a new delivery or, as `earlier`, one from the journal. A known delivery changes nothing. */
  add(delivery: Delivery, earlier?: boolean): void;
  /** The oldest first. */
  summaries(): Summary[];
  /** One whose bytes are still here. */
  find(id: string): Delivery | undefined;
  /** Is told of each one that is added, until the function it answers is called. */
  follow(watch: (summary: Summary) => void): () => void;
}

export function createHistory({ items = 500, bytes = 32 * 1024 * 1024 }: HistoryOptions = {}): History {
  const lines = new Map<string, Summary>();
  const whole = new Map<string, Delivery>();
  const watchers = new Set<(summary: Summary) => void>();
  const held = { bytes: 0, accepted: 0 };
  let accepted = 0;
  let total = 0;
  let rejected = 0;

  /** Counts the bytes of a delivery in, or with -1 out. */
  function weigh(delivery: Delivery, sign = 1): void {
    const { length } = delivery.body;
    held.bytes += sign * length;
    if (isAccepted(delivery)) held.accepted += sign * length;
  }

  function forget(delivery: Delivery): void {
    weigh(delivery, -1);
    whole.delete(delivery.id);
  }

  function dropLine({ id, accepted: wasAccepted }: Summary): void {
    if (wasAccepted) accepted -= 1;
    lines.delete(id);
    const delivery = whole.get(id);
    if (delivery) forget(delivery);
  }

  return {
    most: items,
    get total() {
      return total;
    },
    get rejected() {
      return rejected;
    },
    add(delivery, earlier = false) {
      const { id } = delivery;
      if (lines.has(id)) return;
      const summary = summaryOf(delivery, earlier);
      lines.set(id, summary);
      total += 1;
      if (!earlier && !summary.accepted) rejected += 1;
      if (summary.accepted) accepted += 1;
      whole.set(id, delivery);
      weigh(delivery);
      if (lines.size > items) dropLine(oldest(lines, (line) => accepted > items / 2 || !line.accepted));
      while (held.bytes > bytes) forget(oldest(whole, (each) => held.accepted > bytes / 2 || !isAccepted(each)));
      for (const watch of watchers) watch(summary);
    },
    summaries: () => [...lines.values()],
    find: (id) => whole.get(id),
    follow(watch) {
      watchers.add(watch);
      return () => void watchers.delete(watch);
    },
  };
}

/** The first that may go; there is one where not all of them together are within the bounds of the accepted ones. */
function oldest<Item>(items: ReadonlyMap<string, Item>, mayGo: (item: Item) => boolean): Item {
  for (const item of items.values()) if (mayGo(item)) return item;
  throw new RangeError('Nothing may go.');
}

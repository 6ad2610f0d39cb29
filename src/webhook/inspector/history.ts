import type { Delivery } from '../delivery.ts';
import { type Summary, summaryOf } from './shown.ts';

export interface HistoryOptions {
  /** Lines kept; above it the oldest goes. 500. */
  items?: number | undefined;
  /** Bytes of bodies kept; above it the oldest are only lines, and their bodies in the journal. 32 MiB. */
  bytes?: number | undefined;
}

/** The latest deliveries, within bounds. */
export interface History {
  readonly most: number;
  /** Takes one that came now, or, as `earlier`, one from the journal. One that is there already changes nothing. */
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
  let held = 0;

  function forget(id: string): void {
    held -= whole.get(id)?.body.length ?? 0;
    whole.delete(id);
  }

  return {
    most: items,
    add(delivery, earlier = false) {
      const { id, body } = delivery;
      if (lines.has(id)) return;
      const summary = summaryOf(delivery, earlier);
      lines.set(id, summary);
      whole.set(id, delivery);
      held += body.length;
      for (const oldest of lines.keys()) {
        if (lines.size <= items) break;
        lines.delete(oldest);
        forget(oldest);
      }
      for (const oldest of whole.keys()) {
        if (held <= bytes) break;
        forget(oldest);
      }
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

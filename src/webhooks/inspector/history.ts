import { maskUrl } from '../../base/secrets.ts';
import { type Delivery, isAccepted } from '../delivery.ts';
import { filterKeys } from '../filter.ts';
import { type Summary, summaryOf } from './page-model.ts';

/** The latest deliveries, within bounds. Half of the room is reserved for accepted deliveries: rejected ones displace each other first. */
export class History {
  /** How many were added, those that are no longer here included. */
  total = 0;
  /** How many of them were rejected since the start of the listener. */
  rejected = 0;
  private readonly lines = new Map<string, Summary>();
  private readonly whole = new Map<string, Delivery>();
  private readonly watchers = new Set<(summary: Summary) => void>();

  /** `most` lines are kept. Above a size of their bodies the oldest are only lines, and their bodies in the journal. */
  constructor(
    readonly most = 500,
    private readonly mostBytes = 32 * 1024 * 1024,
  ) {}

  /** Adds a new delivery or, as `earlier`, one from the journal. A known delivery changes nothing. */
  add(delivery: Delivery, earlier = false): void {
    const { lines, whole } = this;
    if (lines.has(delivery.id)) return;
    const summary = summaryOf(delivery, earlier);
    lines.set(delivery.id, summary);
    whole.set(delivery.id, delivery);
    this.total += 1;
    if (!earlier && !summary.accepted) this.rejected += 1;
    const line = surplus(lines, this.most, () => 1);
    if (line) for (const each of [lines, whole]) each.delete(line.id);
    const surplusBody = () => surplus(whole, this.mostBytes, ({ body }) => body.length);
    for (let each = surplusBody(); each; each = surplusBody()) whole.delete(each.id);
    for (const watch of this.watchers) watch(summary);
  }

  /** The oldest first. */
  summaries(): Summary[] {
    return [...this.lines.values()];
  }

  /** One whose bytes are still here. */
  find(id: string): Delivery | undefined {
    return this.whole.get(id);
  }

  /** Is told of each one that is added, until the function it answers is called. */
  follow(watch: (summary: Summary) => void): () => void {
    this.watchers.add(watch);
    return () => void this.watchers.delete(watch);
  }
}

/** Returns the oldest that must go if all weigh more than the room: a rejected one, unless the accepted ones take more than half of it. */
function surplus<Item extends Pick<Delivery, 'verdict'>>(
  items: ReadonlyMap<string, Item>,
  room: number,
  weigh: (item: Item) => number,
): Item | undefined {
  let [all, accepted] = [0, 0];
  for (const item of items.values()) {
    all += weigh(item);
    if (isAccepted(item)) accepted += weigh(item);
  }
  if (all > room) for (const item of items.values()) if (accepted > room / 2 || !isAccepted(item)) return item;
  return undefined;
}

/** The listener that a page shows. */
export interface ListenerFacts {
  /** Where the deliveries come in. */
  readonly listener: string;
  /** The default destination of a replay. */
  readonly destination?: URL | undefined;
  /** Whether there is a token to sign replays with. */
  readonly signs: boolean;
  /** A command that sends a sample to the listener, for the page to show. */
  readonly sample?: string | undefined;
}

/** The state that a page begins with. @public */
export type Snapshot = Readonly<ReturnType<typeof snapshotOf>>;

/** Returns the state that a page begins with. */
export function snapshotOf(history: History, { destination, listener, sample, signs }: ListenerFacts) {
  return {
    listener,
    /** The default destination of a replay, as it may be shown. */
    destination: destination ? maskUrl(destination) : null,
    signs,
    /** Null if no flag names the token of the listener. */
    sample: sample ?? null,
    keys: filterKeys,
    most: history.most,
    total: history.total,
    rejected: history.rejected,
    /** The oldest first. */
    deliveries: history.summaries(),
  };
}

import { maskUrl } from '../../base/secrets.ts';
import { type Delivery, isAccepted } from '../delivery.ts';
import { filterKeys } from '../filter.ts';
import { type Summary, summaryOf } from './page-model.ts';

/** The latest deliveries, up to a limit. Half of it is reserved for accepted deliveries: rejected ones displace each other first. */
export class History {
  /** Number of added deliveries, including evicted ones. */
  total = 0;
  /** Number of deliveries rejected since the start of the listener. */
  rejected = 0;
  private readonly lines = new Map<string, Summary>();
  private readonly whole = new Map<string, Delivery>();
  private readonly watchers = new Set<(summary: Summary) => void>();

  /** Creates a history of at most `most` lines; above `mostBytes` of bodies, the oldest bodies are only in the journal. */
  constructor(
    readonly most = 500,
    private readonly mostBytes = 32 * 1024 * 1024,
  ) {}

  /** Adds a new delivery or, as `earlier`, a stored one. A known id is ignored. */
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

  /** Returns the lines, the oldest first. */
  summaries(): Summary[] {
    return [...this.lines.values()];
  }

  /** Returns a delivery; undefined if its body was evicted. */
  find(id: string): Delivery | undefined {
    return this.whole.get(id);
  }

  /** Calls `watch` with each added delivery, until the returned function is called. */
  follow(watch: (summary: Summary) => void): () => void {
    this.watchers.add(watch);
    return () => void this.watchers.delete(watch);
  }
}

/** Returns the oldest item to evict if the total exceeds the limit: a rejected one, unless accepted ones take more than half of it. */
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
  readonly listener: string;
  /** The default destination of a replay. */
  readonly destination?: URL | undefined;
  /** True if a token exists to sign replays. */
  readonly signs: boolean;
  /** Command that sends a sample to the listener. */
  readonly sample?: string | undefined;
}

/** The state that a page begins with. @public */
export type Snapshot = Readonly<ReturnType<typeof snapshotOf>>;

/** Returns the state that a page begins with. */
export function snapshotOf(history: History, { destination, listener, sample, signs }: ListenerFacts) {
  return {
    listener,
    /** Default destination of a replay, with secrets masked. */
    destination: destination ? maskUrl(destination) : null,
    signs,
    /** Null if no flag names the token of the listener. */
    sample: sample ?? null,
    keys: filterKeys,
    most: history.most,
    total: history.total,
    rejected: history.rejected,
    deliveries: history.summaries(),
  };
}

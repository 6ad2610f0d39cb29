import { maskUrl } from '../../base/secrets.ts';
import { type Delivery, isAccepted } from '../delivery.ts';
import { factsOf } from '../event.ts';
import { filterKeys, filterValuesOf } from '../filter.ts';

/** The latest deliveries, up to a limit. Half of it is reserved for accepted deliveries: rejected ones displace each other first. */
export class History {
  total = 0;
  rejected = 0;
  private readonly lines = new Map<string, Summary>();
  private readonly deliveries = new Map<string, Delivery>();
  private readonly watchers = new Set<(summary: Summary) => void>();

  /** Creates a history of at most `most` deliveries. Above `mostBytes`, only the journal has the oldest bodies. */
  constructor(
    readonly most = 500,
    private readonly mostBytes = 32 * 1024 * 1024,
  ) {}

  /** Adds a new delivery or, with `earlier`, a stored one. Ignores a delivery whose id is known. */
  add(delivery: Delivery, earlier = false): void {
    const { lines, deliveries } = this;
    if (lines.has(delivery.id)) return;
    const summary = summaryOf(delivery, earlier);
    lines.set(delivery.id, summary);
    deliveries.set(delivery.id, delivery);
    this.total += 1;
    if (!earlier && !summary.accepted) this.rejected += 1;
    const line = surplus(lines, this.most, () => 1);
    if (line) for (const each of [lines, deliveries]) each.delete(line.id);
    const surplusBody = () => surplus(deliveries, this.mostBytes, ({ body }) => body.length);
    for (let each = surplusBody(); each; each = surplusBody()) deliveries.delete(each.id);
    for (const watch of this.watchers) watch(summary);
  }

  summaries(): Summary[] {
    return [...this.lines.values()];
  }

  find(id: string): Delivery | undefined {
    return this.deliveries.get(id);
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

export interface ListenerFacts {
  readonly listener: string;
  readonly destination?: URL | undefined;
  /** True if there is a token to sign replays with. */
  readonly signs: boolean;
  readonly sample?: string | undefined;
}

/** The state that a page begins with. @public */
export type Snapshot = Readonly<ReturnType<typeof snapshotOf>>;

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

/** Longest sender text in the list, in characters; the detail shows all of it. */
const longestText = 200;
const mostValues = 20;

export type Summary = Readonly<ReturnType<typeof summaryOf>>;

/** A delivery with its headers and bytes (base64), for the page. @public */
export type Detail = ReturnType<typeof detailOf>;

export function summaryOf(delivery: Delivery, earlier: boolean) {
  const facts = factsOf(delivery.notification);
  const { id, at, reason, status, trigger, verdict, verified } = delivery;
  const { message, run, runStatus, runUpdatedAt, workspace, workspaceName } = facts;
  const values = Object.entries(filterValuesOf(delivery, facts)).map(
    ([key, texts]) => [key, texts.slice(0, mostValues).map(cut)] as const,
  );
  return {
    ...{ id, at, verdict, verified, status },
    /** True if an earlier listener received the delivery. */
    earlier,
    /** True if verified or allowed unsigned: the page may show its state of a run. */
    accepted: isAccepted(delivery),
    ...{ trigger: cut(trigger), run: cut(run), runStatus: cut(runStatus), runUpdatedAt: cut(runUpdatedAt) },
    ...{ message: cut(message), workspace: cut(workspaceName ?? workspace), reason },
    /** Values of the delivery that a `key=value` filter compares with. */
    values: Object.fromEntries(values) as Readonly<Record<string, readonly string[]>>,
  };
}

export function detailOf(delivery: Delivery) {
  const { id, at, verdict, verified, status, cause, reason, signedWith, method, path, marks } = delivery;
  const { body, headers, notification } = delivery;
  const { trigger, run, runUrl, runMessage, message, organization, workspace, workspaceName } = factsOf(notification);
  return {
    ...{ id, at, verdict, verified, status, cause, reason, signedWith, method, path, marks },
    ...{ trigger, run, runUrl, runMessage, message, organization, workspace: workspaceName ?? workspace },
    ...{ answer: delivery.answer, headers, bytes: body.toString('base64'), notification },
  };
}

function cut<Text extends string | null>(text: Text): Text {
  return (text !== null && text.length > longestText ? `${text.slice(0, longestText)}…` : text) as Text;
}

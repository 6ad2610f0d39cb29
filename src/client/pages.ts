import { ProtocolError } from '../errors.ts';

/** One page of a platform list as it was answered. */
export interface Page<Row> {
  rows: Row[];
  /** `meta.pagination`, where the server tells it; without one the page is the whole list. */
  pagination?: { page: number; nextPage: number | null; totalPages: number; totalCount: number } | undefined;
}

/** How a list is read. */
export interface PageOptions<Row> {
  fetch(page: number): Promise<Page<Row>>;
  /** The most rows wanted; all of them unless told. */
  limit?: number | undefined;
  /** Called when there is more than wanted, with how many there are. */
  cut?: (total: number) => void;
}

/** Pages that are on their way at the same time, so that latency is paid once for several of them. */
const inFlight = 16;

/**
 * The rows of a platform list in order (facts, section g). Once the first page tells how many there are, the others are
 * fetched side by side; never more of them than the limit needs, and never more than a few kept at a time.
 * @throws {ProtocolError} when the pages go in a circle, or do not hold what the first one announced
 */
export async function* readPages<Row>({
  fetch,
  limit = Number.POSITIVE_INFINITY,
  cut,
}: PageOptions<Row>): AsyncGenerator<Row> {
  const first = await fetch(1);
  yield* first.rows.slice(0, limit);
  const { pagination } = first;
  let seen = first.rows.length;
  if (seen >= limit) {
    const total = pagination?.totalCount ?? seen;
    if (total > limit) cut?.(total);
    return;
  }
  if (!pagination || (pagination.totalPages <= 1 && pagination.nextPage === null)) return;
  const lastNeeded = Math.min(
    pagination.totalPages,
    Number.isFinite(limit) && seen > 0 ? Math.ceil(limit / seen) : Number.POSITIVE_INFINITY,
  );
  let previous = first;
  for await (const { page, number } of inOrder(fetch, 2, lastNeeded)) {
    refuseCircle(page, previous, number);
    yield* page.rows.slice(0, limit - seen);
    seen += page.rows.length;
    previous = page;
  }
  // A list that grew meanwhile, or a total that was too low: there is more as long as the server says so.
  for (let number = lastNeeded + 1; seen < limit && previous.pagination?.nextPage === number; number++) {
    const page = await fetch(number);
    refuseCircle(page, previous, number);
    yield* page.rows.slice(0, limit - seen);
    seen += page.rows.length;
    previous = page;
  }
  if (seen >= limit) {
    if (pagination.totalCount > limit) cut?.(pagination.totalCount);
  } else if (seen < pagination.totalCount) {
    throw new ProtocolError(
      `The list is incomplete: the service announced ${pagination.totalCount} and sent ${seen}.`,
      {
        retryable: true,
      },
    );
  }
}

/** Pages from one number to another, several on their way at a time, handed over in order. */
async function* inOrder<Row>(
  fetch: (page: number) => Promise<Page<Row>>,
  from: number,
  to: number,
): AsyncGenerator<{ page: Page<Row>; number: number }> {
  const waiting: Promise<Page<Row>>[] = [];
  let next = from;
  const ask = () => {
    const asked = fetch(next++);
    // The one that is waited for throws; the others must not do so behind its back.
    asked.catch(() => undefined);
    waiting.push(asked);
  };
  while (next <= to && waiting.length < inFlight) ask();
  for (let number = from; number <= to; number++) {
    const page = await waiting.shift()!;
    if (next <= to) ask();
    yield { page, number };
  }
}

function refuseCircle<Row>(page: Page<Row>, previous: Page<Row>, number: number): void {
  const answered = page.pagination?.page;
  const repeated = page.rows.length > 0 && JSON.stringify(page.rows[0]) === JSON.stringify(previous.rows[0]);
  if ((answered !== undefined && answered !== number) || repeated) {
    throw new ProtocolError(
      `The service's pages go in a circle: asked for page ${number}, it sent page ${answered ?? number - 1} again.`,
    );
  }
}

/** The pagination of a platform document, undefined where it has none or an odd one. */
export function paginationOf(document: unknown): Page<unknown>['pagination'] {
  const found = (document as { meta?: { pagination?: Record<string, unknown> } } | null)?.meta?.pagination;
  if (typeof found !== 'object' || found === null) return undefined;
  const { 'current-page': page, 'next-page': nextPage, 'total-pages': totalPages, 'total-count': totalCount } = found;
  if (typeof page !== 'number' || typeof totalPages !== 'number' || typeof totalCount !== 'number') return undefined;
  return { page, totalPages, totalCount, nextPage: typeof nextPage === 'number' ? nextPage : null };
}

import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';

/** One page of a platform list as it was answered. */
export interface Page<Row> {
  rows: Row[];
  /** `meta.pagination`, where the server tells it. */
  pagination?: Pagination | undefined;
  /** `links.next` as it came. */
  next?: string | undefined;
  /** The URL that was asked, which `next` is relative to. */
  url?: URL | undefined;
}

/** What of `meta.pagination` is a number, or the text of one; `nextPage` is `odd` where there is something else. */
export interface Pagination {
  page?: number | undefined;
  nextPage?: number | 'odd' | undefined;
  totalPages?: number | undefined;
  totalCount?: number | undefined;
}

/** How a list is read. */
export interface PageOptions<Row> {
  /** A page by its number, or at the URL that the one before named. */
  fetch(page: number | URL): Promise<Page<Row>>;
  /** The most rows wanted (default: all of them). */
  limit?: number | undefined;
  /** Called when there is more than wanted, with how many there are, where the server tells it. */
  cut?: (total: number | undefined) => void;
}

/** Pages that are on their way at the same time, so that latency is paid once for several of them. */
const inFlight = 16;

/**
 * The rows of a platform list in order (docs/protocol/conventions.md#pages). Once the first page tells how many there are, the
 * others are fetched side by side; never more of them than the limit needs, and never more than a few kept at a time. Where it does
 * not tell that in numbers, one page leads to the next. A list that says nothing at all of pages is whole. Returns the rows of the
 * first page, which an empty list has too.
 * @throws {ProtocolError} when the pages go in a circle, do not hold what was announced, or lead nowhere though there is more
 */
export async function* readPages<Row>(options: PageOptions<Row>): AsyncGenerator<Row, Row[]> {
  const { fetch, limit = Number.POSITIVE_INFINITY, cut } = options;
  const first = await fetch(1);
  const { page, totalCount, totalPages = 1, nextPage } = first.pagination ?? {};
  const isCounted = page !== undefined && totalCount !== undefined && (totalPages > 1 || typeof nextPage === 'number');
  if (!isCounted) {
    yield* readFollowing(first, options);
    return first.rows;
  }
  yield* first.rows.slice(0, limit);
  let seen = first.rows.length;
  if (seen >= limit) {
    if (totalCount > limit) cut?.(totalCount);
    return first.rows;
  }
  const lastNeeded = Math.min(
    totalPages,
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
    if (totalCount > limit) cut?.(totalCount);
  } else if (seen < totalCount) {
    throw new ProtocolError(`The list is incomplete: the service announced ${totalCount} and sent ${seen}.`, {
      retryable: true,
    });
  }
  return first.rows;
}

/** Pages from one number to another, several on their way at a time, handed over in order. */
async function* inOrder<Row>(
  fetch: PageOptions<Row>['fetch'],
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

/** Pages one after another, as each of them says. */
async function* readFollowing<Row>(
  first: Page<Row>,
  { fetch, limit = Number.POSITIVE_INFINITY, cut }: PageOptions<Row>,
): AsyncGenerator<Row> {
  const asked = new Set<string>(['1']);
  let seen = 0;
  for (let page = first, number = 1; ; number++) {
    yield* page.rows.slice(0, limit - seen);
    seen += page.rows.length;
    const hasMore = tellsMore(page, seen, number);
    if (seen >= limit) {
      if (seen > limit || hasMore) cut?.(page.pagination?.totalCount);
      return;
    }
    if (!hasMore) return;
    const cursor = nextCursor(page, number);
    if (asked.has(String(cursor))) throw new ProtocolError(`The service's pages go in a circle, to ${cursor} again.`);
    asked.add(String(cursor));
    if (typeof cursor === 'number') number = cursor - 1;
    const previous = page;
    page = await fetch(cursor);
    refuseCircle(typeof cursor === 'number' ? page : { rows: page.rows }, previous, number + 1);
  }
}

/** Whether a page says that others follow it, by numbers or else by a link; `seen` counts the rows up to its end. */
export function tellsMore({ next, pagination }: Page<unknown>, seen: number, number = 1): boolean {
  const { nextPage, page = number, totalCount, totalPages } = pagination ?? {};
  if (nextPage !== undefined || (totalPages ?? 0) > page || (totalCount ?? 0) > seen) return true;
  return totalPages === undefined && totalCount === undefined && next !== undefined;
}

/** What to ask for after a page that says there is more: a number where one parses, else where `links.next` leads. */
function nextCursor({ next, pagination, url }: Page<unknown>, number: number): number | URL {
  const { nextPage, page = number, totalPages = 0 } = pagination ?? {};
  if (typeof nextPage === 'number') return nextPage;
  if (totalPages > page) return page + 1;
  const request = url && `GET ${maskUrl(url)}`;
  if (next === undefined || !URL.canParse(next, url?.href)) {
    throw new ProtocolError('The list is incomplete: the service says that there is more, and gives no way to it.', {
      request,
    });
  }
  const found = new URL(next, url);
  if (found.origin !== url?.origin || found.username || found.password) {
    throw new ProtocolError(`The service names a next page on another origin, which is rejected: ${maskUrl(found)}.`, {
      request,
    });
  }
  found.hash = '';
  return found;
}

/** What a platform document says of its page; undefined for one that is no list. */
export function pageOf<Row>(document: unknown, url: URL): Page<Row> | undefined {
  const { data, links } = (document ?? {}) as { data?: unknown; links?: { next?: unknown } | null };
  if (!Array.isArray(data)) return undefined;
  const named = links?.next as { href?: unknown } | string | null | undefined;
  // A link is a text, or an object with one (JSON:API, Links).
  const next = typeof named === 'object' ? named?.href : named;
  return {
    rows: data as Row[],
    pagination: paginationOf(document),
    next: typeof next === 'string' && next !== '' ? next : undefined,
    url,
  };
}

/** The pagination of a platform document, undefined where it has none. */
export function paginationOf(document: unknown): Pagination | undefined {
  const found = (document as { meta?: { pagination?: Record<string, unknown> } } | null)?.meta?.pagination;
  if (typeof found !== 'object' || found === null) return undefined;
  const next = found['next-page'];
  return {
    page: numberOf(found['current-page']),
    totalPages: numberOf(found['total-pages']),
    totalCount: numberOf(found['total-count']),
    nextPage: numberOf(next) ?? (next === undefined || next === null || next === '' ? undefined : 'odd'),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

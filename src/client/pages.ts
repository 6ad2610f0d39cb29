import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';

/** One page of a platform list. */
export interface Page<Row> {
  rows: Row[];
  /** `meta.pagination`, if the server sends it. */
  pagination?: Pagination | undefined;
  /** `links.next` as received. */
  next?: string | undefined;
  /** The requested URL, which `next` is relative to. */
  url?: URL | undefined;
}

/** The numbers in `meta.pagination`, which may be text; `nextPage` is `odd` if it is anything else. */
export interface Pagination {
  page?: number | undefined;
  nextPage?: number | 'odd' | undefined;
  totalPages?: number | undefined;
  totalCount?: number | undefined;
}

/** How a list is read. */
export interface PageOptions<Row> {
  /** Fetches a page by its number, or at the URL named by the previous page. */
  fetch(page: number | URL): Promise<Page<Row>>;
  /** The most rows to return (default: all). */
  limit?: number | undefined;
  /** Called when the limit cuts the list, with the total if the server sends it. */
  cut?: (total: number | undefined) => void;
}

/** Pages requested at the same time, to pay latency once for several pages. */
const inFlight = 16;

/**
 * The rows of a platform list in order (docs/protocol/conventions.md#pages). If the first page has the total, the
 * others are fetched in parallel: only the pages that the limit needs, and a few at a time. If it does
 * not, each page names the next one. A list without pagination is complete. Returns the rows of the
 * first page, which an empty list has too.
 * @throws {ProtocolError} when pages repeat, rows are missing, or an announced next page has no number or link
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
    rejectCycle(page, previous, number);
    yield* page.rows.slice(0, limit - seen);
    seen += page.rows.length;
    previous = page;
  }
  // The list grew, or the total was too low: continue while the server announces a next page.
  for (let number = lastNeeded + 1; seen < limit && previous.pagination?.nextPage === number; number++) {
    const page = await fetch(number);
    rejectCycle(page, previous, number);
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

/** Pages from one number to another, several at a time, in order. */
async function* inOrder<Row>(
  fetch: PageOptions<Row>['fetch'],
  from: number,
  to: number,
): AsyncGenerator<{ page: Page<Row>; number: number }> {
  const waiting: Promise<Page<Row>>[] = [];
  let next = from;
  const ask = () => {
    const asked = fetch(next++);
    // The awaited page throws; the others must not cause unhandled rejections.
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

function rejectCycle<Row>(page: Page<Row>, previous: Page<Row>, number: number): void {
  const answered = page.pagination?.page;
  const repeated = page.rows.length > 0 && JSON.stringify(page.rows[0]) === JSON.stringify(previous.rows[0]);
  if ((answered !== undefined && answered !== number) || repeated) {
    throw new ProtocolError(
      `The service repeats its pages: the response for page ${number} is page ${answered ?? number - 1} again.`,
    );
  }
}

/** Pages one after another, each named by the previous page. */
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
    if (asked.has(String(cursor)))
      throw new ProtocolError(`The service repeats its pages: ${cursor} is the next page again.`);
    asked.add(String(cursor));
    if (typeof cursor === 'number') number = cursor - 1;
    const previous = page;
    page = await fetch(cursor);
    rejectCycle(typeof cursor === 'number' ? page : { rows: page.rows }, previous, number + 1);
  }
}

/** Whether a page announces a next page, by number or by link; `seen` counts the rows up to its end. */
export function tellsMore({ next, pagination }: Page<unknown>, seen: number, number = 1): boolean {
  const { nextPage, page = number, totalCount, totalPages } = pagination ?? {};
  if (nextPage !== undefined || (totalPages ?? 0) > page || (totalCount ?? 0) > seen) return true;
  return totalPages === undefined && totalCount === undefined && next !== undefined;
}

/** The next page: a number if it parses, otherwise the URL in `links.next`. */
function nextCursor({ next, pagination, url }: Page<unknown>, number: number): number | URL {
  const { nextPage, page = number, totalPages = 0 } = pagination ?? {};
  if (typeof nextPage === 'number') return nextPage;
  if (totalPages > page) return page + 1;
  const request = url && `GET ${maskUrl(url)}`;
  if (next === undefined || !URL.canParse(next, url?.href)) {
    throw new ProtocolError('The list is incomplete: the service announced a next page without its number or link.', {
      request,
    });
  }
  const found = new URL(next, url);
  if (found.origin !== url?.origin || found.username || found.password) {
    throw new ProtocolError(`Rejected a next page on another origin: ${maskUrl(found)}.`, {
      request,
    });
  }
  found.hash = '';
  return found;
}

/** The page of a platform document; undefined if it is not a list. */
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

/** The pagination of a platform document; undefined if it has none. */
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

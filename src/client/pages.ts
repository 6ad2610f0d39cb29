import { ProtocolError } from '../base/errors.ts';
import { maskUrl } from '../base/secrets.ts';

/** One page of a platform list. */
export interface Page<Row> {
  rows: Row[];
  /** `meta.pagination`, if the server sends it. */
  pagination?: Pagination | undefined;
  /** `links.next` as received. */
  next?: string | undefined;
  /** Whether it has neither links nor pagination, and exactly the requested number of rows. */
  isFull?: boolean | undefined;
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
 * others are fetched in parallel: only the pages that the limit needs, and a few at a time. After those, and without a total, each
 * page names the next one. Where a next page is only possible, a page without a new row ends the list. Returns the rows
 * of the first page, which an empty list has too.
 * @throws {ProtocolError} when pages repeat, rows are missing, or an announced next page has no number or link
 */
export async function* readPages<Row>(options: PageOptions<Row>): AsyncGenerator<Row, Row[]> {
  const { fetch, limit = Number.POSITIVE_INFINITY, cut } = options;
  const ids = new Set<unknown>();
  let seen = 0;
  function* take({ rows }: Page<Row>): Generator<Row> {
    const left = Math.max(0, limit - seen);
    seen += rows.length;
    for (const row of rows) ids.add(idOf(row));
    yield* rows.slice(0, left);
  }
  const first = await fetch(1);
  yield* take(first);
  let last = first;
  let number = 1;
  const { page, totalCount, totalPages = 1 } = first.pagination ?? {};
  const needed = Math.min(totalPages, Number.isFinite(limit) && seen > 0 ? Math.ceil(limit / seen) : totalPages);
  if (page !== undefined && totalCount !== undefined) {
    for await (const counted of inOrder(fetch, 2, needed)) {
      rejectCycle(counted.page, last, counted.number);
      yield* take(counted.page);
      ({ page: last, number } = counted);
    }
  }
  const requested = new Set<string>();
  for (;;) {
    const hasMore = tellsMore(last, seen, number);
    if (seen > limit || (seen === limit && hasMore)) cut?.(last.pagination?.totalCount);
    if (seen >= limit || !hasMore) return first.rows;
    const isAnnounced = announcesMore(last, seen, number);
    const cursor = nextCursor(last, seen, number);
    if (requested.has(String(cursor))) {
      if (!isAnnounced) return first.rows;
      throw new ProtocolError(`The service repeats its pages: ${cursor} is the next page again.`);
    }
    requested.add(String(cursor));
    number = typeof cursor === 'number' ? cursor : number + 1;
    const next = await fetch(cursor);
    if (isAnnounced)
      rejectCycle(typeof cursor === 'number' ? next : { rows: next.rows, next: next.next }, last, number);
    else {
      next.rows = next.rows.filter((row) => !ids.has(idOf(row)));
      if (next.rows.length === 0) return first.rows;
    }
    yield* take(next);
    last = next;
  }
}

function idOf(row: unknown): unknown {
  return (row as { id?: unknown } | null)?.id ?? JSON.stringify(row);
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
  if (page.rows.length + previous.rows.length === 0 && announcesMore(page, 0, number)) {
    throw new ProtocolError(`The list is incomplete: page ${number} is empty, and the service announces more.`);
  }
  const answered = page.pagination?.page;
  const repeated = page.rows.length > 0 && JSON.stringify(page.rows[0]) === JSON.stringify(previous.rows[0]);
  if ((answered !== undefined && answered !== number) || repeated) {
    throw new ProtocolError(
      `The service repeats its pages: the response for page ${number} is page ${answered ?? number - 1} again.`,
    );
  }
}

/** Whether a page may have a next one: it announces or links one, or is full and silent. `seen` counts the rows up to its end. */
export function tellsMore(page: Page<unknown>, seen: number, number = 1): boolean {
  return announcesMore(page, seen, number) || page.next !== undefined || page.isFull === true;
}

/** Whether a page announces a next page, and its totals do not contradict that. */
function announcesMore({ next, pagination }: Page<unknown>, seen: number, number: number): boolean {
  const { nextPage, page = number, totalCount, totalPages } = pagination ?? {};
  if (nextPage !== undefined || (totalPages ?? 0) > page || (totalCount ?? 0) > seen) return true;
  return totalPages === undefined && totalCount === undefined && next !== undefined;
}

/** The next page: a number if it parses, otherwise the URL in `links.next`. */
function nextCursor({ isFull, next, pagination, url }: Page<unknown>, seen: number, number: number): number | URL {
  const { nextPage, page = number, totalCount = 0, totalPages = 0 } = pagination ?? {};
  if (typeof nextPage === 'number') return nextPage;
  if (totalPages > page) return page + 1;
  if (isFull) return number + 1;
  const request = url && `GET ${maskUrl(url)}`;
  if (next === undefined || !URL.canParse(next, url?.href)) {
    const announced = totalCount > seen ? `${totalCount} and sent ${seen}` : 'a next page without its number or link';
    throw new ProtocolError(`The list is incomplete: the service announced ${announced}.`, {
      request,
      retryable: totalPages > 1,
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
  const pagination = paginationOf(document);
  const isSilent = pagination === undefined && Object.keys(links ?? {}).every((name) => name === 'self');
  return {
    rows: data as Row[],
    pagination,
    isFull: isSilent && data.length > 0 && String(data.length) === url.searchParams.get('page[size]'),
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

import { ProtocolError, type SvcError, unlessFailed } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';

export interface Page<Row> {
  rows: Row[];
  pagination?: Pagination | undefined;
  /** `links.next` as received; null says that no page follows. */
  next?: string | null | undefined;
  /** True if the page has the requested number of rows. */
  isFull?: boolean | undefined;
  /** True if its links to the first and the last page differ. */
  isOneOfSeveral?: boolean | undefined;
  /** The requested URL, which `next` is relative to. */
  url?: URL | undefined;
}

/** The numbers in `meta.pagination`, which may be text; `nextPage` is null if no page follows, and `odd` if it is anything else. */
export interface Pagination {
  page?: number | undefined;
  nextPage?: number | 'odd' | null | undefined;
  totalPages?: number | undefined;
  totalCount?: number | undefined;
}

export interface PageOptions<Row> {
  fetch(page: number | URL): Promise<Page<Row>>;
  /** The most rows to return (default: all). */
  limit?: number | undefined;
  /** Called when the limit cuts the list, with the total if the server sends it. */
  cut?: (total: number | undefined) => void;
}

/** The number of pages requested at the same time, to pay the latency once. */
const inFlight = 16;

/**
 * Yields the rows of a platform list in order (docs/protocol/conventions.md#pages). If the first page has the total, the other
 * pages that the limit needs are fetched in parallel, a few at a time. After those, and without a total, each page names the next
 * one; a page without a valid number or link is followed by the next number. If a next page is possible but not announced, a page
 * without a new row ends the list. Returns the rows of the first page.
 * @throws {ProtocolError} when pages repeat, or announced rows are missing
 */
export async function* readPages<Row>(options: PageOptions<Row>): AsyncGenerator<Row, Row[]> {
  const { fetch, limit = Number.POSITIVE_INFINITY, cut } = options;
  const ids = new Set<unknown>();
  let rowCount = 0;
  function* countRows({ rows }: Page<Row>): Generator<Row> {
    const remaining = Math.max(0, limit - rowCount);
    rowCount += rows.length;
    for (const row of rows) ids.add(idOf(row));
    yield* rows.slice(0, remaining);
  }
  const isNoPage = (error: unknown) => [400, 404, 422].includes((error as SvcError).status ?? 0);
  const fetchNext = (cursor: number | URL) => unlessFailed(fetch(cursor), isNoPage);
  const first = await fetch(1);
  yield* countRows(first);
  let last = first;
  let number = 1;
  const { page, totalCount, totalPages = 1 } = first.pagination ?? {};
  const neededPages = Math.min(
    totalPages,
    Number.isFinite(limit) && rowCount > 0 ? Math.ceil(limit / rowCount) : totalPages,
  );
  if (page !== undefined && totalCount !== undefined) {
    for await (const counted of inOrder(fetchNext, 2, neededPages)) {
      if (!counted.page) throw incomplete(last, rowCount);
      rejectCycle(counted.page, last, counted.number);
      yield* countRows(counted.page);
      ({ page: last, number } = counted);
    }
  }
  const requested = new Set<string>();
  for (;;) {
    const hasMore = hasNextPage(last, rowCount, number);
    if (rowCount > limit || (rowCount === limit && hasMore)) cut?.(last.pagination?.totalCount);
    if (rowCount >= limit || !hasMore) return first.rows;
    const isAnnounced = announcesNextPage(last, rowCount, number);
    const statedCursor = nextCursor(last, number);
    const cursor = statedCursor ?? number + 1;
    if (requested.has(String(cursor))) {
      if (!isAnnounced) return first.rows;
      throw new ProtocolError(`The service repeats its pages: ${cursor} is the next page again.`);
    }
    requested.add(String(cursor));
    number = typeof cursor === 'number' ? cursor : number + 1;
    const next = await fetchNext(cursor);
    const newRows = next?.rows.filter((row) => !ids.has(idOf(row))) ?? [];
    if (next && statedCursor && isAnnounced)
      rejectCycle(typeof statedCursor === 'number' ? next : { rows: next.rows, next: next.next }, last, number);
    else if (statedCursor ? !next : isAnnounced && newRows.length === 0) throw incomplete(last, rowCount);
    else if (!next || newRows.length === 0) return first.rows;
    else next.rows = newRows;
    yield* countRows(next);
    last = next;
  }
}

function incomplete({ pagination, url }: Page<unknown>, rowsSoFar: number): ProtocolError {
  const { totalCount = 0, totalPages = 0 } = pagination ?? {};
  const announced = totalCount > rowsSoFar ? `${totalCount} and sent ${rowsSoFar}` : 'a next page and did not send it';
  return new ProtocolError(`The list is incomplete: the service announced ${announced}.`, {
    request: url && `GET ${maskUrl(url)}`,
    retryable: totalPages > 1,
  });
}

function idOf(row: unknown): unknown {
  return (row as { id?: unknown } | null)?.id ?? JSON.stringify(row);
}

/** Fetches pages from one number to another, several at a time, and yields them in order. */
async function* inOrder<Row>(
  fetch: (page: number) => Promise<Page<Row> | undefined>,
  from: number,
  to: number,
): AsyncGenerator<{ page: Page<Row> | undefined; number: number }> {
  const responses: Promise<Page<Row> | undefined>[] = [];
  let next = from;
  const requestNext = () => {
    const response = fetch(next++);
    // An error is thrown where its page is awaited; until then, it must not count as an unhandled rejection.
    response.catch(() => undefined);
    responses.push(response);
  };
  while (next <= to && responses.length < inFlight) requestNext();
  for (let number = from; number <= to; number++) {
    const page = await responses.shift()!;
    if (next <= to) requestNext();
    yield { page, number };
  }
}

function rejectCycle<Row>(page: Page<Row>, previous: Page<Row>, number: number): void {
  if (page.rows.length + previous.rows.length === 0 && announcesNextPage(page, 0, number)) {
    throw new ProtocolError(`The list is incomplete: page ${number} is empty, and the service announces more.`);
  }
  const receivedNumber = page.pagination?.page;
  const repeated = page.rows.length > 0 && JSON.stringify(page.rows[0]) === JSON.stringify(previous.rows[0]);
  if ((receivedNumber !== undefined && receivedNumber !== number) || repeated) {
    throw new ProtocolError(
      `The service repeats its pages: the response for page ${number} is page ${receivedNumber ?? number - 1} again.`,
    );
  }
}

/** Returns whether a page may have a next one: it announces or links one, or is full and does not say that it is the last. */
export function hasNextPage(page: Page<unknown>, rowsSoFar: number, number = 1): boolean {
  if (announcesNextPage(page, rowsSoFar, number) || typeof page.next === 'string') return true;
  return page.isFull === true && !isCounted(page, rowsSoFar);
}

/** Returns whether a page says that it is the last, or has totals that its rows do not contradict. */
function isCounted({ next, pagination }: Page<unknown>, rowsSoFar: number): boolean {
  const { nextPage, totalCount, totalPages } = pagination ?? {};
  return next === null || nextPage === null || totalPages !== undefined || (totalCount ?? -1) >= rowsSoFar;
}

/** Returns whether a page announces a next page, and its totals do not contradict that. `rowsSoFar` counts the rows up to its end. */
function announcesNextPage(page: Page<unknown>, rowsSoFar: number, at: number): boolean {
  const { isOneOfSeveral, next, pagination } = page;
  const { nextPage = null, page: number = at, totalCount, totalPages } = pagination ?? {};
  if (nextPage !== null || (totalPages ?? 0) > number || (totalCount ?? 0) > rowsSoFar) return true;
  if (typeof next === 'string') return totalPages === undefined && totalCount === undefined;
  return isOneOfSeveral === true && at === 1 && !isCounted(page, rowsSoFar);
}

/** Returns the stated next page: a number if it parses, otherwise the URL in `links.next`; undefined if neither is usable. */
function nextCursor({ next, pagination, url }: Page<unknown>, number: number): number | URL | undefined {
  const { nextPage, page = number, totalPages = 0 } = pagination ?? {};
  if (typeof nextPage === 'number') return nextPage;
  if (totalPages > page) return page + 1;
  if (typeof next !== 'string' || !URL.canParse(next, url?.href)) return undefined;
  const nextUrl = new URL(next, url);
  if (nextUrl.origin !== url?.origin || nextUrl.username || nextUrl.password) {
    throw new ProtocolError(`Rejected a next page on another origin: ${maskUrl(nextUrl)}.`, {
      request: url && `GET ${maskUrl(url)}`,
    });
  }
  nextUrl.hash = '';
  return nextUrl;
}

/** Returns the page of a platform document; undefined if it is not a list. */
export function pageOf<Row>(document: unknown, url: URL): Page<Row> | undefined {
  const { data, links } = (document ?? {}) as { data?: unknown; links?: Record<string, unknown> | null };
  if (!Array.isArray(data)) return undefined;
  const [first, last, next] = [links?.first, links?.last, links?.next].map(linkOf);
  return {
    rows: data as Row[],
    pagination: paginationOf(document),
    // Fewer than ten rows are a whole page only if no more were requested.
    isFull: data.length >= Math.min(10, Number(url.searchParams.get('page[size]')) || 10),
    isOneOfSeveral: data.length > 0 && typeof last === 'string' && typeof first === 'string' && last !== first,
    next,
    url,
  };
}

/** Returns the URL of a link, which is a text or an object with `href` (JSON:API, Links). */
function linkOf(link: unknown): string | null | undefined {
  const target = typeof link === 'object' && link !== null ? (link as { href?: unknown }).href : link;
  return (typeof target === 'string' && target !== '') || target === null ? target : undefined;
}

/** Returns the pagination of a platform document; undefined if it has none. */
export function paginationOf(document: unknown): Pagination | undefined {
  const pagination = (document as { meta?: { pagination?: Record<string, unknown> } } | null)?.meta?.pagination;
  if (typeof pagination !== 'object' || pagination === null) return undefined;
  const next = pagination['next-page'];
  return {
    page: numberOf(pagination['current-page']),
    totalPages: numberOf(pagination['total-pages']),
    totalCount: numberOf(pagination['total-count']),
    nextPage: numberOf(next) ?? (next === null || next === '' ? null : next === undefined ? undefined : 'odd'),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

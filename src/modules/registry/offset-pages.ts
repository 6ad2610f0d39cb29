import type { PageMeta } from '../../api/contract/registry/module-object.ts';
import { ProtocolError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';

/** The requested range of a list. */
export interface RowRange {
  /** The first row, counted from 0 (default: the first that the server sends). */
  offset?: number | undefined;
  /** The maximum number of rows (default: all). */
  limit?: number | undefined;
  /** Called if there are more rows than `limit`. */
  cut?: () => void;
  /** Called with a message if the server announces more rows but does not send them. */
  warn?: (message: string) => void;
}

/** The start of a page: an offset (undefined for the server's first page), or a URL that the server named. */
export type Cursor = { offset: number | undefined } | { url: URL };

export interface OffsetPage<Row> {
  rows: readonly Row[];
  meta: Pick<PageMeta, 'next_offset' | 'next_url'>;
  url: URL;
}

export interface Reading<Row> {
  /** Fetches a page; `missing` is the number of rows that are still missing. */
  fetch(cursor: Cursor, missing: number): Promise<OffsetPage<Row>>;
  keyOf(row: Row): string;
  hint?: string | undefined;
}

/**
 * Yields the rows of a list page by page (docs/protocol/registry.md#pages). If a list ever sends `next_offset` ("only when more results
 * exist"), only that field continues it. Other lists continue with `next_url`, which may also be on the last page. A page without new rows
 * ends the list. Returns the rows of its last page.
 * @throws {ProtocolError} when `next_offset` leads back, or `next_url` to another origin
 */
export async function* readOffsetPages<Row>(reading: Reading<Row>, range: RowRange = {}) {
  const { fetch, hint, keyOf } = reading;
  const { cut, limit = Number.POSITIVE_INFINITY, warn } = range;
  const keys = new Set<string>();
  const requested = new Set<string>();
  let cursor: Cursor = { offset: range.offset };
  let shown = 0;
  let tellsOffset = false;
  while (true) {
    const page: OffsetPage<Row> = await fetch(cursor, limit - shown);
    const { meta, rows } = page;
    requested.add(textOf(cursor));
    const promises = typeof meta.next_offset === 'number';
    if (!hasNewRows(rows, keys, keyOf)) {
      const broken = promises || (rows.length > 0 && shown > 0 && 'offset' in cursor);
      if (broken) warn?.(`The registry announced more modules but sent none; the list may be incomplete.`);
      return rows;
    }
    for (const row of rows) keys.add(keyOf(row));
    yield* rows.slice(0, limit - shown);
    shown += rows.length;
    tellsOffset ||= promises;
    const next: Cursor | undefined = tellsOffset ? nextOffset(page, cursor, hint) : nextUrl(page, requested);
    // An offset means that more rows exist; a URL must be requested to know.
    const hasMore = async (more: Cursor) => 'offset' in more || hasNewRows((await fetch(more, 1)).rows, keys, keyOf);
    if (shown > limit || (shown === limit && next && (await hasMore(next)))) cut?.();
    if (shown >= limit || !next) return rows;
    cursor = next;
  }
}

function hasNewRows<Row>(rows: readonly Row[], keys: ReadonlySet<string>, keyOf: (row: Row) => string): boolean {
  return rows.some((row) => !keys.has(keyOf(row)));
}

/** Returns the next page's cursor. @throws {ProtocolError} for an offset that does not grow: the pages would loop */
function nextOffset({ meta, url }: OffsetPage<unknown>, from: Cursor, hint?: string): Cursor | undefined {
  const { next_offset: next } = meta;
  if (typeof next !== 'number') return undefined;
  const currentOffset = 'offset' in from ? (from.offset ?? 0) : -1;
  if (Number.isSafeInteger(next) && next > currentOffset) return { offset: next };
  const message = `The registry's pages form a loop: offset ${next} follows offset ${currentOffset}.`;
  throw new ProtocolError(message, { request: `GET ${maskUrl(url)}`, hint });
}

/** Returns the cursor of a `next_url`, relative to the request (docs/protocol/registry.md#other-services). */
function nextUrl({ meta, url: base }: OffsetPage<unknown>, visitedUrls: ReadonlySet<string>): Cursor | undefined {
  const { next_url: next } = meta;
  if (!next) return undefined;
  const url = URL.canParse(next, base.href) ? new URL(next, base) : undefined;
  if (url?.origin === base.origin && !url.username && !url.password) {
    url.hash = '';
    return visitedUrls.has(textOf({ url })) ? undefined : { url };
  }
  const message = `The registry's next page is on another origin: ${maskUrl(next)}.`;
  throw new ProtocolError(message, { request: `GET ${maskUrl(base)}` });
}

function textOf(cursor: Cursor): string {
  return 'offset' in cursor ? `offset ${cursor.offset}` : cursor.url.href;
}

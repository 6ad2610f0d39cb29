import type { PageMeta } from '../../api/contract/registry/module-object.ts';
import { ProtocolError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';

/** The requested range of a list. */
export interface RowRange {
  /** The first row, counted from 0 (default: the server's own first one). */
  offset?: number | undefined;
  /** The most rows (default: all of them). */
  limit?: number | undefined;
  /** Called when there was more than that. */
  cut?: () => void;
  /** Called when the server announces more rows and does not send them. */
  warn?: (message: string) => void;
}

/** Where a page begins: at an offset, undefined for the server's own first page, or at a URL that the server named. */
export type Cursor = { offset: number | undefined } | { url: URL };

export interface OffsetPage<Row> {
  rows: readonly Row[];
  meta: Pick<PageMeta, 'next_offset' | 'next_url'>;
  url: URL;
}

export interface Reading<Row> {
  /** `missing` is how many rows are still missing. */
  fetch(cursor: Cursor, missing: number): Promise<OffsetPage<Row>>;
  keyOf(row: Row): string;
  hint?: string | undefined;
}

/**
 * Reads the rows of a list page by page (docs/protocol/registry.md#pages). `next_offset` is sent "only when more results exist": it decides
 * in every list that sends it at all. A list without it continues with `next_url`, which may also be on the last page. A page that is empty
 * or has nothing new ends the list. Returns the rows of its last page.
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
    if (!bringsNew(rows, keys, keyOf)) {
      const broken = promises || (rows.length > 0 && shown > 0 && 'offset' in cursor);
      if (broken) warn?.(`The registry announced more modules but sent none; the list may be incomplete.`);
      return rows;
    }
    for (const row of rows) keys.add(keyOf(row));
    yield* rows.slice(0, limit - shown);
    shown += rows.length;
    tellsOffset ||= promises;
    const next: Cursor | undefined = tellsOffset ? nextOffset(page, cursor, hint) : nextUrl(page, requested);
    // An offset implies more rows, a URL must be requested.
    const hasMore = async (more: Cursor) => 'offset' in more || bringsNew((await fetch(more, 1)).rows, keys, keyOf);
    if (shown > limit || (shown === limit && next && (await hasMore(next)))) cut?.();
    if (shown >= limit || !next) return rows;
    cursor = next;
  }
}

function bringsNew<Row>(rows: readonly Row[], keys: ReadonlySet<string>, keyOf: (row: Row) => string): boolean {
  return rows.some((row) => !keys.has(keyOf(row)));
}

/** @throws {ProtocolError} for an offset that does not grow, so that the pages would form a loop */
function nextOffset({ meta, url }: OffsetPage<unknown>, from: Cursor, hint?: string): Cursor | undefined {
  const { next_offset: next } = meta;
  if (typeof next !== 'number') return undefined;
  const here = 'offset' in from ? (from.offset ?? 0) : -1;
  if (Number.isSafeInteger(next) && next > here) return { offset: next };
  const message = `The registry's pages form a loop: offset ${next} follows offset ${here}.`;
  throw new ProtocolError(message, { request: `GET ${maskUrl(url)}`, hint });
}

/** Relative URLs belong to the request URL (docs/protocol/registry.md#other-services). */
function nextUrl({ meta, url: base }: OffsetPage<unknown>, before: ReadonlySet<string>): Cursor | undefined {
  const { next_url: next } = meta;
  if (!next) return undefined;
  const url = URL.canParse(next, base.href) ? new URL(next, base) : undefined;
  if (url?.origin === base.origin && !url.username && !url.password) {
    url.hash = '';
    return before.has(textOf({ url })) ? undefined : { url };
  }
  const message = `The registry's next page is on another origin: ${maskUrl(next)}.`;
  throw new ProtocolError(message, { request: `GET ${maskUrl(base)}` });
}

function textOf(cursor: Cursor): string {
  return 'offset' in cursor ? `offset ${cursor.offset}` : cursor.url.href;
}

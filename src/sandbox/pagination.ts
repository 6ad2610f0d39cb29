import type { Call } from './call.ts';

/** assumed: the default and the maximum size of a page (docs/protocol/conventions.md#pages). */
const sizes = { default: 20, maximum: 100 };

/**
 * Returns the page of a list that `page[number]` and `page[size]` select, as resources, with links to the other pages. If `whole` is
 * true, a request without these parameters gets the whole list.
 * assumed: the names of the parameters, the envelope, that a page after the last is empty and has its own number, that a larger size
 * is reduced to the maximum, and that a value other than a positive integer is ignored (docs/protocol/conventions.md#pages).
 */
export function platformPage<Row, Resource, Others extends object = object>(
  { query, url, path }: Pick<Call, 'query' | 'url' | 'path'>,
  all: readonly Row[],
  resourceOf: (row: Row) => Resource,
  { whole = false, including }: { whole?: boolean; including?(rows: readonly Row[]): Others } = {},
) {
  const [number, requested] = [positive(query.get('page[number]')), positive(query.get('page[size]'))];
  const everything = whole && number === undefined && requested === undefined;
  const size = everything ? Math.max(1, all.length) : Math.min(requested ?? sizes.default, sizes.maximum);
  const current = number ?? 1;
  const last = Math.max(1, Math.ceil(all.length / size));
  const prev = current > 1 && current <= last ? current - 1 : null;
  const next = current < last ? current + 1 : null;
  const link = (page: number | null) => (page === null ? null : linkTo(`${url}${path}`, query, page, size));
  const rows = all.slice((current - 1) * size, current * size);
  return {
    data: rows.map(resourceOf),
    ...including?.(rows),
    links: { self: link(current), first: link(1), prev: link(prev), next: link(next), last: link(last) },
    meta: {
      pagination: {
        'current-page': current,
        'page-size': size,
        'prev-page': prev,
        'next-page': next,
        'total-pages': last,
        'total-count': all.length,
      },
    },
  };
}

/** Returns whether a request has page parameters. */
export function isPaged(query: URLSearchParams): boolean {
  return query.has('page[number]') || query.has('page[size]');
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return text !== null && /^\d+$/.test(text) && number > 0 && Number.isSafeInteger(number) ? number : undefined;
}

function linkTo(address: string, query: URLSearchParams, number: number, size: number): string {
  const next = new URLSearchParams(query);
  next.set('page[number]', String(number));
  next.set('page[size]', String(size));
  return `${address}?${next}`;
}

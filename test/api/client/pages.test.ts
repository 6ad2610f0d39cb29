import { describe, expect, test } from 'vitest';
import { type Page, pageOf, paginationOf, readPages } from '../../../src/api/client/pages.ts';
import { ProtocolError } from '../../../src/base/errors.ts';
import fc, { forAllAsync } from '../../support/properties.ts';

interface Served {
  total: number;
  size: number;
  /** Changes a page. */
  spoil?: (page: Page<number>, number: number) => Page<number>;
}

function served({ size, spoil = (page) => page, total }: Served) {
  const asked: number[] = [];
  const fetch = async (number: number | URL): Promise<Page<number>> => {
    if (typeof number !== 'number') throw new Error('asked for by URL');
    asked.push(number);
    const from = (number - 1) * size;
    const rows = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => from + index);
    const totalPages = Math.max(1, Math.ceil(total / size));
    const nextPage = number < totalPages ? number + 1 : undefined;
    return spoil({ rows, pagination: { page: number, nextPage, totalPages, totalCount: total } }, number);
  };
  return { asked, fetch };
}

/** Pages of ten rows, each with a link to the next; the last has none. */
function linked({ pagination, total }: { total: number; pagination: Page<number>['pagination'] }) {
  const { nextPage, totalPages } = pagination ?? {};
  const fetch = async (cursor: number | URL): Promise<Page<number>> => {
    const number = typeof cursor === 'number' ? cursor : Number(cursor.searchParams.get('at'));
    const rows = Array.from(
      { length: Math.min(10, total - (number - 1) * 10) },
      (_, index) => (number - 1) * 10 + index,
    );
    const url = new URL(`https://svc.test/rows?at=${number}`);
    const isLast = number === 3;
    if (typeof nextPage === 'number') return { rows, url, pagination: { nextPage: isLast ? undefined : number + 1 } };
    if (totalPages !== undefined) return { rows, url, pagination };
    return { rows, url, pagination: isLast ? undefined : pagination, next: isLast ? undefined : `?at=${number + 1}` };
  };
  return { fetch };
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

describe('a platform list', () => {
  // trust: T-65
  test.each([
    { page: undefined, totalPages: undefined, totalCount: undefined },
    { page: 1, totalPages: 1_000_000, totalCount: 5_000_000 },
  ])('a list that announces one empty page after another is an error: %j', async (totals) => {
    let asked = 0;
    const fetch = async (number: number | URL): Promise<Page<number>> => {
      asked += 1;
      const pagination = { ...totals, page: totals.page && Number(number), nextPage: Number(number) + 1 };
      return { rows: [], pagination };
    };
    await expect(all(readPages({ fetch }))).rejects.toThrow(/incomplete: page 2 is empty/);
    expect(asked).toBeLessThan(40);
  });

  test('a list is complete and in order for any length, page size and limit', async () => {
    const lists = fc.record({
      total: fc.nat(400),
      size: fc.integer({ min: 1, max: 50 }),
      limit: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    });
    await forAllAsync([lists], async ({ limit, size, total }) => {
      const { asked, fetch } = served({ total, size });
      const rows = await all(readPages({ fetch, limit }));
      expect(rows).toEqual(Array.from({ length: Math.min(total, limit ?? total) }, (_, index) => index));
      expect(asked.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(Math.min(total, limit ?? total) / size)));
    });
  });

  // trust: T-66
  test('a list without pagination consists of its one page', async () => {
    const { asked, fetch } = served({ total: 3, size: 5, spoil: ({ rows }) => ({ rows }) });
    expect(await all(readPages({ fetch }))).toEqual([0, 1, 2]);
    expect(asked).toEqual([1]);
  });

  test('a platform list reports the total if the limit cut off rows', async () => {
    const cuts: (number | undefined)[] = [];
    await all(readPages({ ...served({ total: 30, size: 10 }), limit: 15, cut: (total) => cuts.push(total) }));
    await all(readPages({ ...served({ total: 10, size: 10 }), limit: 10, cut: (total) => cuts.push(total) }));
    expect(cuts).toEqual([30]);
  });

  // trust: T-65
  test('a platform list ends with an error if its server repeats the same page', async () => {
    const { fetch } = served({ total: 30, size: 10 });
    await expect(all(readPages({ fetch: () => fetch(1) }))).rejects.toThrow(/repeats its pages/);
  });

  // trust: T-66
  test('a list that ends early gives the received rows and then an error', async () => {
    const spoil = (page: Page<number>, number: number) => (number === 3 ? { ...page, rows: [] } : page);
    const rows: number[] = [];
    const read = async () => {
      for await (const row of readPages(served({ total: 30, size: 10, spoil }))) rows.push(row);
    };
    await expect(read()).rejects.toThrow(ProtocolError);
    expect(rows).toHaveLength(20);
  });

  // trust: T-66
  test('a list that is longer than announced is read as long as the server names a next page', async () => {
    const spoil = (page: Page<number>) => ({
      ...page,
      pagination: { ...page.pagination!, totalPages: 1, totalCount: 10 },
    });
    expect(await all(readPages(served({ total: 35, size: 10, spoil })))).toHaveLength(35);
  });

  test('a reader that stops early requests no more pages', async () => {
    const { asked, fetch } = served({ total: 10_000, size: 10 });
    for await (const row of readPages({ fetch })) if (row === 5) break;
    expect(asked).toEqual([1]);
  });

  test.each<[title: string, pagination: Page<number>['pagination']]>([
    ['only the next page', { nextPage: 2 }],
    ['only how many pages there are', { totalPages: 3 }],
    ['nothing but links', undefined],
    ['an invalid next page number, beside links', { nextPage: 'odd' }],
  ])('a list that announces %s is read completely', async (_title, pagination) => {
    const lists = fc.record({ total: fc.integer({ min: 21, max: 30 }), limit: fc.integer({ min: 1, max: 40 }) });
    await forAllAsync([lists], async ({ limit, total }) => {
      const { fetch } = linked({ total, pagination });
      const cuts: (number | undefined)[] = [];
      const rows = await all(readPages({ fetch, limit, cut: (count) => cuts.push(count) }));
      expect(rows).toEqual(Array.from({ length: Math.min(total, limit) }, (_, index) => index));
      expect(cuts).toHaveLength(limit < total ? 1 : 0);
    });
  });

  // trust: T-66
  test.each<[title: string, page: Partial<Page<number>>]>([
    ['has an invalid next page number', { pagination: { nextPage: 'odd' } }],
    ['counts more rows than it sends', { pagination: { page: 1, totalPages: 1, totalCount: 9 } }],
    ['has an invalid next page URL', { next: 'http://[' }],
  ])('a list that %s and names no next page gives its rows and then an error', async (_title, page) => {
    const url = new URL('https://svc.test/rows');
    const rows: number[] = [];
    const read = async () => {
      for await (const row of readPages<number>({ fetch: async () => ({ rows: [1, 2], url, ...page }) }))
        rows.push(row);
    };
    await expect(read()).rejects.toThrow(
      /The list is incomplete: the service announced (a next page and did not send it|9 and sent 2)/,
    );
    expect(rows).toEqual([1, 2]);
  });

  /** Pages of ten rows without pagination; `ignores` means that the server ignores which page is requested. */
  const silent = (total: number, ignores = false) => {
    const asked: unknown[] = [];
    const fetch = async (cursor: number | URL): Promise<Page<{ id: string }>> => {
      asked.push(cursor);
      const from = ignores ? 0 : (Number(cursor) - 1) * 10;
      const url = new URL('https://svc.test/rows?page[size]=10');
      const data = Array.from({ length: Math.max(0, Math.min(10, total - from)) }, (_, at) => ({
        id: `r-${from + at}`,
      }));
      return pageOf<{ id: string }>({ data }, url)!;
    };
    return { asked, fetch };
  };

  // trust: T-66
  test('a list without links and pagination is read until a page is not full', async () => {
    const lists = fc.record({
      total: fc.nat(60),
      limit: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    });
    await forAllAsync([lists], async ({ limit = 99, total }) => {
      const { asked, fetch } = silent(total);
      const rows = await all(readPages({ fetch, limit }));
      expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: Math.min(total, limit) }, (_, at) => `r-${at}`));
      expect(asked.length).toBeLessThanOrEqual(Math.floor(Math.min(total, limit) / 10) + 1);
    });
  });

  // trust: T-66
  test('a list without links and pagination ends with its first page if the server ignores the requested page', async () => {
    const { asked, fetch } = silent(10, true);
    expect(await all(readPages({ fetch }))).toHaveLength(10);
    expect(asked).toEqual([1, 2]);
  });

  test('a row that moved to the next page while the list was read appears once', async () => {
    const pages = [['a', 'b'], ['b', 'c'], ['d']];
    const url = new URL('https://svc.test/rows?page[size]=2');
    const fetch = async (cursor: number | URL) =>
      pageOf<{ id: string }>({ data: pages[Number(cursor) - 1]!.map((id) => ({ id })) }, url)!;
    expect((await all(readPages({ fetch }))).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a full page whose next link is null is the last page', async () => {
    const url = new URL('https://svc.test/rows?page[size]=1');
    const fetch = async (cursor: number | URL) =>
      pageOf<{ id: string }>({ data: [{ id: `r-${cursor}` }], links: { next: null } }, url)!;
    expect(await all(readPages({ fetch }))).toHaveLength(1);
  });

  // trust: T-66
  test.each<[title: string, pagination: object]>([
    ['total-pages', { 'current-page': 1, 'total-pages': 1 }],
    ['total-count', { 'total-count': 2 }],
    ['all totals', { 'current-page': 1, 'total-pages': 1, 'total-count': 2, 'next-page': null }],
    ['the totals of two pages', { 'current-page': 1, 'total-pages': 2, 'total-count': 4 }],
  ])('a list with a next link is read further, whatever its pagination says (%s)', async (_title, pagination) => {
    const fetch = async (cursor: number | URL) => {
      const at = typeof cursor === 'number' ? cursor : Number(cursor.searchParams.get('at'));
      const url = new URL(`https://svc.test/rows?at=${at}`);
      const data = [{ id: `r-${at}` }, { id: `s-${at}` }];
      const meta = { pagination: { ...pagination, ...('current-page' in pagination ? { 'current-page': at } : {}) } };
      return pageOf<{ id: string }>({ data, meta, links: { next: at < 4 ? `?at=${at + 1}` : null } }, url)!;
    };
    expect(await all(readPages({ fetch }))).toHaveLength(8);
  });

  test.each(['?at=1', '?at=1&size=2'])(
    'a list whose last page links to its own rows again (%s) ends at its totals',
    async (next) => {
      const url = new URL('https://svc.test/rows?at=1');
      const meta = { pagination: { 'current-page': 1, 'total-pages': 1, 'total-count': 2 } };
      const fetch = async () =>
        pageOf<{ id: string }>({ data: [{ id: 'a' }, { id: 'b' }], meta, links: { next } }, url)!;
      expect(await all(readPages({ fetch }))).toHaveLength(2);
    },
  );

  // trust: T-65
  test.each<[next: string, words: RegExp]>([
    ['https://other.test/rows', /another origin/],
    ['http://svc.test/rows', /another origin/],
    ['https://user@svc.test/rows', /another origin/],
    ['/rows?at=1', /repeats its pages/],
  ])('a platform list with a next link that is %s is an error', async (next, words) => {
    let count = 0;
    const fetch = async () => ({ rows: [count++], url: new URL('https://svc.test/rows?at=1'), next });
    await expect(all(readPages<number>({ fetch }))).rejects.toThrow(words);
  });

  test('pagination is read from numbers and from texts that are numbers', () => {
    const pagination = { 'current-page': 1, 'next-page': 2, 'total-pages': 3, 'total-count': 25 };
    expect(paginationOf({ meta: { pagination } })).toEqual({ page: 1, nextPage: 2, totalPages: 3, totalCount: 25 });
    expect(
      paginationOf({ meta: { pagination: { 'current-page': '1', 'next-page': null, 'total-pages': 'x' } } }),
    ).toEqual({ page: 1, nextPage: null });
    expect(paginationOf({ meta: { pagination: { 'next-page': 'two', 'total-count': -1 } } })).toEqual({
      nextPage: 'odd',
    });
    for (const odd of [null, {}, { meta: null }, { meta: { pagination: 5 } }]) {
      expect(paginationOf(odd)).toBeUndefined();
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPace } from '../../src/client/pace.ts';
import { type Page, paginationOf, readPages } from '../../src/client/pages.ts';
import { ProtocolError } from '../../src/errors.ts';

interface Served {
  total: number;
  size: number;
  /** Changes what a page says. */
  spoil?: (page: Page<number>, number: number) => Page<number>;
}

function served({ size, spoil = (page) => page, total }: Served) {
  const asked: number[] = [];
  const fetch = async (number: number): Promise<Page<number>> => {
    asked.push(number);
    const from = (number - 1) * size;
    const rows = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => from + index);
    const totalPages = Math.max(1, Math.ceil(total / size));
    const nextPage = number < totalPages ? number + 1 : null;
    return spoil({ rows, pagination: { page: number, nextPage, totalPages, totalCount: total } }, number);
  };
  return { asked, fetch };
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

describe('a platform list', () => {
  test('comes whole and in order, whatever its length, page size and limit', async () => {
    const lists = fc.record({
      total: fc.nat(400),
      size: fc.integer({ min: 1, max: 50 }),
      limit: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ limit, size, total }) => {
        const { asked, fetch } = served({ total, size });
        const rows = await all(readPages({ fetch, limit }));
        expect(rows).toEqual(Array.from({ length: Math.min(total, limit ?? total) }, (_, index) => index));
        expect(asked.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(Math.min(total, limit ?? total) / size)));
      }),
    );
  });

  test('without pagination is the one page it came in', async () => {
    const { asked, fetch } = served({ total: 3, size: 5, spoil: ({ rows }) => ({ rows }) });
    expect(await all(readPages({ fetch }))).toEqual([0, 1, 2]);
    expect(asked).toEqual([1]);
  });

  test('says what a limit cut', async () => {
    const cuts: number[] = [];
    await all(readPages({ ...served({ total: 30, size: 10 }), limit: 15, cut: (total) => cuts.push(total) }));
    await all(readPages({ ...served({ total: 10, size: 10 }), limit: 10, cut: (total) => cuts.push(total) }));
    expect(cuts).toEqual([30]);
  });

  test('whose server sends the same page again and again ends in an error, not in a circle', async () => {
    const { fetch } = served({ total: 30, size: 10 });
    await expect(all(readPages({ fetch: () => fetch(1) }))).rejects.toThrow(/circle/);
  });

  test('that ends before what was announced is an error after the rows that came', async () => {
    const spoil = (page: Page<number>, number: number) => (number === 3 ? { ...page, rows: [] } : page);
    const rows: number[] = [];
    const read = async () => {
      for await (const row of readPages(served({ total: 30, size: 10, spoil }))) rows.push(row);
    };
    await expect(read()).rejects.toThrow(ProtocolError);
    expect(rows).toHaveLength(20);
  });

  test('that is longer than announced is read on as long as the server names a next page', async () => {
    const spoil = (page: Page<number>) => ({
      ...page,
      pagination: { ...page.pagination!, totalPages: 1, totalCount: 10 },
    });
    expect(await all(readPages(served({ total: 35, size: 10, spoil })))).toHaveLength(35);
  });

  test('whose reader stops early asks for no more pages', async () => {
    const { asked, fetch } = served({ total: 10_000, size: 10 });
    for await (const row of readPages({ fetch })) if (row === 5) break;
    expect(asked).toEqual([1]);
  });

  test('reads pagination only where it is complete', () => {
    const pagination = { 'current-page': 1, 'next-page': 2, 'total-pages': 3, 'total-count': 25 };
    expect(paginationOf({ meta: { pagination } })).toEqual({ page: 1, nextPage: 2, totalPages: 3, totalCount: 25 });
    for (const odd of [
      null,
      {},
      { meta: null },
      { meta: { pagination: 5 } },
      { meta: { pagination: { 'current-page': '1' } } },
    ]) {
      expect(paginationOf(odd)).toBeUndefined();
    }
  });
});

describe('the pace', () => {
  const headers = (remaining: string, reset: string) => {
    const lines: [string, string][] = [
      ['x-ratelimit-remaining', remaining],
      ['x-ratelimit-reset', reset],
    ];
    const all = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value);
    return { all, get: (name: string) => all(name)[0], lines: () => lines };
  };

  test('waits for the reset once nothing remains, and all who wait wait together', async () => {
    const waits: number[] = [];
    const pace = createPace(async (ms) => void waits.push(ms));
    await pace.turn();
    pace.answered(headers('2', '0.5'));
    await pace.turn();
    await pace.turn();
    await Promise.all([pace.turn(), pace.turn()]);
    expect(waits).toEqual([500]);
  });

  test('ignores headers that are no numbers', async () => {
    const waits: number[] = [];
    const pace = createPace(async (ms) => void waits.push(ms));
    pace.answered(headers('none', 'soon'));
    pace.answered(headers('0', '-1'));
    await pace.turn();
    expect(waits).toEqual([]);
  });
});

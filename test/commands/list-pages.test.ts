import { describe, expect, test } from 'vitest';
import { machine, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

/** A requested page. */
interface Place {
  number: number;
  /** The rows of a page, as the server decides. */
  size: number;
  total: number;
  /** The number of the last page. */
  last: number;
  url: URL;
}

/** How a kind of server sends its pages. */
interface Kind {
  /** The largest page (default: 100). */
  most?: number;
  /** True if a page has `most` rows, whatever size was requested. */
  isFixed?: boolean;
  meta?(place: Place): unknown;
  links?(place: Place): unknown;
  /** The number of the page that a request is for (default: that of `page[number]`). */
  numberOf?(url: URL): number;
  /** The status of a request for a page after the last (default: 200). */
  afterLast?: number;
  /** The number of requests for a list with this number of pages, if the pages announce their number. */
  requests?(pages: number): number;
}

const one = ({ searchParams }: URL) => Number(searchParams.get('page[number]') ?? 1);
const at = ({ url }: Place, number: number, name = 'page[number]') => {
  const other = new URL(url);
  other.searchParams.set(name, String(number));
  return other.href;
};
const next = (place: Place) => (place.number < place.last ? place.number + 1 : null);
const numbers = (place: Place) => ({
  'current-page': place.number,
  'page-size': place.size,
  'next-page': next(place),
  'total-pages': place.last,
  'total-count': place.total,
});
const texts = (place: Place) =>
  Object.fromEntries(Object.entries(numbers(place)).map(([key, value]) => [key, `${value ?? ''}`]));
const underscores = (place: Place) =>
  Object.fromEntries(Object.entries(numbers(place)).map(([key, value]) => [key.replaceAll('-', '_'), value]));
const nextLink = (place: Place) => (place.number < place.last ? { next: at(place, place.number + 1) } : {});
const each = (pages: number) => pages;

const complete: Record<string, Kind> = {
  'all numbers': { meta: numbers, requests: each },
  'all numbers, 10 rows a page': { meta: numbers, most: 10, requests: each },
  'all numbers, 30 rows a page': { meta: numbers, most: 30, requests: each },
  'numbers as text': { meta: texts, requests: each },
  'numbers with underscores': { meta: underscores },
  'numbers with underscores, 30 rows a page': { meta: underscores, most: 30 },
  'page, pages and total': { meta: ({ last, number, total }) => ({ page: number, pages: last, total }) },
  'an empty pagination': { meta: () => ({}), most: 30 },
  'only the next page': { meta: (place) => ({ 'next-page': next(place) }), requests: each },
  'only the number of pages': { meta: ({ last }) => ({ 'total-pages': last }), requests: each },
  'only the number of rows': { meta: ({ total }) => ({ 'total-count': total }), requests: each },
  links: { links: (place) => ({ self: place.url.href, ...nextLink(place) }) },
  'links, the last next link null': {
    links: (place) => ({ next: null, ...nextLink(place) }),
    requests: each,
  },
  'links as objects': {
    links: (place) => ({ next: { href: next(place) && at(place, place.number + 1) } }),
    requests: each,
  },
  'relative links': {
    links: (place) => ({ next: next(place) && `?page[number]=${next(place)}&page[size]=${place.size}` }),
    requests: each,
  },
  'links with a cursor instead of a number': {
    numberOf: ({ searchParams }) => Number(searchParams.get('after') ?? 0) + 1,
    links: (place) => ({ next: next(place) && at(place, place.number, 'after') }),
    requests: each,
  },
  'links to the first and the last page only': {
    links: (place) => ({ self: place.url.href, first: at(place, 1), last: at(place, place.last) }),
  },
  'a link to itself only': { links: ({ url }) => ({ self: url.href }), most: 30 },
  'nothing, 10 rows a page': { most: 10 },
  'nothing, 30 rows a page': { most: 30 },
  'nothing, 100 rows a page': {},
  'nothing, and 400 after the last page': { afterLast: 400 },
  'nothing, and 404 after the last page': { afterLast: 404 },
  'nothing, and 422 after the last page': { afterLast: 422 },
  'nothing, and all rows for any page': { most: 5000, isFixed: true, numberOf: () => 1 },
  'too few pages and rows, beside links': {
    meta: (place) => ({ ...numbers(place), 'next-page': null, 'total-pages': 1, 'total-count': 100 }),
    links: nextLink,
    requests: each,
  },
  'fewer rows than a page has': { meta: () => ({ 'total-count': 90 }) },
  'too few pages, and the number of rows': {
    meta: ({ number, total }) => ({ 'current-page': number, 'total-pages': 1, 'total-count': total }),
    requests: each,
  },
};

const incomplete: Record<string, [kind: Kind, missing: RegExp]> = {
  'too many rows': [
    { meta: (place) => ({ ...numbers(place), 'total-count': place.total * 2 }) },
    /the service announced (500 and sent 250|10000 and sent 5000)\./,
  ],
  'too many pages and rows': [
    { meta: (place) => ({ ...numbers(place), 'next-page': null, 'total-pages': place.last + 1, 'total-count': 9999 }) },
    /the service announced 9999 and sent (250|5000)\./,
  ],
  'too many pages and rows, with 404 after the last page': [
    { meta: (place) => ({ ...numbers(place), 'total-pages': place.last + 3, 'total-count': 9999 }), afterLast: 404 },
    /the service announced 9999 and sent (250|5000)\./,
  ],
  'the number of rows, and the first page for any page': [
    { meta: ({ total }) => ({ 'total-count': total }), numberOf: () => 1 },
    /the service announced (250|5000) and sent 100\./,
  ],
  'links to another last page, and the first page for any page': [
    { links: (place) => ({ first: at(place, 1, 'p'), last: at(place, place.last, 'p') }), numberOf: () => 1 },
    /the service announced a next page and did not send it\./,
  ],
  'a next page that is 404': [
    { meta: (place) => ({ 'next-page': place.number + 1 }), afterLast: 404 },
    /the service announced a next page and did not send it\./,
  ],
};

/** Starts a server with a list of `total` agent pools. */
async function listServer(total: number, kind: Kind) {
  const { afterLast = 200, isFixed = false, links, meta, most = 100, numberOf = one } = kind;
  return tinyServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const size = isFixed ? most : Math.min(most, Number(url.searchParams.get('page[size]') ?? 20));
    const [number, last] = [numberOf(url), Math.ceil(total / size)];
    if (number > last && afterLast !== 200) return sendJson(response, {}, { status: afterLast });
    const from = (number - 1) * size;
    const data = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => ({
      id: `apool-${from + index}`,
      type: 'agent-pools',
      attributes: { name: `pool-${from + index}` },
    }));
    const place = { last, number, size, total, url };
    const pagination = meta && { meta: { pagination: meta(place) } };
    sendJson(response, { data, ...pagination, ...(links && { links: links(place) }) });
  });
}

async function listed(total: number, kind: Kind) {
  const { seen, url } = await listServer(total, kind);
  const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
  const { code, stderr, stdout } = await svc('agent-pool list -o ndjson');
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  return { code, ids, requests: seen.length, stderr };
}

const everyPool = (total: number) => Array.from({ length: total }, (_, index) => `apool-${index}`);

describe.each([250, 5000])('a list of %i rows', (total) => {
  // trust: T-200
  test.each(Object.entries(complete))('a list is read completely if its pages have %s', async (_, kind) => {
    const { requests, ...rest } = await listed(total, kind);
    expect(rest).toEqual({ code: 0, ids: everyPool(total), stderr: '' });
    const pages = Math.ceil(total / (kind.most ?? 100));
    // One request more, where the last page has as many rows as any other.
    expect(requests).toBe(kind.requests?.(pages) ?? requests);
    expect(requests).toBeLessThanOrEqual(pages + 1);
  });

  // trust: T-201
  test.each(Object.entries(incomplete))(
    'a list exits with 9 and names the missing rows if its pages have %s',
    async (_, [kind, missing]) => {
      const { code, stderr } = await listed(total, kind);
      expect({ code, stderr }).toEqual({ code: 9, stderr: expect.stringMatching(missing) });
    },
  );
});

describe('a list whose last page is not announced', () => {
  // trust: T-200
  test.each([401, 403, 500])(
    'a list fails with the error if the next page, which may not exist, responds with %i',
    async (afterLast) => {
      const { code, ids } = await listed(300, { afterLast });
      expect([code, ids.length]).toEqual([afterLast === 500 ? 7 : 4, 300]);
    },
  );

  // trust: T-200
  test('a list requests no next page after a page of fewer than ten rows', async () => {
    expect(await listed(9, { meta: underscores })).toMatchObject({ code: 0, requests: 1 });
    expect(await listed(10, { meta: underscores })).toMatchObject({ code: 0, requests: 2 });
  });
});

test.each([
  [1, 1],
  [100, 1],
  [250, 3],
  [5000, 50],
])(
  'a list of %i rows in the sandbox, whose responses contain the number of pages, takes %i requests',
  async (total, pages) => {
    const { requests, service, svc } = await watchedMachine('owner');
    const { workspaces } = service.state.world;
    const [first] = workspaces;
    workspaces.splice(0, workspaces.length);
    for (let n = 0; n < total; n++) workspaces.push({ ...first!, id: `ws-${n}`, name: `w-${n}` });
    expect((await svc('workspace list --columns id')).stdout.trim().split('\n')).toHaveLength(total);
    expect(requests).toHaveLength(pages);
  },
);

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get } from './http.ts';
import { isRejection, json, type Module, type Page, published, registries } from './registry.ts';

describe.each(registries)('%s', (_, start) => {
  let service: RegistryService;
  let all: Module[];
  /** Three list endpoints, one with a filter, with a query that matches all modules (list) or some (search, namespace). */
  let lists: string[];
  beforeAll(async () => {
    service = await start();
    all = await published(service);
    const [{ name, namespace, provider }] = all as [Module];
    lists = [
      `${service.registry}?`,
      `${service.registry}?provider=${provider}&`,
      `${service.registry}${namespace}?`,
      `${service.registry}search?q=${encodeURIComponent(name)}&`,
    ];
  });
  afterAll(() => service.close());

  const ids = (page: { modules: Module[] }) => page.modules.map((one) => one.id);
  const whole = (list: string) => json<Page>(`${list}limit=1000000`);

  describe('part 2, Pagination envelope', () => {
    // spec: R-45
    test('meta has the limit that was actually applied', async () => {
      for (const list of lists) {
        for (const query of ['', 'limit=1', 'limit=2', 'offset=1', 'limit=1&offset=1000']) {
          const { meta, modules } = await json<Page>(list + query);
          expect(Number.isInteger(meta.limit)).toBe(true);
          expect(meta.limit).toBeGreaterThan(0);
          expect(modules.length).toBeLessThanOrEqual(meta.limit);
        }
        expect((await json<Page>(`${list}limit=1`)).meta.limit).toBe(1);
        expect((await json<Page>(`${list}limit=2`)).meta.limit).toBe(2);
      }
    });

    // spec
    test('meta always has current_offset', async () => {
      for (const list of lists) {
        expect((await json<Page>(list)).meta.current_offset).toBe(0);
        expect((await json<Page>(`${list}offset=1`)).meta.current_offset).toBe(1);
        expect((await json<Page>(`${list}limit=1&offset=1000`)).meta.current_offset).toBe(1000);
      }
    });

    // spec: R-47
    test('meta has next_offset only if more results exist', async () => {
      for (const list of lists) {
        const count = (await whole(list)).modules.length;
        for (let offset = 0; offset <= count + 1; offset += 1) {
          const { meta } = await json<Page>(`${list}limit=1&offset=${offset}`);
          expect(meta.next_offset).toBe(offset + 1 < count ? offset + 1 : undefined);
        }
      }
    });

    // spec: R-48
    test('meta has prev_offset only if the offset is above 0', async () => {
      for (const list of lists) {
        expect((await json<Page>(`${list}limit=1`)).meta).not.toHaveProperty('prev_offset');
        expect((await json<Page>(`${list}limit=1&offset=0`)).meta).not.toHaveProperty('prev_offset');
        expect((await json<Page>(`${list}limit=1&offset=1`)).meta.prev_offset).toBe(0);
        expect((await json<Page>(`${list}limit=2&offset=5`)).meta.prev_offset).toBe(3);
        expect((await json<Page>(`${list}limit=5&offset=2`)).meta.prev_offset).toBe(0);
      }
    });

    // spec: R-49
    test('next_url is the relative URL of the next page, in lists and in a search', async () => {
      let followed = 0;
      for (const list of lists) {
        const count = (await whole(list)).modules.length;
        if (count < 2) continue;
        const url = `${list}limit=1`;
        const { meta } = await json<Page>(url);
        expect(meta.next_url).toBeTypeOf('string');
        expect(meta.next_url).not.toMatch(/^[a-z][a-z0-9+.-]*:/i);
        expect(new URL(meta.next_url!, url).href, 'below the base URL').toContain(url.split('?')[0]);
        const next = await json<Page>(new URL(meta.next_url!, url).href);
        expect(next.meta).toMatchObject({ limit: 1, current_offset: 1 });
        expect(ids(next)).toEqual(ids(await json<Page>(`${list}limit=1&offset=1`)));
        followed += 1;
      }
      expect(followed).toBeGreaterThan(0);
    });

    // spec: R-49
    test('following next_url yields every module once', async () => {
      for (const list of lists) {
        const found: string[] = [];
        let url: string | undefined = `${list}limit=1`;
        while (url !== undefined) {
          const page: Page = await json<Page>(url);
          found.push(...ids(page));
          expect(found.length).toBeLessThanOrEqual(all.length);
          url = page.meta.next_offset === undefined ? undefined : new URL(page.meta.next_url!, url).href;
        }
        expect(found).toEqual(ids(await whole(list)));
      }
    });
  });

  describe('part 2, Query parameters offset and limit', () => {
    // spec
    test('offset skips modules of the same order, and limit is the number of modules after them', async () => {
      for (const list of lists) {
        const every = ids(await whole(list));
        for (const [offset, limit] of [
          [0, 1],
          [0, 2],
          [1, 1],
          [1, 2],
          [2, 3],
          [1, 1000],
        ] as const) {
          const page = await json<Page>(`${list}offset=${offset}&limit=${limit}`);
          expect(ids(page)).toEqual(every.slice(offset, offset + limit));
        }
      }
    });

    // spec: R-54
    test('an offset past the end gives 200 and no modules', async () => {
      for (const offset of ['100000', '99999999999999999999']) {
        for (const list of lists) expect((await json<Page>(`${list}offset=${offset}`)).modules).toEqual([]);
      }
    });

    // spec: R-53
    test.each(['limit=abc', 'limit=0', 'limit=-1', 'limit=1.5', 'limit=2x', 'offset=abc', 'offset=-1', 'offset=1.5'])(
      'the invalid parameter %s is rejected with 4xx and errors, or ignored',
      async (query) => {
        for (const list of lists) {
          const [reply, plain] = [await get(list + query), await get(list)];
          expect([reply.text === plain.text, isRejection(reply)], reply.text).toContain(true);
        }
      },
    );

    // spec: R-84
    test('each list endpoint has a default limit (rule 4)', async () => {
      for (const list of lists) {
        const limit = (await json<Page>(list)).meta.limit;
        expect(Number.isInteger(limit) && limit > 0 && limit < 1000000).toBe(true);
        expect((await json<Page>(list)).modules.length).toBe(Math.min(limit, (await whole(list)).modules.length));
      }
    });

    // spec
    test('a limit above the maximum of the endpoint is lowered to the maximum (rule 4)', async () => {
      for (const list of lists) {
        const { meta } = await whole(list);
        expect(meta.limit).toBeLessThan(1000000);
        expect((await json<Page>(`${list}limit=999999`)).meta.limit).toBe(meta.limit);
        expect((await json<Page>(`${list}limit=99999999999999999999`)).meta.limit).toBe(meta.limit);
        expect((await json<Page>(`${list}limit=${meta.limit}`)).meta.limit).toBe(meta.limit);
        expect((await json<Page>(`${list}limit=${meta.limit + 1}`)).meta.limit).toBe(meta.limit);
        expect((await json<Page>(list)).meta.limit).toBeLessThanOrEqual(meta.limit);
      }
    });
  });
});

// covers: GET /:namespace/:name
// covers: GET /:namespace/:name/:provider/download

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get, mediaType } from './http.ts';
import {
  address,
  type Detailed,
  everything,
  expectErrors,
  expectModule,
  expectNoModules,
  json,
  type Module,
  type Page,
  published,
  registries,
} from './registry.ts';

describe.each(registries)('%s', (_, start) => {
  let service: RegistryService;
  let base: string;
  let all: Module[];
  /** Every published <base_url>/:namespace/:name. */
  let names: string[];
  beforeAll(async () => {
    service = await start();
    base = service.registry;
    all = await published(service);
    names = [...new Set(all.map((one) => `${base}${one.namespace}/${one.name}`))];
  });
  afterAll(() => service.close());

  const ids = (modules: Module[]) => modules.map((one) => one.id);
  const providersOf = (url: string) =>
    new Set(all.filter((one) => `${base}${one.namespace}/${one.name}` === url).map((one) => one.provider));

  describe('part 2, Endpoints (<base_url>/:namespace/:name)', () => {
    // spec: R-70
    test('GET responds with 200, meta and modules', async () => {
      for (const url of names) {
        const page = await json<Page>(url);
        expect(Object.keys(page).sort()).toEqual(['meta', 'modules']);
        for (const one of page.modules) expectModule(one);
      }
    });

    // spec
    test('GET lists the latest version of each provider once, as in <base_url>/:namespace/:name/:provider', async () => {
      for (const url of names) {
        const found = await everything(url);
        expect(found.map((one) => one.provider).sort()).toEqual([...providersOf(url)].sort());
        for (const one of found) {
          expect(`${base}${one.namespace}/${one.name}`).toBe(url);
          expect(await json<Detailed>(address(service, one))).toMatchObject(one);
        }
      }
    });

    // spec: R-71
    test('the query parameter limit is the maximum number of modules on a page, and offset skips modules (default: 0)', async () => {
      for (const url of names) {
        const whole = ids((await json<Page>(`${url}?limit=1000`)).modules);
        expect(ids((await json<Page>(`${url}?limit=1`)).modules)).toEqual(whole.slice(0, 1));
        for (let offset = 0; offset <= whole.length; offset += 1) {
          const { meta, modules } = await json<Page>(`${url}?limit=1&offset=${offset}`);
          expect(ids(modules)).toEqual(whole.slice(offset, offset + 1));
          expect(meta).toMatchObject({ limit: 1, current_offset: offset });
          expect(meta.next_offset).toBe(offset + 1 < whole.length ? offset + 1 : undefined);
          expect(meta.prev_offset).toBe(offset > 0 ? offset - 1 : undefined);
        }
      }
    });

    // spec: R-85
    test('a limit above the maximum is lowered to the maximum (rule 4)', async () => {
      const { meta } = await json<Page>(`${names[0]}?limit=1000000`);
      expect(meta.limit).toBeLessThan(1000000);
      expect((await json<Page>(`${names[0]}?limit=${meta.limit + 1}`)).meta.limit).toBe(meta.limit);
    });

    // spec: R-70
    test('GET of an unpublished module responds without modules, or with 4xx and errors', async () => {
      for (const url of [`${base}no-such-namespace/no-such-name`, `${base}${all[0]!.namespace}/no-such-name`]) {
        const reply = await get(url);
        expectNoModules(reply);
      }
    });
  });

  describe('part 2, Endpoints (<base_url>/:namespace/:name/:provider/download)', () => {
    // spec: R-74
    test("GET responds with 302 and a Location of the latest version's download endpoint, without X-Svc-Get", async () => {
      for (const one of all) {
        const url = `${address(service, one)}/download`;
        const { headers, status } = await get(url);
        const { version } = await json<Detailed>(address(service, one));
        expect([status, new URL(headers.location!, url).href]).toEqual([
          302,
          `${address(service, one)}/${version}/download`,
        ]);
        expect(headers).not.toHaveProperty('x-svc-get');
      }
    });

    // spec: R-74
    test('GET responds with 4xx and errors for an unpublished module or provider', async () => {
      const [one] = all as [Module];
      for (const url of [
        `${base}no-such-namespace/no-such-name/no-such-provider/download`,
        `${base}${one.namespace}/no-such-name/${one.provider}/download`,
        `${base}${one.namespace}/${one.name}/no-such-provider/download`,
      ]) {
        const reply = await get(url);
        expectErrors(reply);
        expect(mediaType(reply)).toBe('application/json');
        expect(reply.headers).not.toHaveProperty('location');
      }
    });
  });
});

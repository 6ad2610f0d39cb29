// covers: GET /:namespace/:name
// covers: GET /:namespace/:name/:provider/download

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get, mediaType, send } from './http.ts';
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
    test('200, meta plus modules, application/json', async () => {
      for (const url of names) {
        const page = await json<Page>(url);
        expect(Object.keys(page).sort()).toEqual(['meta', 'modules']);
        for (const one of page.modules) expectModule(one);
      }
    });

    // spec: R-70
    test('Latest version of each provider: every provider of the module is there, once', async () => {
      for (const url of names) {
        const found = (await everything(url)).map((one) => one.provider);
        expect([...found].sort()).toEqual([...providersOf(url)].sort());
      }
    });

    test('Latest version of each provider: the version is the one of <base_url>/:namespace/:name/:provider', async () => {
      for (const url of names) {
        for (const one of await everything(url)) {
          expect(one.id).toBe((await json<Detailed>(address(service, one))).id);
        }
      }
    });

    test('Only modules of that namespace and that name are there', async () => {
      for (const url of names) {
        for (const one of await everything(url)) expect(`${base}${one.namespace}/${one.name}`).toBe(url);
      }
    });

    // spec: R-24
    test('A module object as in the other list responses: the fields are the same', async () => {
      for (const url of names) {
        for (const one of await everything(url)) {
          const listed = all.find((other) => other.id === one.id);
          expect(Object.keys(one).sort()).toEqual(Object.keys(listed ?? one).sort());
        }
      }
    });

    // spec: R-71
    test('query limit: that many at most, and meta.limit says so', async () => {
      for (const url of names) {
        const page = await json<Page>(`${url}?limit=1`);
        expect(page.meta.limit).toBe(1);
        expect(page.modules.length).toBe(1);
      }
    });

    // spec: R-71
    test('query offset: skips that many of the same order', async () => {
      for (const url of names) {
        const whole = ids((await json<Page>(`${url}?limit=1000`)).modules);
        for (let offset = 0; offset <= whole.length; offset += 1) {
          const page = await json<Page>(`${url}?limit=1&offset=${offset}`);
          expect(page.meta.current_offset).toBe(offset);
          expect(ids(page.modules)).toEqual(whole.slice(offset, offset + 1));
        }
      }
    });

    test('offset defaults to 0', async () => {
      for (const url of names) {
        const page = await json<Page>(url);
        expect(page.meta.current_offset).toBe(0);
        expect(page.modules).toEqual((await json<Page>(`${url}?offset=0`)).modules);
      }
    });

    test('next_offset: only when more results exist; prev_offset: only when offset > 0', async () => {
      for (const url of names) {
        const count = providersOf(url).size;
        for (let offset = 0; offset <= count; offset += 1) {
          const { meta } = await json<Page>(`${url}?limit=1&offset=${offset}`);
          expect(meta.next_offset).toBe(offset + 1 < count ? offset + 1 : undefined);
          expect(meta.prev_offset).toBe(offset > 0 ? offset - 1 : undefined);
        }
      }
    });

    // spec: R-85
    test('Rule 4: asking for more than the maximum limit uses the maximum', async () => {
      const { meta } = await json<Page>(`${names[0]}?limit=1000000`);
      expect(meta.limit).toBeLessThan(1000000);
      expect((await json<Page>(`${names[0]}?limit=${meta.limit + 1}`)).meta.limit).toBe(meta.limit);
    });

    // spec: R-70
    test('required path parameters: an unpublished module has no versions, and 4xx has the errors body', async () => {
      for (const url of [`${base}no-such-namespace/no-such-name`, `${base}${all[0]!.namespace}/no-such-name`]) {
        const reply = await get(url);
        expectNoModules(reply);
      }
    });

    // spec: R-51
    test('All are GET: another method is an invalid request', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) expectErrors(await send(method, names[0]!));
    });
  });

  describe('part 2, Endpoints (<base_url>/:namespace/:name/:provider/download)', () => {
    // spec: R-74
    test('302', async () => {
      for (const one of all) expect((await get(`${address(service, one)}/download`)).status).toBe(302);
    });

    // spec: R-74
    test('Location header pointing at the download endpoint of the latest version', async () => {
      for (const one of all) {
        const url = `${address(service, one)}/download`;
        const location = (await get(url)).headers.location;
        expect(location).toBeTypeOf('string');
        const { version } = await json<Detailed>(address(service, one));
        expect(new URL(location!, url).href).toBe(`${address(service, one)}/${version}/download`);
      }
    });

    test('Following it gives 204 and X-Svc-Get, the same as the download endpoint itself', async () => {
      for (const one of all) {
        const url = `${address(service, one)}/download`;
        const target = new URL((await get(url)).headers.location!, url).href;
        const reply = await get(target);
        expect(reply.status, reply.text).toBe(204);
        expect(reply.bytes.length).toBe(0);
        const { version } = await json<Detailed>(address(service, one));
        const direct = await get(`${address(service, one)}/${version}/download`);
        expect(reply.headers['x-svc-get']).toBe(direct.headers['x-svc-get']);
      }
    });

    test('302 is not a download: only the download endpoint sends X-Svc-Get', async () => {
      for (const one of all) {
        expect((await get(`${address(service, one)}/download`)).headers).not.toHaveProperty('x-svc-get');
      }
    });

    // spec: R-74
    test('required path parameters: 4xx with {errors} for an unpublished module or provider', async () => {
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

    // spec: R-51
    test('All are GET: another method is an invalid request', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expectErrors(await send(method, `${address(service, all[0]!)}/download`));
      }
    });
  });
});

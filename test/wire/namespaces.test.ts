// covers: GET /:namespace

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get } from './http.ts';
import {
  everything,
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
  let namespaces: string[];
  beforeAll(async () => {
    service = await start();
    base = service.registry;
    all = await published(service);
    namespaces = [...new Set(all.map((one) => one.namespace))];
  });
  afterAll(() => service.close());

  const ids = (modules: Module[]) => modules.map((one) => one.id).sort();
  const of = (namespace: string) => all.filter((one) => one.namespace === namespace);

  describe('part 2, Endpoints (<base_url>/:namespace)', () => {
    // spec
    test('GET responds with 200, pagination meta and an array of modules', async () => {
      for (const namespace of namespaces) {
        const page = await json<Page>(base + namespace);
        expect(Object.keys(page).sort()).toEqual(['meta', 'modules']);
        expect(page.modules.length).toBeGreaterThan(0);
        for (const one of page.modules) expectModule(one);
      }
    });

    test(':namespace must be the whole name of a publisher', async () => {
      for (const namespace of namespaces) {
        const part = namespace.slice(0, -1);
        if (part === '' || namespaces.includes(part)) continue;
        expectNoModules(await get(base + part));
      }
      expectNoModules(await get(`${base}no-such-namespace`));
    });

    // spec
    test('the query parameters provider and verified restrict the list, alone and together (verified only with the value true)', async () => {
      for (const { namespace, provider } of all) {
        const own = of(namespace);
        const by = async (query: string) => ids(await everything(`${base}${namespace}?${query}`));
        expect(await by(`provider=${provider}`)).toEqual(ids(own.filter((one) => one.provider === provider)));
        expect(await by('verified=true')).toEqual(ids(own.filter((one) => one.verified)));
        for (const value of ['false', '0', '1', 'yes', '', 'TRUE']) {
          expect(await by(`verified=${value}`)).toEqual(ids(own));
        }
        const found = await everything(`${base}${namespace}?provider=${provider}&verified=true`);
        expect(ids(found)).toEqual(ids(of(namespace).filter((one) => one.provider === provider && one.verified)));
      }
    });

    // spec: R-60
    test('the query parameters offset and limit select modules within the namespace', async () => {
      for (const namespace of namespaces) {
        const whole = (await json<Page>(`${base}${namespace}?limit=1000`)).modules.map((one) => one.id);
        for (let offset = 0; offset <= whole.length; offset += 1) {
          const page = await json<Page>(`${base}${namespace}?offset=${offset}&limit=1`);
          expect(page.modules.map((one) => one.id)).toEqual(whole.slice(offset, offset + 1));
          expect(page.meta).toMatchObject({ limit: 1, current_offset: offset });
        }
      }
    });

    test('next_url leads to the next page of the same publisher', async () => {
      for (const namespace of namespaces.filter((one) => of(one).length > 1)) {
        const url = `${base}${namespace}?limit=1`;
        const { meta } = await json<Page>(url);
        expect(meta.next_offset).toBe(1);
        const next = await json<Page>(new URL(meta.next_url!, url).href);
        expect(next.modules.map((one) => one.namespace)).toEqual([namespace]);
        expect(next.meta.current_offset).toBe(1);
      }
    });
  });
});

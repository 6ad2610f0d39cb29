// covers: GET /:namespace

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get, send } from './http.ts';
import {
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
    // spec: R-57
    test('200, pagination meta plus modules array, application/json', async () => {
      for (const namespace of namespaces) {
        const page = await json<Page>(base + namespace);
        expect(Object.keys(page).sort()).toEqual(['meta', 'modules']);
        expect(page.modules.length).toBeGreaterThan(0);
        for (const one of page.modules) expectModule(one);
      }
    });

    test('path :namespace is the whole name of a publisher, not a part of it', async () => {
      for (const namespace of namespaces) {
        const part = namespace.slice(0, -1);
        if (part === '' || namespaces.includes(part)) continue;
        const reply = await get(base + part);
        expectNoModules(reply);
      }
    });

    test('An unknown publisher has no modules: 200 and an empty list, or a 4xx with the errors body', async () => {
      const reply = await get(`${base}no-such-namespace`);
      expectNoModules(reply);
    });

    // spec: R-58
    test('query provider: only the modules of that provider within the namespace', async () => {
      for (const namespace of namespaces) {
        for (const provider of new Set(all.map((one) => one.provider))) {
          const found = await everything(`${base}${namespace}?provider=${provider}`);
          expect(ids(found)).toEqual(ids(of(namespace).filter((one) => one.provider === provider)));
        }
      }
    });

    // spec: R-59
    test('query verified=true (rule 1): only the verified modules of the namespace', async () => {
      for (const namespace of namespaces) {
        const found = await everything(`${base}${namespace}?verified=true`);
        expect(ids(found)).toEqual(ids(of(namespace).filter((one) => one.verified)));
      }
    });

    test.each(['false', '0', '1', 'yes', '', 'TRUE'])(
      'query verified=%j (rule 1): any other value returns all modules of the namespace',
      async (value) => {
        for (const namespace of namespaces) {
          expect(ids(await everything(`${base}${namespace}?verified=${value}`))).toEqual(ids(of(namespace)));
        }
      },
    );

    test('query provider and verified together', async () => {
      for (const { namespace, provider } of all) {
        const found = await everything(`${base}${namespace}?provider=${provider}&verified=true`);
        expect(ids(found)).toEqual(ids(of(namespace).filter((one) => one.provider === provider && one.verified)));
      }
    });

    // spec: R-60
    test('query offset and limit: SQL-like semantics within the namespace', async () => {
      for (const namespace of namespaces) {
        const whole = (await json<Page>(`${base}${namespace}?limit=1000`)).modules.map((one) => one.id);
        for (let offset = 0; offset <= whole.length; offset += 1) {
          const page = await json<Page>(`${base}${namespace}?offset=${offset}&limit=1`);
          expect(page.modules.map((one) => one.id)).toEqual(whole.slice(offset, offset + 1));
          expect(page.meta).toMatchObject({ limit: 1, current_offset: offset });
        }
      }
    });

    test('next_url keeps the namespace: it leads to the next page of the same publisher', async () => {
      for (const namespace of namespaces.filter((one) => of(one).length > 1)) {
        const url = `${base}${namespace}?limit=1`;
        const { meta } = await json<Page>(url);
        expect(meta.next_offset).toBe(1);
        const next = await json<Page>(new URL(meta.next_url!, url).href);
        expect(next.modules.map((one) => one.namespace)).toEqual([namespace]);
        expect(next.meta.current_offset).toBe(1);
      }
    });

    // spec: R-61
    test('<base_url>/search is the search endpoint and no publisher: without q it is invalid', async () => {
      expectErrors(await get(`${base}search`));
    });

    // spec: R-51
    test('All are GET: another method is an invalid request', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) expectErrors(await send(method, base + namespaces[0]));
    });
  });
});

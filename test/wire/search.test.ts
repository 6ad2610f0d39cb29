// covers: GET /search

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get } from './http.ts';
import { everything, expectErrors, json, type Module, type Page, published, registries } from './registry.ts';

describe.each(registries)('%s', (_, start) => {
  let service: RegistryService;
  let all: Module[];
  beforeAll(async () => {
    service = await start();
    all = await published(service);
  });
  afterAll(() => service.close());

  const search = (query: string) => `${service.registry}search?${query}`;
  const word = (one: Module) => encodeURIComponent(one.name);
  const ids = (modules: Module[]) => modules.map((one) => one.id).sort();

  describe('part 2, Endpoints (<base_url>/search)', () => {
    // spec
    test('a search without the required query parameter q is rejected', async () => {
      expectErrors(await get(`${service.registry}search`));
      expectErrors(await get(search('provider=aws')));
      expectErrors(await get(search('q=')));
    });

    // spec
    test('a search for the name of a module finds the module (rule 3)', async () => {
      for (const one of all) expect(ids(await everything(search(`q=${word(one)}`)))).toContain(one.id);
    });

    // spec: R-82
    test('a search for a keyword that no module contains responds with 200 and an empty array (rule 3)', async () => {
      const page = await json<Page>(search('q=zqxjkvwy'));
      expect(page.modules).toEqual([]);
      expect(page.meta.next_offset).toBeUndefined();
    });

    // spec
    test('the query parameters provider, namespace and verified restrict the results (verified only with the value true)', async () => {
      for (const one of all) {
        const found = await everything(search(`q=${word(one)}`));
        const by = async (query: string) => ids(await everything(search(`q=${word(one)}&${query}`)));
        for (const name of ['provider', 'namespace'] as const) {
          expect(await by(`${name}=${one[name]}`)).toEqual(ids(found.filter((other) => other[name] === one[name])));
          expect(await by(`${name}=no-such-name`)).toEqual([]);
        }
        expect(await by('verified=true')).toEqual(ids(found.filter((other) => other.verified)));
        for (const value of ['false', '0', 'yes', '']) expect(await by(`verified=${value}`)).toEqual(ids(found));
      }
    });
  });
});

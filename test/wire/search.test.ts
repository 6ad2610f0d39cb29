// covers: GET /search

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get } from './http.ts';
import { everything, expectErrors, json, type Module, type Page, published, registries } from './registry.ts';

describe.each(registries)('%s', (_, start) => {
  let service: RegistryService;
  let all: Module[];
  let first: Module;
  beforeAll(async () => {
    service = await start();
    all = await published(service);
    first = all[0]!;
  });
  afterAll(() => service.close());

  const search = (query: string) => `${service.registry}search?${query}`;
  const word = (one: Module) => encodeURIComponent(one.name);
  const ids = (modules: Module[]) => modules.map((one) => one.id).sort();

  describe('part 2, Endpoints (<base_url>/search)', () => {
    // spec
    test('200, meta plus modules, application/json', async () => {
      const page = await json<Page>(search(`q=${word(first)}`));
      expect(page.meta).toBeTypeOf('object');
      expect(Array.isArray(page.modules)).toBe(true);
    });

    // spec: R-62
    test('query q (string, required): without it the request is invalid', async () => {
      expectErrors(await get(`${service.registry}search`));
      expectErrors(await get(search('provider=aws')));
      expectErrors(await get(search('q=')));
    });

    // spec: R-82
    test('Rule 3: keyword searches find a module by its name', async () => {
      for (const one of all) expect(ids(await everything(search(`q=${word(one)}`)))).toContain(one.id);
    });

    // spec: R-82
    test('Rule 3: a keyword that is nowhere finds nothing: 200, an empty array', async () => {
      const page = await json<Page>(search('q=zqxjkvwy'));
      expect(page.modules).toEqual([]);
      expect(page.meta.next_offset).toBeUndefined();
    });

    // spec: R-63
    test('query provider restricts the results of the search', async () => {
      const found = await everything(search(`q=${word(first)}`));
      const narrowed = await everything(search(`q=${word(first)}&provider=${first.provider}`));
      expect(ids(narrowed)).toEqual(ids(found.filter((one) => one.provider === first.provider)));
      expect(await everything(search(`q=${word(first)}&provider=no-such-provider`))).toEqual([]);
    });

    // spec: R-64
    test('query namespace restricts the results of the search', async () => {
      const found = await everything(search(`q=${word(first)}`));
      const narrowed = await everything(search(`q=${word(first)}&namespace=${first.namespace}`));
      expect(ids(narrowed)).toEqual(ids(found.filter((one) => one.namespace === first.namespace)));
      expect(await everything(search(`q=${word(first)}&namespace=no-such-namespace`))).toEqual([]);
    });

    // spec: R-65
    test('Rule 1: verified restricts results to verified modules when its value is true', async () => {
      for (const one of all) {
        const found = await everything(search(`q=${word(one)}`));
        const narrowed = await everything(search(`q=${word(one)}&verified=true`));
        expect(ids(narrowed)).toEqual(ids(found.filter((other) => other.verified)));
      }
    });

    // spec: R-78
    test('Rule 1: any other value of verified returns all modules', async () => {
      for (const one of all) {
        const found = await everything(search(`q=${word(one)}`));
        for (const value of ['false', '0', 'yes', '']) {
          expect(ids(await everything(search(`q=${word(one)}&verified=${value}`)))).toEqual(ids(found));
        }
      }
    });
  });
});

// covers: GET /
// covers: GET /:namespace/:name/:provider
// covers: GET /:namespace/:name/:provider/:version

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get } from './http.ts';
import {
  address,
  type Detailed,
  everything,
  expectErrors,
  expectModule,
  json,
  type Module,
  type Page,
  type Part,
  published,
  registries,
} from './registry.ts';

describe.each(registries)('%s', (_, start) => {
  let service: RegistryService;
  let base: string;
  let all: Module[];
  beforeAll(async () => {
    service = await start();
    base = service.registry;
    all = await published(service);
  });
  afterAll(() => service.close());

  const ids = (modules: Module[]) => modules.map((one) => one.id).sort();

  /** Negative if the first version is older; only for plain three-part versions. */
  function older(first: string, second: string): number {
    const [left, right] = [first.split('.').map(Number), second.split('.').map(Number)];
    return left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!;
  }

  function expectPart(part: Part): void {
    const text = expect.any(String);
    expect(part).toMatchObject({ path: text, readme: text, empty: expect.any(Boolean) });
    expect(Array.isArray(part.dependencies)).toBe(true);
    for (const input of part.inputs) {
      expect(Object.keys(input)).toEqual(expect.arrayContaining(['name', 'description', 'default']));
      expect(input.name).toBeTypeOf('string');
    }
    for (const output of part.outputs) expect(output).toMatchObject({ name: text, description: expect.anything() });
    for (const resource of part.resources) expect(resource).toMatchObject({ name: text, type: text });
  }

  describe('part 2, Endpoints (<base_url> and <base_url>/:namespace)', () => {
    // spec
    test('GET <base_url> responds with 200, pagination meta and an array of modules', async () => {
      const page = await json<Page>(base);
      expect(page.meta).toBeTypeOf('object');
      expect(Array.isArray(page.modules)).toBe(true);
    });

    // spec: R-57
    test('GET <base_url>/:namespace responds with 200 and the modules of that namespace', async () => {
      for (const namespace of new Set(all.map((one) => one.namespace))) {
        const found = await everything(base + namespace);
        expect(ids(found)).toEqual(ids(all.filter((one) => one.namespace === namespace)));
      }
    });

    // spec: R-58
    test('the query parameter provider restricts the list to modules of that provider', async () => {
      for (const provider of new Set(all.map((one) => one.provider))) {
        const found = await everything(`${base}?provider=${provider}`);
        expect(ids(found)).toEqual(ids(all.filter((one) => one.provider === provider)));
      }
    });

    // spec
    test('verified=true restricts the list to verified modules (rule 1)', async () => {
      expect(ids(await everything(`${base}?verified=true`))).toEqual(ids(all.filter((one) => one.verified)));
    });

    // spec: R-78
    test.each(['false', '0', '1', 'yes', '', 'TRUE'])(
      'any other value of verified (%j) returns all modules (rule 1)',
      async (value) => {
        expect(ids(await everything(`${base}?verified=${value}`))).toEqual(ids(all));
      },
    );
  });

  describe('part 2, Module object', () => {
    // spec
    test('the module objects of a list and of a search have the fields and types of the specification', async () => {
      const found = await everything(`${base}search?q=${encodeURIComponent(all[0]!.name)}`);
      for (const one of [...all, ...found]) expectModule(one);
    });

    // spec
    test('the responses for a single module have the fields of the module object', async () => {
      for (const one of all) {
        expectModule(await json<Module>(address(service, one)));
        const found = await json<Module>(`${address(service, one)}/${one.version}`);
        expectModule(found);
        expect(found.id).toBe(one.id);
      }
    });

    // spec
    test('the responses for a single module also have root, submodules, providers and versions', async () => {
      for (const one of all) {
        for (const url of [address(service, one), `${address(service, one)}/${one.version}`]) {
          const found = await json<Detailed>(url);
          expect(found.root).toBeTypeOf('object');
          expect(Array.isArray(found.submodules)).toBe(true);
          for (const list of [found.providers, found.versions]) {
            expect(Array.isArray(list)).toBe(true);
            for (const item of list) expect(item).toBeTypeOf('string');
          }
        }
      }
    });

    // spec: R-27
    test('providers lists the providers that publish this module', async () => {
      for (const one of all) {
        const same = all.filter((other) => other.namespace === one.namespace && other.name === one.name);
        const { providers } = await json<Detailed>(address(service, one));
        expect([...providers].sort()).toEqual([...new Set(same.map((other) => other.provider))].sort());
      }
    });

    // spec: R-28
    test('versions lists the available versions, and each of them can be requested', async () => {
      for (const one of all) {
        const { versions } = await json<Detailed>(address(service, one));
        expect(versions).toContain(one.version);
        for (const version of versions) {
          expect((await json<Module>(`${address(service, one)}/${version}`)).version).toBe(version);
        }
      }
    });

    // spec: R-30
    test('each element of inputs has a name, a description and a default', async () => {
      const parts = await Promise.all(all.map((one) => json<Detailed>(address(service, one))));
      const inputs = parts.flatMap(({ root }) => root.inputs);
      expect(inputs.filter(({ description }) => description !== '').length).toBeGreaterThan(0);
      expect(inputs.filter(({ default: value }) => value !== '' && value !== null).length).toBeGreaterThan(0);
      expect(inputs.filter(({ default: value }) => value === '' || value === null).length).toBeGreaterThan(0);
    });

    // spec
    test('a part of a module has path, readme, empty, inputs, outputs, dependencies and resources', async () => {
      for (const one of all) {
        const { root, submodules } = await json<Detailed>(address(service, one));
        expectPart(root);
        expect(root.path).toBe('');
        for (const part of submodules) {
          expectPart(part);
          expect(part.path).not.toBe('');
        }
      }
    });
  });

  describe('part 2, Endpoints (one module)', () => {
    // spec
    test('GET /:namespace/:name/:provider responds with 200 and the module object of the latest version', async () => {
      for (const one of all) {
        const found = await json<Detailed>(address(service, one));
        expect(found).toMatchObject({ namespace: one.namespace, name: one.name, provider: one.provider });
        const plain = found.versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).sort(older);
        expect(found.version).toBe(plain.at(-1));
      }
    });
  });

  describe('part 2, Errors (registry)', () => {
    // spec
    test('GET responds with 4xx and an array of error texts for missing modules and versions', async () => {
      const here = address(service, all[0]!);
      for (const path of ['', '/versions']) {
        expectErrors(await get(`${base}no-such-namespace/no-such-name/no-such-provider${path}`));
      }
      expectErrors(await get(`${here}/1.0.0/no-such/endpoint`));
      expectErrors(await get(`${here}/999.999.999`));
      expectErrors(await get(`${here}/999.999.999/download`));
    });
  });
});

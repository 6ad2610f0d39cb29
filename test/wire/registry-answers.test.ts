import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegistryService } from '../support/service.ts';
import { get, mediaType, send } from './http.ts';
import { everything, expectErrors, json, type Module, published, registries } from './registry.ts';

describe.each(registries)('%s', (name, start) => {
  let service: RegistryService;
  let one: Module;
  beforeAll(async () => {
    service = await start();
    one = (await published(service)).find(({ description }) => description.split(' ').length > 2)!;
  });
  afterAll(() => service.close());

  describe('part 2, Endpoints', () => {
    // spec: R-52, R-86
    test.each([
      ...['', '{namespace}', 'search?q={name}', '{namespace}/{name}', '{namespace}/{name}/{provider}'],
      ...['{namespace}/{name}/{provider}/{version}', '{namespace}/{name}/{provider}/versions'],
      // A mirror has no version 2.
      ...(name === 'module serve' ? [] : ['../../v2/modules/{namespace}/{name}/{provider}/downloads/summary']),
    ])('GET <base_url>%s responds with application/json', async (path) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof Module) => String(one[name]));
      await json(new URL(filled, service.registry).href);
    });
  });

  describe('part 2, Endpoints (all are GET)', () => {
    // spec: R-51
    test.each(['', 'acme', 'search?q=network', 'NAME', 'NAME/versions', 'NAME/download'])(
      'the path <base_url>%s accepts GET and HEAD only',
      async (path) => {
        const url = `${service.registry}${path.replace('NAME', `${one.namespace}/${one.name}/${one.provider}`)}`;
        const [head, whole] = [await send('HEAD', url), await get(url)];
        expect([head.status, head.bytes.length]).toEqual([whole.status, 0]);
        expect(mediaType(head)).toBe(mediaType(whole));
        expect(head.headers.location).toBe(whole.headers.location);
        for (const method of ['POST', 'PUT', 'DELETE']) expectErrors(await send(method, url));
      },
    );
  });

  describe('part 2, Endpoints (<base_url>/search, rule 3)', () => {
    const found = async (q: string) => {
      const modules = await everything(`${service.registry}search?q=${encodeURIComponent(q)}`);
      return modules.map(({ id }) => id);
    };

    // spec: R-83
    test('a search for a phrase finds modules with its words next to each other (rule 3)', async () => {
      const [first, second] = one.description.split(' ').slice(-2) as [string, string];
      expect(await found(`"${first} ${second}"`)).toContain(one.id);
      expect(await found(`"${second} ${first}"`)).not.toContain(one.id);
      expect(await found(`${second} ${first}`)).toContain(one.id);
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { everything, json, type Module, published } from './registry.ts';

let service: Service;
let one: Module;
beforeAll(async () => {
  service = await startService();
  one = (await published(service)).find(({ description }) => description.split(' ').length > 2)!;
});
afterAll(() => service.close());

describe('part 2, Endpoints', () => {
  test.each([
    '',
    '{namespace}',
    'search?q={name}',
    '{namespace}/{name}',
    '{namespace}/{name}/{provider}',
    '{namespace}/{name}/{provider}/{version}',
    '{namespace}/{name}/{provider}/versions',
    '../../v2/modules/{namespace}/{name}/{provider}/downloads/summary',
  ])('All produce application/json: %s', async (path) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof Module) => String(one[name]));
    await json(new URL(filled, service.registry).href);
  });
});

describe('part 2, Endpoints (<base_url>/search, rule 3)', () => {
  const found = async (q: string) => {
    const modules = await everything(`${service.registry}search?q=${encodeURIComponent(q)}`);
    return modules.map(({ id }) => id);
  };

  test('Rule 3: a phrase finds what has its words next to each other', async () => {
    const [first, second] = one.description.split(' ').slice(-2) as [string, string];
    expect(await found(`"${first} ${second}"`)).toContain(one.id);
    expect(await found(`"${second} ${first}"`)).not.toContain(one.id);
    expect(await found(`${second} ${first}`)).toContain(one.id);
  });
});

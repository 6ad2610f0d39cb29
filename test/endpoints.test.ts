import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { platform as documented, serviceParts } from '../src/sandbox/handlers/index.ts';
import { sandbox } from './support/svc.ts';
import { verbs } from './support/tree.ts';

const platform = documented.flatMap(({ table }) => Object.values(table));
const registry = serviceParts
  .filter(({ api }) => api === 'registry')
  .flatMap(({ resources }) => resources.flatMap(({ table }) => Object.values(table)));
const all = [...platform, ...registry].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const called = new Set([...(await verbs()).values()].flatMap((verb) => verb.action?.calls ?? []));
const wire = join(import.meta.dirname, 'wire');
/** The endpoints that the literal cases of each file cover: `// covers: GET /:namespace`. */
const covered = readdirSync(wire).flatMap((file) =>
  [...readFileSync(join(wire, file), 'utf8').matchAll(/^\/\/ covers: (.+)$/gm)].map(([, endpoint]) => endpoint!),
);

test('the endpoint tables contain the 31 operations of the platform and the 10 paths of the registry', () => {
  expect([platform.length, registry.length]).toEqual([31, 10]);
});

test('each endpoint has literal test cases in exactly one file, and every such file is about an existing endpoint', () => {
  expect(covered.toSorted()).toEqual(all.map(([name]) => name).toSorted());
});

describe.each(all)('%s', (_, endpoint) => {
  test('the endpoint is called by a command', () => {
    expect(called.has(endpoint)).toBe(true);
  });

  test('the endpoint is served by the sandbox of its edition', async () => {
    const { info } = await sandbox({ edition: endpoint.edition === 'hosted' ? 'hosted' : 'self-hosted' });
    const v2 = info.registry.replace('/v1/modules/', '/v2/modules');
    const base = platform.includes(endpoint)
      ? info.api
      : endpoint.path.endsWith('/summary')
        ? v2
        : info.registry.slice(0, -1);
    // Without a handler the path is unknown for every method; with a handler, PUT is not allowed or requires a token.
    const answer = await fetch(`${base}${endpoint.path.replaceAll(/:[a-z_-]+/g, 'x')}`, { method: 'PUT' });
    expect([401, 405]).toContain(answer.status);
  });
});

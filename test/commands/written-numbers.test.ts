import { expect, test } from 'vitest';
import { literalRegistry } from '../support/registry.ts';
import { machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const large = '12345678901234567890';
const others = '[1.10,1e400,-0]';

const asJson = (body: string) => () => ({ headers: { 'content-type': 'application/json' }, body });

/** A registry with two modules on two pages, whose downloads JavaScript takes for the same number. */
async function registryOfTwo() {
  const page = (offset: number, next: string) => {
    const row = `{"id":"a/m${offset}/c/1.0.0","namespace":"a","name":"m${offset}","provider":"c","version":"1.0.0","downloads":${large.slice(0, -1)}${offset},"x":${others}}`;
    return asJson(`{"meta":{"limit":1,"current_offset":${offset}${next}},"modules":[${row}]}`);
  };
  const { url } = await literalRegistry({
    files: {
      '/v1/modules/': page(0, ',"next_offset":1'),
      '/v1/modules/?limit=100': page(0, ',"next_offset":1'),
      '/v1/modules/?offset=1': page(1, ''),
      '/v1/modules/?offset=1&limit=100': page(1, ''),
      '/v2/modules/a/b/c/downloads/summary': asJson(
        `{"data":{"type":"module-downloads-summary","id":"a/b/c","attributes":{"week":1,"month":1,"year":1,"total":${large}}}}`,
      ),
    },
  });
  return { url, ...(await machine({ SVC_REGISTRY: `${url}/v1/modules/` })) };
}

// spec: R-22
test('the JSON and YAML of a list keep the digits of large numbers on every page', async () => {
  const { svc, url } = await registryOfTwo();
  for (const words of ['module list --all', `api ${url}/v1/modules/ --paginate`]) {
    const lines = (await svc(`${words} -o ndjson`)).stdout.split('\n');
    expect(lines[0]).toContain(`"downloads":12345678901234567890,"x":${others}}`);
    expect(lines[1]).toContain(`"downloads":12345678901234567891,"x":${others}}`);
    const array = (await svc(`${words} -o json`)).stdout;
    expect(array).toContain(
      '    "downloads": 12345678901234567890,\n    "x": [\n      1.10,\n      1e400,\n      -0\n',
    );
    expect(array).toContain('    "downloads": 12345678901234567891,\n');
    expect((await svc(`${words} -o yaml`)).stdout).toContain('  downloads: 12345678901234567891\n');
  }
});

test('a resource inside its document keeps the digits of large numbers, from a registry and from a platform', async () => {
  const summary = await (await registryOfTwo()).svc('module stats a/b/c -o json');
  expect(summary.stdout).toContain(`"total": ${large}`);
  const { url } = await tinyServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/vnd.api+json' })
      .end(`{"data":{"id":"sub-1","type":"subscriptions","attributes":{"x":${large}}}}`),
  );
  const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
  expect((await svc('subscription show sub-1 -o json')).stdout).toContain(`"x": ${large}`);
  expect((await svc('subscription show sub-1 -o yaml')).stdout).toContain(`x: ${large}\n`);
  expect((await svc(`api ${url}/api/v2/x -o yaml`)).stdout).toContain(`x: ${large}\n`);
});

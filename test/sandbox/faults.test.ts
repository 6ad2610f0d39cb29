import { describe, expect, test } from 'vitest';
import type { RequestEntry } from '../../src/sandbox/serve.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { bannerWith, sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const banners = () => service.api('GET', '/admin/banners');

describe('a fail rule', () => {
  test('a fail rule sets the status of the next calls of its path and lets later ones through', async () => {
    service.sandbox.fail({ path: '/admin/banners', times: 2, status: 429, retryAfter: 7 });
    const first = await banners();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect(first.json).toEqual({ errors: [{ status: '429', title: 'too many requests' }] });
    expect((await service.api('GET', '/account/details')).status).toBe(401);
    expect((await banners()).status).toBe(429);
    expect((await banners()).status).toBe(200);
  });

  test('a fail rule may apply to one method only, and may let some calls succeed first', async () => {
    service.sandbox.fail({ method: 'post', path: '/admin/banners', skip: 1 });
    expect((await banners()).status).toBe(200);
    const post = () => service.api('POST', '/admin/banners', { token: 'sandbox-site-admin-token', body: bannerWith() });
    expect((await post()).status).toBe(201);
    expect((await post()).status).toBe(503);
    expect((await post()).status).toBe(201);
  });

  // spec: R-95
  test('a fail rule may name an endpoint by its path with placeholders, and a path of the registry', async () => {
    service.sandbox.fail({ path: '/:namespace/:name/:provider/versions', status: 500 });
    const { status, json } = await service.registry('acme/label/null/versions');
    expect([status, json]).toEqual([500, { errors: ['internal server error'] }]);
    expect((await service.registry('acme/label/null/versions')).status).toBe(200);
  });

  // spec: R-96
  test.each([
    [
      'html',
      'a page like that of a proxy',
      { status: 502, type: 'text/html', text: expect.stringContaining('<html>') },
    ],
    ['empty', 'a successful status and an empty body', { status: 200, type: expect.anything(), text: '' }],
  ] as const)('a fail rule of the kind %s responds with %s', async (kind, _, expected) => {
    service.sandbox.fail({ kind });
    const { status, headers, text } = await banners();
    expect({ status, type: headers.get('content-type') ?? 'none', text }).toEqual(expected);
  });

  test('a fail rule of the kind reset closes the connection before the request is processed', async () => {
    service.sandbox.fail({ kind: 'reset' });
    const post = service.api('POST', '/admin/banners', { token: 'sandbox-site-admin-token', body: bannerWith() });
    await expect(post).rejects.toThrow();
    expect((await banners()).json.data).toEqual([]);
  });

  test('a fail rule of the kind cut processes the request and loses half of the response', async () => {
    service.sandbox.fail({ kind: 'cut' });
    const post = service.api('POST', '/admin/banners', { token: 'sandbox-site-admin-token', body: bannerWith() });
    await expect(post).rejects.toThrow('terminated');
    expect((await banners()).json.data).toHaveLength(1);
  });

  test.each(['hang', 'stall'] as const)('a fail rule of the kind %s waits until the client gives up', async (kind) => {
    service.sandbox.fail({ kind });
    const waiting = fetch(`${service.sandbox.info.api}/admin/banners`, { signal: AbortSignal.timeout(200) });
    await expect(waiting.then((response) => response.text())).rejects.toThrow();
    expect((await banners()).status).toBe(200);
  });

  // docs/protocol/registry.md#errors: "301: moved or aliased endpoint".
  test('a fail rule of a redirect sends the location', async () => {
    service.sandbox.fail({ path: '/acme/network/cloud', status: 301, location: '/v1/modules/acme/network/onprem' });
    const moved = await fetch(`${service.sandbox.info.registry}acme/network/cloud`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/v1/modules/acme/network/onprem']);
  });

  test('a contradictory fail rule is rejected', () => {
    expect(() => service.sandbox.fail({ status: 500, location: '/x' })).toThrow();
    expect(() => service.sandbox.fail({ path: 'admin', times: 0 })).toThrow();
  });
});

describe('the control endpoints', () => {
  test('the control endpoints accept a fail rule and describe the sandbox', async () => {
    const made = await service.control('POST', '/fail', { body: { path: '/admin/banners', status: 503 } });
    expect([made.status, made.json]).toEqual([
      200,
      { path: '/admin/banners', times: 1, skip: 0, kind: 'status', status: 503 },
    ]);
    expect((await banners()).status).toBe(503);
    expect((await service.control('GET', '/info')).json).toEqual(service.sandbox.info);
  });

  test('the control endpoints report a mistake in a rule', async () => {
    const { status, json } = await service.control('POST', '/fail', { body: { path: '/', tiems: 3 } });
    expect(status).toBe(422);
    expect(json.errors[0].detail).toContain('tiems');
    expect((await service.control('POST', '/fail', { body: 'nonsense' })).status).toBe(422);
  });

  test('the control endpoints accept the control token only', async () => {
    for (const token of [...Object.values(service.sandbox.info.tokens), '', 'x']) {
      expect((await service.control('GET', '/info', { token })).status).toBe(401);
    }
    const { status } = await service.api('GET', '/account/details', { token: service.sandbox.control });
    expect(status).toBe(401);
  });

  test('a fail rule does not apply to the control endpoints', async () => {
    service.sandbox.fail({ times: 9 });
    expect((await service.control('GET', '/info')).status).toBe(200);
    expect((await service.control('GET', '/fail')).status).toBe(405);
    expect((await service.control('GET', '/nothing')).status).toBe(404);
  });
});

test('the access log has every exchange, and names a fault by its kind', async () => {
  const log: RequestEntry[] = [];
  const sandbox = await startSandbox({ latencyMs: 1, onRequest: (entry) => log.push(entry) });
  sandbox.fail({ kind: 'html' });
  await (await fetch(`${sandbox.info.api}/admin/banners?x=1`)).text();
  await (await fetch(`${sandbox.info.api}/admin/banners`)).text();
  await sandbox.close();
  await sandbox.close();
  expect(log).toMatchObject([
    { method: 'GET', target: '/api/v2/admin/banners?x=1', status: 502, fault: 'html' },
    { method: 'GET', target: '/api/v2/admin/banners', status: 200 },
  ]);
  expect(log[1]!.durationMs).toBeGreaterThan(0);
});

test('a port that is taken is a usage error that names the flag', async () => {
  const port = Number(new URL(service.sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('--port'),
  });
});

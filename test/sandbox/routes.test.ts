import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { account } from '../../src/api/contract/platform/account.ts';
import type { Handlers } from '../../src/sandbox/call.ts';
import fc, { forAllAsync, runs } from '../support/properties.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest({ allowHosts: ['x'] });

/** Raw bytes in, raw bytes out: for requests no client would send. */
async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(service.sandbox.url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  return text(socket);
}

describe('a request without an endpoint', () => {
  test('an unknown path gets 404 in the error format of the platform or of the registry', async () => {
    const platform = await service.api('GET', '/no/such/thing');
    expect([platform.status, platform.json]).toEqual([404, { errors: [{ status: '404', title: 'not found' }] }]);
    const registry = await service.registry('a/b/c/d/e/f');
    expect([registry.status, registry.json]).toEqual([404, { errors: ['Not Found'] }]);
    expect(registry.headers.get('content-type')).toBe('application/json');
  });

  test('an unsupported method of a known path gets 405 with the allowed methods', async () => {
    const platform = await service.api('PUT', '/admin/banners');
    expect([platform.status, platform.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const registry = await fetch(`${service.sandbox.info.registry}search`, { method: 'POST' });
    expect([registry.status, registry.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const archive = await fetch(`${service.sandbox.info.registry}acme/label/null/1.0.0/archive.tar.gz`, {
      method: 'PUT',
    });
    expect([archive.status, archive.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    ['/organizations/acme/teams', 200],
    ['/account/details', 200],
    ['/ping', 204],
    ['/organizations/none', 404],
    ['/teams/team-V8nXk4JtQs2GyB6d/relationships/users', 405],
  ])('HEAD %s of the platform has the status and headers of GET, %i, and no body', async (path, status) => {
    const sent = { token: 'sandbox-user-token' };
    const [head, whole] = [await service.api('HEAD', path, sent), await service.api('GET', path, sent)];
    expect([head.status, whole.status, head.text]).toEqual([status, status, '']);
    for (const name of ['content-type', 'content-length', 'allow'])
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
  });

  test.each([
    ...['/api/v2/%zz', '/api/v2/%ff/%00', '//api/v2/admin/banners', '/api/v2//admin/banners', '/archives/%zz/b/c/d'],
    ...['/api/v2/admin/../admin/banners', '/api/v2/__proto__/constructor', '/v1/modules/../../etc/passwd'],
    ...['/v1/modules//', '/sandboxes', '/sandbox', '*'],
  ])('the odd path %s gets 404, and the sandbox continues', async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
    expect((await service.api('GET', '/admin/banners')).status).toBe(200);
  });

  test.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a header of 100 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['a control character in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: \u0001\r\n\r\n'],
    ['a target without its slash', 'GET api/v2 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /api/v2/admin/banners HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a body that is cut', 'POST /api/v2/admin/banners HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{'],
  ])('the sandbox continues after a request with %s', async (_title, request) => {
    await raw(request).catch(() => undefined);
    expect((await service.api('GET', '/admin/banners')).status).toBe(200);
  });
});

test('a random path, method or header gets a response with a documented status', async () => {
  const folders = ['api/v2/', 'v1/modules/', 'archives/', 'sandbox/', '.well-known/', 'api/v2/admin/banners/'];
  const start = fc.constantFrom('/', ...folders.map((folder) => `/${folder}`));
  const rest = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(fc.constantFrom('%', '/', '..', '%2F', '?', ':id', '%00', 'a', '+', ';')).map((all) => all.join('')),
  );
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS');
  const authorization = fc.constantFrom('', 'Bearer sandbox-site-admin-token', 'Bearer x', 'Basic eDp5', 'Bearer a b');
  await forAllAsync([start, rest, method, authorization], runs(150), async (prefix, path, verb, header) => {
    const target = prefix + path.replaceAll(/[^!-~]/g, '_');
    const authorized = header === '' ? '' : `Authorization: ${header}\r\n`;
    const reply = await raw(`${verb} ${target} HTTP/1.1\r\nHost: x\r\n${authorized}Connection: close\r\n\r\n`);
    expect(reply, `${verb} ${target}`).toMatch(/^HTTP\/1\.1 (200|204|400|401|404|405|415|422) /);
  });
});

test('accepts a whole URL as the request target, as proxies send it', async () => {
  const reply = await raw('GET http://x/api/v2/admin/banners HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(reply).toMatch(/^HTTP\/1\.1 200 /);
});

test('responses have the rate-limit headers, and each has its own request id', async () => {
  const [first, second] = [await service.api('GET', '/admin/banners'), await service.api('GET', '/admin/banners')];
  expect(first.headers.get('x-ratelimit-limit')).toBe('30');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('29');
  expect(first.headers.get('x-ratelimit-reset')).toBe('0.0');
  expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
});

test('handlers do not compile if one is missing, is unknown or returns another shape', () => {
  type Details = Handlers<Pick<typeof account, 'details'>>;
  // @ts-expect-error a handler is missing
  const missing: Details = {};
  const data = { id: 'user-1', type: 'users' as const, attributes: {} };
  // @ts-expect-error there is no such endpoint
  const extra: Details = { details: () => ({ data }), more: () => ({ data }) };
  // @ts-expect-error the reply is a document with a resource
  const shapeless: Details = { details: () => ({ data: { id: 'user-1' } }) };
  expect([missing, extra, shapeless]).toHaveLength(3);
});

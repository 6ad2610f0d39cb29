import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest({ allowHosts: ['svc.test', 'other.test:8443'] });
const evil = 'https://rebound.example.com';

/** Sends a request with exactly these headers; PORT is the port of the sandbox. */
async function ask(headers: Record<string, string>, { method = 'GET', path = '/api/v2/account/details' } = {}) {
  const { port } = new URL(service.sandbox.url);
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', port)]);
  const authorization = path.startsWith('/sandbox/') ? service.sandbox.control : fixedTokens.owner;
  const asking = request(`${service.sandbox.url}${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${authorization}`, ...Object.fromEntries(filled) },
  });
  const [response] = await once(asking.end(), 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number, headers: response.headers, text };
}

describe('the Host of a request', () => {
  test.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', 'svc.test', 'svc.test:99', 'other.test:8443'])(
    'the Host %s is accepted',
    async (host) => {
      expect((await ask({ host })).status).toBe(200);
    },
  );

  // trust: T-87
  test.each([
    ...['rebound.example.com', 'rebound.example.com:PORT', '127.0.0.1:PORT.example.com', '127.0.0.1', '127.0.0.1:1'],
    ...['localhost', 'a.localhost:PORT', '0.0.0.0:PORT', '[::1]:PORT', '127.1:PORT', 'user@127.0.0.1:PORT'],
    ...['a.svc.test', 'svc.test.', 'svc.test:x', 'other.test', 'other.test:8444'],
  ])('the Host %s gets 403, whatever the path', async (host) => {
    const paths = ['/api/v2/account/details', '/v1/modules/', '/.well-known/svc.json', '/sandbox/info', '/nothing'];
    for (const path of paths) expect([path, (await ask({ host }, { path })).status]).toEqual([path, 403]);
  });

  test('a request with two Host headers gets 403 or 400', async () => {
    const { port } = new URL(service.sandbox.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /v1/modules/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: rebound.example.com\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  test('the error for a rejected Host names --allow-host, in the format of the path', async () => {
    const detail = 'Host is not allowed; start the sandbox with --allow-host NAME';
    const platform = await ask({ host: 'rebound.example.com' });
    expect(JSON.parse(platform.text)).toEqual({ errors: [{ status: '403', title: 'forbidden', detail }] });
    const registry = await ask({ host: 'rebound.example.com' }, { path: '/v1/modules/' });
    expect(JSON.parse(registry.text)).toEqual({ errors: [detail] });
  });
});

describe('a request of a web page', () => {
  // trust: T-87
  test.each<[string, Record<string, string>]>([
    ['of another site', { origin: evil }],
    ['without an origin of its own', { origin: 'null' }],
    ['on another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['under another name of this machine', { origin: 'http://localhost:PORT', host: '127.0.0.1:PORT' }],
    ['over https', { origin: 'https://127.0.0.1:PORT' }],
    ['with two origins', { origin: 'http://127.0.0.1:PORT, https://rebound.example.com' }],
    ['of another site without an Origin', { 'sec-fetch-site': 'cross-site' }],
    ['of the same site', { 'sec-fetch-site': 'same-site' }],
    ['of another site that links here', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['with two values of Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, cross-site' }],
  ])('a request of a web page %s gets 403, and the page never reads a response', async (_title, headers) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'PUT']) {
      const answer = await ask(headers, { method });
      expect([method, answer.status]).toEqual([method, 403]);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test.each<[string, Record<string, string>]>([
    ['of the sandbox itself', { origin: 'http://127.0.0.1:PORT', 'sec-fetch-site': 'same-origin' }],
    ['behind a proxy that ends TLS', { origin: 'https://svc.test', host: 'svc.test' }],
    ['that a person opened', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ])('a request of a web page %s gets its response', async (_title, headers) => {
    expect((await ask(headers)).status).toBe(200);
  });

  // trust: T-87
  test('a rejected request of a foreign web page does not use up a fail rule', async () => {
    service.sandbox.fail({ status: 503 });
    expect((await ask({ origin: evil })).status).toBe(403);
    expect((await ask({})).status).toBe(503);
  });
});

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import { at, publish } from '../../support/configuration.ts';
import { start } from '../../support/running.ts';
import { machine } from '../../support/svc.ts';
import { type Authority, hasOpenssl, sharedAuthority } from '../../support/tls.ts';

const env = { HOOK_TOKEN: 'the-key-of-the-hook', CI_TOKEN: 'a-client-t0ken' };
const listen = 'webhook listen --token-env HOOK_TOKEN';
const healthy = '/-/healthy';

interface Got {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

async function ask(
  url: string,
  { method = 'GET', headers = {}, ca }: { method?: string; headers?: Record<string, string>; ca?: string } = {},
): Promise<Got> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const asking = request(url, { method, headers, agent: false, ca });
  const [response] = await once(asking.end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** A listener, or a server of a mirror, and its origin. */
async function serving(words: string) {
  const me = await machine({ PATH: process.env.PATH, ...env });
  if (words.startsWith('module')) {
    await publish(me.home, { 'acme/leaf/null/1.0.0/main.tf': 'output "o" {\n  value = 1\n}\n' });
    await me.svc(['module', 'mirror', 'mirror', at('leaf/null')]);
  }
  const running = start(me, words.split(' '));
  const [, origin = ''] = await running.said(/ at (https?:\/\/[^\s/]+)/);
  /** Ends it, and returns its output and the journal. */
  const end = async () => {
    running.stop(new CancelledError('Terminated.', 143));
    const { stdout, stderr } = await running.ended;
    return { said: stdout + stderr, journal: (await me.svc('webhook export')).stdout };
  };
  return { origin, end };
}

const servers: [name: string, words: string][] = [
  ['a listener', listen],
  ['a listener at a path of its own', `${listen} --path /hooks/svc --ui`],
  ['a listener of unsigned deliveries', 'webhook listen --allow-unsigned'],
  ['webhook wait', 'webhook wait --until trigger=run:completed --token-env HOOK_TOKEN'],
  ['a module server', 'module serve mirror'],
  ['a module server with a token and a log', 'module serve mirror --token-env CI_TOKEN --log'],
];

describe.each(servers)('the health check of %s', (_, words) => {
  // trust: T-94
  test('the health check responds with 200 to GET and HEAD, without a token and under any Host, and is neither logged nor recorded', async () => {
    const { end, origin } = await serving(words);
    const headers = { host: 'probe.example.com', origin: 'https://probe.example.com', 'sec-fetch-site': 'cross-site' };
    const got = await ask(`${origin}${healthy}`, { headers });
    expect(got).toMatchObject({ status: 200, body: 'OK\n' });
    expect(got.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '3',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(await ask(`${origin}${healthy}?probe=1`)).toMatchObject({ status: 200 });
    const head = await ask(`${origin}${healthy}`, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '3' } });
    const { journal, said } = await end();
    expect(journal).toBe('');
    expect(said).not.toMatch(/healthy|probe|[1-9]\d* (deliver|rejected)/);
  });

  // trust: T-94
  test('the health check responds with 405 to every other method, without CORS headers', async () => {
    const { origin } = await serving(words);
    for (const method of ['POST', 'PUT', 'OPTIONS', 'DELETE']) {
      const { headers, status } = await ask(`${origin}${healthy}`, {
        method,
        headers: { origin: 'https://evil.test' },
      });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  // trust: T-94
  test('the health check keeps the connection open, and does not read the body of a request as another request', async () => {
    const { origin } = await serving(words);
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const smuggled = `GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
    const lines = ['Host: x', 'Connection: keep-alive'];
    socket.write(`GET ${healthy} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(`GET ${healthy} HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`);
    socket.write(`GET ${origin}${healthy} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual(Array(3).fill('HTTP/1.1 200'));
  });
});

// trust: T-94
test('a notification sent to the health check is rejected and recorded, with a reason that names the right path', async () => {
  const { end, origin } = await serving(`${listen} --path /hook`);
  const sent = await ask(`${origin}${healthy}`, { method: 'POST' });
  expect(sent).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  const { journal, said } = await end();
  expect(JSON.parse(journal)).toMatchObject({ verdict: 'refused', cause: 'path', status: 405 });
  const reason = 'Wrong path /-/healthy, the health check; deliveries are accepted at /hook.';
  expect([sent.body, said]).toEqual([`${reason}\n`, expect.stringContaining(reason)]);
});

test.each([
  ['--path', `${listen} --path /-/healthy`],
  ['--public-url without --path', `${listen} --public-url https://hooks.example.com/-/healthy`],
])('rejects the path of the health check as the path for deliveries, given by %s', async (_, words) => {
  expect(await (await machine(env)).svc(words)).toExit(
    2,
    '--path must not be /-/healthy, which answers health checks.',
  );
});

describe.skipIf(!hasOpenssl())('health checks over TLS', () => {
  let ours: Authority;
  beforeAll(() => {
    ours = sharedAuthority();
  });
  afterAll(() => ours.remove());

  test.each([listen, 'module serve mirror --token-env CI_TOKEN'])(
    '%s responds to health checks over TLS',
    async (words) => {
      const { folder, caFile } = ours;
      const { origin } = await serving(`${words} --tls-cert ${folder}/cert.pem --tls-key ${folder}/key.pem`);
      const got = await ask(`${origin}${healthy}`, { ca: readFileSync(caFile, 'utf8') });
      expect(got).toMatchObject({ status: 200, body: 'OK\n' });
    },
  );
});

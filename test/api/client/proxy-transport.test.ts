import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { trustWith } from '../../../src/api/client/ca.ts';
import { createTransport, defaultTimeouts, type Timeouts } from '../../../src/api/client/http.ts';
import { proxies } from '../../../src/api/client/proxy.ts';
import { NetworkError } from '../../../src/base/errors.ts';
import { createSecrets } from '../../../src/base/secrets.ts';
import { failureOf, testClient } from '../../support/client.ts';
import { deadAddress, sendJson, tinyServer } from '../../support/tiny-server.ts';
import { type Authority, hasOpenssl, httpsServer, proxy, sharedAuthority } from '../../support/tls.ts';

const openssl = hasOpenssl();
let ca: Authority;
beforeAll(() => {
  if (openssl) ca = sharedAuthority();
});
afterAll(() => ca?.remove());

function clientThrough(
  env: Record<string, string>,
  { caFile = ca?.caFile, timeouts = {}, retries = 0, signal }: Options = {},
) {
  const transport = createTransport(
    { ...defaultTimeouts, ...timeouts },
    {
      proxyFor: proxies(env, createSecrets()),
      secureContext: caFile === '' || !caFile || !existsSync(caFile) ? undefined : trustWith(caFile, 'the test'),
    },
  );
  return testClient({ transport, retries, signal, tokens: { 'http://svc.test': 'canary-token' } });
}
interface Options {
  caFile?: string;
  timeouts?: Partial<Timeouts>;
  retries?: number;
  signal?: AbortSignal;
}

describe.skipIf(!openssl)('an https server behind a proxy', () => {
  const serve = () => httpsServer(ca, (request, response) => sendJson(response, { path: request.url }));

  test('an https server is reached through a tunnel of the proxy, and the trace names the proxy', async () => {
    const port = await serve();
    const way = await proxy();
    const { client, lines } = clientThrough({ HTTPS_PROXY: way.url });
    const { text } = await client.send('GET', new URL(`https://svc.test:${port}/x`));
    expect(JSON.parse(text)).toEqual({ path: '/x' });
    expect(way.asked).toEqual([`CONNECT svc.test:${port}`]);
    expect(lines).toContain(`* through the proxy ${way.url} (HTTPS_PROXY)`);
  });

  test('several requests at once through a proxy get the right responses', async () => {
    const port = await serve();
    const { client } = clientThrough({ HTTPS_PROXY: (await proxy()).url });
    const paths = Array.from({ length: 12 }, (_, i) => `/${i}`);
    const answers = await Promise.all(
      paths.map((path) => client.send('GET', new URL(path, `https://svc.test:${port}`))),
    );
    expect(answers.map(({ text }) => JSON.parse(text).path)).toEqual(paths);
  });

  // trust: T-50
  test('an https server never sees the password of the proxy, and the proxy never sees the token', async () => {
    const seen: unknown[] = [];
    const port = await httpsServer(ca, (request, response) => {
      seen.push(request.headers);
      sendJson(response, {});
    });
    const way = await proxy();
    const { client, lines } = clientThrough({ HTTPS_PROXY: `http://me:canary-word@${way.host}` });
    await client.send('GET', new URL(`https://svc.test:${port}/`));
    const basic = `Basic ${Buffer.from('me:canary-word').toString('base64')}`;
    expect(way.credentials).toEqual([basic]);
    expect(JSON.stringify(seen)).not.toMatch(/proxy-authorization|canary/);
    expect(lines.join('\n')).not.toMatch(/canary-word|bWU6/);
  });

  test('an https server is reached directly if NO_PROXY names it', async () => {
    const way = await proxy();
    const { client } = clientThrough({ HTTPS_PROXY: way.url, NO_PROXY: '.test' });
    expect((await failureOf(client.send('GET', new URL('https://svc.test:1/')))).message).not.toContain('proxy');
    expect(way.asked).toEqual([]);
  });

  test('the error for an untrusted server certificate does not name the proxy', async () => {
    const port = await serve();
    const way = await proxy();
    const { client } = clientThrough({ HTTPS_PROXY: way.url }, { caFile: '' });
    const error = await failureOf(client.send('GET', new URL(`https://svc.test:${port}/`)));
    expect(error.message).toMatch(/^Can't trust svc\.test:\d+: its certificate/);
    expect(error.hint).toContain('--ca-file');
  });

  test('an https server is reached through an https proxy with a valid certificate', async () => {
    const port = await serve();
    const way = await proxy({ tls: ca });
    const { client } = clientThrough({ HTTPS_PROXY: way.url });
    expect(JSON.parse((await client.send('GET', new URL(`https://svc.test:${port}/x`))).text)).toEqual({ path: '/x' });
    expect(way.asked).toEqual([`CONNECT svc.test:${port}`]);
    const doubting = clientThrough({ HTTPS_PROXY: way.url }, { caFile: '' });
    const error = await failureOf(doubting.client.send('GET', new URL(`https://svc.test:${port}/x`)));
    expect(error.message).toMatch(/^Can't connect to the proxy https:.*: Can't trust localhost/);
  });

  // trust: T-50
  test('a server certificate for another name is rejected behind a proxy, without a retry', async () => {
    const port = await serve();
    const way = await proxy();
    const { client } = clientThrough({ HTTPS_PROXY: way.url });
    const error = await failureOf(client.send('GET', new URL(`https://other.test:${port}/`)));
    expect(error.message).toMatch(
      /^Can't trust other\.test:\d+: its certificate is for .* \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    expect(way.asked).toHaveLength(1);
  });
});

describe('the error for a proxy that fails', () => {
  const target = new URL('https://svc.test/');

  test('the error names an unreachable proxy', async () => {
    const dead = await deadAddress();
    for (const url of ['https://svc.test/', 'http://svc.test/']) {
      const { client } = clientThrough({ HTTPS_PROXY: dead, HTTP_PROXY: dead });
      const error = await failureOf(client.send('GET', new URL(url)));
      expect(error).toBeInstanceOf(NetworkError);
      expect(error.message).toMatch(
        /^Can't connect to the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTPS?_PROXY\): Connection refused by/,
      );
    }
  });

  test.each([
    [403, "didn't connect to svc.test (403).", 'NO_PROXY', 1],
    [407, 'requires a user name and a password (407).', 'http://USER:PASSWORD@', 1],
    [502, "didn't connect to svc.test (502).", '', 2],
  ])('the error names a proxy that responds with %i', async (rejection, words, hint, attempts) => {
    const way = await proxy({ rejection });
    const { client } = clientThrough({ https_proxy: way.url }, { retries: 1 });
    const error = await failureOf(client.send('GET', target));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.exit).toBe(6);
    expect(error.message).toBe(`The proxy ${way.url} (https_proxy) ${words}`);
    expect(error.hint ?? '').toContain(hint);
    expect(way.asked).toHaveLength(attempts);
  });

  test('the error names a proxy that rejects the password, without the password', async () => {
    const way = await proxy({ rejection: 407 });
    for (const url of ['https://svc.test/', 'http://svc.test/']) {
      const named = `http://me:canary@${way.host}`;
      const { client, lines } = clientThrough({ HTTPS_PROXY: named, HTTP_PROXY: named });
      const error = await failureOf(client.send('GET', new URL(url)));
      expect(error.message).toContain('rejected this user name and password (407)');
      expect(error.message + error.hint + lines).not.toContain('canary');
    }
  });

  test('the error names a proxy that never responds', async () => {
    const way = await proxy({ rejection: 0 });
    const { client } = clientThrough({ HTTPS_PROXY: way.url }, { timeouts: { connectMs: 1000 } });
    const error = await failureOf(client.send('GET', target));
    expect(error.message).toMatch(/^Can't connect to the proxy .*: 127\.0\.0\.1:\d+ didn't respond in time\.$/);
  });

  test('Ctrl-C ends the wait for a silent proxy at once', async () => {
    const way = await proxy({ rejection: 0 });
    const run = new AbortController();
    const { client } = clientThrough(
      { HTTPS_PROXY: way.url },
      { timeouts: { connectMs: 600_000 }, signal: run.signal },
    );
    const sent = failureOf(client.send('GET', target));
    await vi.waitFor(() => expect(way.asked).toHaveLength(1), 30_000);
    run.abort(new Error('enough'));
    expect((await sent).message).toBe('enough');
  });

  test('the error names a proxy that does not speak HTTP', async () => {
    const way = await tinyServer((request) => void request.socket.end('hello\r\n'));
    const { client } = clientThrough({ HTTPS_PROXY: way.url });
    expect((await failureOf(client.send('GET', target))).message).toMatch(/^Can't connect to the proxy .*: /);
  });
});

test('a plain http server is requested through the proxy by its whole URL', async () => {
  const way = await proxy();
  const { client } = clientThrough({ HTTP_PROXY: way.url });
  const { text } = await client.send('GET', new URL('http://svc.test/x?y=1'));
  expect(JSON.parse(text)).toEqual({ from: 'the proxy' });
  expect(way.asked).toEqual(['GET http://svc.test/x?y=1']);
});

test('this machine is never reached through a proxy', async () => {
  const server = await tinyServer((_, response) => sendJson(response, { from: 'the server' }));
  const way = await proxy();
  const { client } = clientThrough({ HTTP_PROXY: way.url, HTTPS_PROXY: way.url });
  expect(JSON.parse((await client.send('GET', new URL(server.url))).text)).toEqual({ from: 'the server' });
  expect(way.asked).toEqual([]);
});

import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustWith } from '../../src/api/client/ca.ts';
import { proxies } from '../../src/api/client/proxy.ts';
import { createSecrets } from '../../src/base/secrets.ts';
import { leadsBack } from '../../src/webhooks/forward.ts';
import { post, signedHeaders } from '../../src/webhooks/send.ts';
import { deadAddress } from '../support/tiny-server.ts';
import { type Authority, hasOpenssl, httpsServer, proxy, sharedAuthority } from '../support/tls.ts';

const openssl = hasOpenssl();
let ca: Authority;
beforeAll(() => {
  if (openssl) ca = sharedAuthority();
});
afterAll(() => ca?.remove());

const body = Buffer.from('{"a":1}');
const through = (
  env: Record<string, string>,
  secureContext = openssl ? trustWith(ca.caFile, 'the test') : undefined,
) => ({ route: { proxyFor: proxies(env, createSecrets()), secureContext } });

describe('a delivery through a proxy', () => {
  test.skipIf(!openssl).each([
    ['http', async () => proxy()],
    ['https', async () => proxy({ tls: ca })],
  ])(
    'a delivery through a proxy that speaks %s reaches an https receiver in a tunnel, and only the proxy gets its password',
    async (_, start) => {
      const way = await start();
      let seen: Promise<{ bytes: Buffer; credentials: unknown; signature: unknown }> | undefined;
      const port = await httpsServer(ca, (request, response) => {
        const { 'proxy-authorization': credentials, 'x-svc-notification-signature': signature } = request.headers;
        seen = buffer(request).then((bytes) => ({ bytes, credentials, signature }));
        response.writeHead(204).end();
      });
      const HTTPS_PROXY = way.url.replace('//', '//me:open%20sesame@');
      const { status } = await post(
        new URL(`https://svc.test:${port}/x`),
        signedHeaders(body, 'key'),
        body,
        through({ HTTPS_PROXY }),
      );
      expect([status, way.asked]).toEqual([204, [`CONNECT svc.test:${port}`]]);
      expect(way.credentials).toEqual([`Basic ${Buffer.from('me:open sesame').toString('base64')}`]);
      expect(await seen).toMatchObject({ credentials: undefined, signature: expect.stringMatching(/^[0-9a-f]{128}$/) });
    },
  );

  test('a delivery to an http receiver is a request to the proxy, and a receiver on this machine is reached directly', async () => {
    const way = await proxy();
    const options = through({ HTTP_PROXY: way.url }, undefined);
    const { status } = await post(new URL('http://hooks.test/x?a=b'), signedHeaders(body, 'key'), body, options);
    expect([status, way.asked]).toEqual([200, ['POST http://hooks.test/x?a=b']]);
    const here = new URL(`${await deadAddress()}/x`);
    await expect(post(here, signedHeaders(body, 'key'), body, options)).rejects.toThrow(
      /could not be reached \(ECONNREFUSED\)/,
    );
    expect(way.asked).toHaveLength(1);
  });

  test.each(['http', 'https'])(
    'a proxy that rejects a delivery or is unreachable is named in the error (%s)',
    async (scheme) => {
      const to = new URL(`${scheme}://hooks.test/`);
      const name = `${scheme.toUpperCase()}_PROXY`;
      const shy = await proxy({ rejection: 407 });
      await expect(
        post(to, signedHeaders(body, 'key'), body, through({ [name]: shy.url }, undefined)),
      ).rejects.toMatchObject({
        exit: 6,
        message: `The proxy ${shy.url} (${name}) requires a user name and a password (407).`,
        hint: expect.stringContaining('USER:PASSWORD'),
      });
      const gone = await deadAddress();
      await expect(
        post(to, signedHeaders(body, 'key'), body, through({ [name]: gone }, undefined)),
      ).rejects.toMatchObject({
        exit: 6,
        message: expect.stringContaining(`through the proxy ${gone} (${name}) (ECONNREFUSED)`),
      });
    },
  );

  test('a delivery through a proxy that never responds fails after the timeout', async () => {
    const silent = await proxy({ rejection: 0 });
    const options = { ...through({ HTTPS_PROXY: silent.url }, undefined), timeoutMs: 100 };
    await expect(post(new URL('https://hooks.test/'), signedHeaders(body, 'key'), body, options)).rejects.toThrow(
      /within 100 ms/,
    );
  });
});

describe('a URL that leads back to a listener', () => {
  test.each([
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/', true],
    ['http://127.0.0.1:8080/other', 'http://127.0.0.1:8080/', true],
    ['http://localhost:8080/', 'http://127.0.0.1:8080/', true],
    ['http://127.0.0.1:8081/', 'http://127.0.0.1:8080/', false],
    ['http://192.0.2.1:8080/', 'http://127.0.0.1:8080/', false],
    ['http://hooks.example.com:8080/', 'http://0.0.0.0:8080/', false],
    ['http://127.0.0.1:8080/', 'http://0.0.0.0:8080/', true],
    ['http://[::1]:8080/', 'http://[::]:8080/', true],
    ['http://localhost/', 'http://127.0.0.1:80/', true],
  ])('the URL %s leads back to the listener %s: %s', (url, listener, back) => {
    expect(leadsBack(new URL(url), new URL(listener))).toBe(back);
  });
});

import { describe, expect, test } from 'vitest';
import { createDiscovery } from '../../../src/api/client/discovery.ts';
import { NotFoundError, ProtocolError, TryLaterError } from '../../../src/base/errors.ts';
import { failureOf, testClient } from '../../support/client.ts';
import { sendJson, tinyServer } from '../../support/tiny-server.ts';

const found = async (document: unknown, type?: string) => {
  const server = await tinyServer((_, response) => sendJson(response, document, type === undefined ? {} : { type }));
  const discover = createDiscovery(testClient().client);
  return { server, base: discover(new URL(server.url)) };
};

describe('the registry of a host', () => {
  // spec: R-7
  test.each([
    ['relative to the document', '/v1/modules/', '/v1/modules/'],
    ['beside the document', 'modules/', '/.well-known/modules/'],
    ['given a slash at its end', '/v1/modules', '/v1/modules/'],
    ['without a fragment', '/v1/modules/#top', '/v1/modules/'],
    ['on another host', 'https://registry.test/m/', 'https://registry.test/m/'],
  ])('the registry of a host is found %s', async (_title, declared, path) => {
    const document = { 'modules.v1': declared, 'providers.v1': '/x/', 'login.v1': { client: 'y' } };
    const { base, server } = await found(document, 'Application/JSON; charset=utf-8');
    expect((await base).href).toBe(new URL(path, server.url).href);
  });

  test('the registry of a host is found at the second well-known path if the first is missing', async () => {
    const server = await tinyServer((request, response) => {
      if (request.url !== '/.well-known/svc.json') return response.writeHead(404).end();
      sendJson(response, { 'modules.v1': '/m/' });
    });
    const base = await createDiscovery(testClient().client)(new URL(server.url));
    expect(base.href).toBe(`${server.url}/m/`);
    expect(server.seen.map(({ path }) => path)).toEqual(['/.well-known/terraform.json', '/.well-known/svc.json']);
  });

  test('the discovery document is requested once per run, also by two concurrent callers', async () => {
    const server = await tinyServer((_, response) => sendJson(response, { 'modules.v1': '/m/' }));
    const discover = createDiscovery(testClient().client);
    await Promise.all([discover(new URL(server.url)), discover(new URL(`${server.url}/elsewhere`))]);
    await discover(new URL(server.url));
    expect(server.seen).toHaveLength(1);
  });

  test('the registry URL is relative to the last of three redirects', async () => {
    const server = await tinyServer((request, response) => {
      const hop = Number(/hop=(\d)/.exec(request.url ?? '')?.[1] ?? 0);
      if (hop === 3) return sendJson(response, { 'modules.v1': 'm/' });
      response.writeHead(302, { location: `/deep/doc.json?hop=${hop + 1}` }).end();
    });
    const base = await createDiscovery(testClient().client)(new URL(server.url));
    expect(base.href).toBe(`${server.url}/deep/m/`);
  });

  // trust: T-42
  test('discovery fails after a fourth redirect', async () => {
    const server = await tinyServer((_, response) => response.writeHead(302, { location: '/on' }).end());
    const error = await failureOf(createDiscovery(testClient().client)(new URL(server.url)));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain('after 3 redirects');
    expect(server.seen).toHaveLength(4);
  });

  // trust: T-41
  test('discovery sends the token of the host, and a redirect to another host does not get it', async () => {
    const other = await tinyServer((_, response) => sendJson(response, { 'modules.v1': '/m/' }));
    const home = await tinyServer((_, response) => response.writeHead(302, { location: `${other.url}/d` }).end());
    const { client } = testClient({ tokens: { [home.url]: 'home-token' } });
    expect((await createDiscovery(client)(new URL(home.url))).href).toBe(`${other.url}/m/`);
    expect(home.seen[0]?.headers.authorization).toBe('Bearer home-token');
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
  });
});

describe('the error for a host without a module registry', () => {
  // spec: R-6
  test.each([
    ['providers.v1', 'does not provide a module registry'],
    ['modules.v2', 'modules.v2'],
  ])('the error names a host without a module registry if its document has %s', async (name, words) => {
    const error = await failureOf((await found({ [name]: '/x/' })).base);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.message).toContain(words);
  });

  test('the error names a host without a discovery document', async () => {
    const server = await tinyServer((_, response) => response.writeHead(404).end());
    const error = await failureOf(createDiscovery(testClient().client)(new URL(server.url)));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.message).toContain(new URL(server.url).host);
    expect(error.hint).toContain('--registry');
  });
});

describe('a discovery document is rejected', () => {
  // trust: T-62
  test.each<[title: string, document: unknown, words: string]>([
    ['that is a list', [], 'not a JSON object'],
    ['that is text', 'no', 'not a JSON object'],
    ['that is null', null, 'not a JSON object'],
    ['whose registry is a number', { 'modules.v1': 7 }, 'has no URL for modules.v1'],
    ['whose registry is an object', { 'modules.v1': { url: '/m/' } }, 'has no URL for modules.v1'],
    ['whose registry is null', { 'modules.v1': null }, 'has no URL for modules.v1'],
    ['with an invalid registry URL', { 'modules.v1': 'http://[' }, 'has an invalid URL for modules.v1'],
    ['whose registry is a file', { 'modules.v1': 'file:///etc/' }, 'file:'],
    ['whose registry speaks another protocol', { 'modules.v1': 'ftp://a.test/' }, 'ftp:'],
    ['whose registry has a user name', { 'modules.v1': 'https://me:secret@a.test/' }, 'user name'],
  ])('a discovery document %s is rejected', async (_title, document, words) => {
    const error = await failureOf((await found(document)).base);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('secret');
  });

  // trust: T-62
  test.each([
    ...['text/html', 'text/plain', 'application/vnd.api+json', 'application/octet-stream'].map(
      (type) => [`the media type ${type}`, type, '{"modules.v1":"/m/"}', type] as const,
    ),
    ['no media type', '', '{"modules.v1":"/m/"}', 'media type'],
    ['what is not JSON', 'application/json', '{"modules.v1":', 'JSON'],
  ] as const)('a discovery document with %s is rejected', async (_title, type, text, words) => {
    const headers = type === '' ? {} : { 'content-type': type };
    const server = await tinyServer((_, response) => response.writeHead(200, headers).end(text));
    const error = await failureOf(createDiscovery(testClient().client)(new URL(server.url)));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain(words);
  });

  // trust: T-62
  test('a discovery document larger than 1 MiB is rejected', async () => {
    const error = await failureOf((await found({ 'modules.v1': '/m/', padding: 'x'.repeat(1024 * 1024) })).base);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain('more than 1048576 bytes');
  });
});

test('a host that responds with 500 is not reported as a host without a registry', async () => {
  const server = await tinyServer((_, response) => response.writeHead(500).end());
  expect(await failureOf(createDiscovery(testClient().client)(new URL(server.url)))).toBeInstanceOf(TryLaterError);
});

// trust: T-56
test('a discovery that gets no response ends at the time limit for discovery', async () => {
  const server = await tinyServer(() => {});
  const { client } = testClient({ timeouts: { discoveryMs: 50 } });
  const error = await failureOf(createDiscovery(client)(new URL(server.url)));
  expect(error.message).toContain("didn't respond in time");
});

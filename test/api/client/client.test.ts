import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { endpointUrl } from '../../../src/api/client/endpoints.ts';
import { account } from '../../../src/api/contract/platform/account.ts';
import { banners } from '../../../src/api/contract/platform/banners.ts';
import { modules } from '../../../src/api/contract/registry/modules.ts';
import {
  AuthError,
  CancelledError,
  NetworkError,
  NotFoundError,
  ProtocolError,
  RejectedError,
  TryLaterError,
  UsageError,
} from '../../../src/base/errors.ts';
import { failureOf, testClient } from '../../support/client.ts';
import { deadAddress, sendJson, tinyServer } from '../../support/tiny-server.ts';

const user = { data: { id: 'user-1', type: 'users', attributes: { username: 'sol' } } };
const draft = {
  data: { type: 'admin-banners' as const, attributes: { title: 't', body: 'b', style: 'info', audience: 'all_users' } },
};
const newBanner = { body: draft } as { body: never };
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
const whole = async (answer: { body: AsyncIterable<Uint8Array> }) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('a request', () => {
  test('a request has the token of its origin and the name of svc, and accepts gzip', async () => {
    const server = await tinyServer((_, response) => sendJson(response, user));
    const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
    const { data } = await client.call(new URL(`${server.url}/api/v2`), account.details, {});
    expect(data.attributes.username).toBe('sol');
    expect(server.seen).toMatchObject([
      {
        method: 'GET',
        path: '/api/v2/account/details',
        headers: { authorization: 'Bearer canary-token', 'user-agent': 'svc/test', 'accept-encoding': 'gzip' },
      },
    ]);
  });

  test('a request is not sent without a token that it requires', async () => {
    const server = await tinyServer((_, response) => sendJson(response, user));
    const error = await failureOf(testClient().client.call(new URL(server.url), account.details, {}));
    expect(error).toBeInstanceOf(AuthError);
    expect(error.hint).toContain(`svc login ${server.url}`);
    expect(server.seen).toEqual([]);
  });

  test('a request carries no token when it is anonymous', async () => {
    const server = await tinyServer((_, response) => sendJson(response, { data: [] }));
    const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
    await client.call(new URL(server.url), banners.list, {}, { anonymous: true });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  test('a path value cannot add a path segment or a query, and undefined query values are omitted', () => {
    const url = endpointUrl(new URL('https://a.test/v1/modules/'), modules.versions, {
      namespace: 'a/b',
      name: '...',
      provider: 'p?q#r',
      query: { one: 1, none: undefined, two: 'x y' },
    });
    expect(url.href).toBe('https://a.test/v1/modules/a%2Fb/.../p%3Fq%23r/versions?one=1&two=x+y');
  });

  test.each(['', '.', '..'])('rejects the path value "%s", which would change the path', (id) => {
    expect(() => endpointUrl(new URL('https://a.test/api/v2'), banners.remove, { id })).toThrow(UsageError);
  });

  // spec: R-87
  test('a response with status 204 and no body gives undefined', async () => {
    const server = await tinyServer((_, response) => response.writeHead(204).end());
    const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
    expect(await client.call(new URL(server.url), banners.remove, { id: 'ab-1' })).toBeUndefined();
    expect(server.seen).toMatchObject([{ method: 'DELETE', path: '/admin/banners/ab-1' }]);
  });
});

describe('redirects', () => {
  // trust: T-42
  test('up to five redirects are followed', async () => {
    const server = await tinyServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) return sendJson(response, { data: [] });
      response.writeHead(302, { location: `/${left - 1}` }).end('moved');
    });
    const { client } = testClient();
    expect((await client.send('GET', new URL('/5', server.url))).text).toBe('{"data":[]}');
    expect(server.seen).toHaveLength(6);
    const error = await failureOf(client.send('GET', new URL('/6', server.url)));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain('after 5 redirects');
  });

  // trust: T-42
  test('a circle of redirects ends with a protocol error', async () => {
    const server = await tinyServer((_, response) => response.writeHead(307, { location: '/again' }).end());
    expect(await failureOf(testClient().client.send('GET', new URL(server.url)))).toBeInstanceOf(ProtocolError);
    expect(server.seen).toHaveLength(6);
  });

  // trust: T-41
  test('a redirect to another origin gets the token of that origin instead of the first token', async () => {
    const stranger = await tinyServer((_, response) => sendJson(response, { data: [] }));
    const friend = await tinyServer((_, response) => response.writeHead(302, { location: `${stranger.url}/x` }).end());
    const home = await tinyServer((_, response) => response.writeHead(302, { location: `${friend.url}/x` }).end());
    const { client } = testClient({ tokens: { [home.url]: 'home-token', [friend.url]: 'friend-token' } });
    await client.send('GET', new URL(home.url));
    expect(home.seen[0]?.headers.authorization).toBe('Bearer home-token');
    expect(friend.seen[0]?.headers.authorization).toBe('Bearer friend-token');
    expect(stranger.seen[0]?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(stranger.seen)).not.toContain('home-token');
  });

  // trust: T-41
  test('a redirect of a download to another origin does not get the token', async () => {
    const archives = await tinyServer((_, response) => response.end('bytes'));
    const home = await tinyServer((_, response) => response.writeHead(302, { location: `${archives.url}/x` }).end());
    const { client } = testClient({ tokens: { [home.url]: 'home-token' } });
    expect(await client.fetch(new URL(home.url), {}, whole)).toBe('bytes');
    expect(archives.seen[0]?.headers.authorization).toBeUndefined();
  });

  // trust: T-42
  test('a write is never sent to the target of a redirect', async () => {
    const other = await tinyServer((_, response) => sendJson(response, {}));
    const server = await tinyServer((_, response) => response.writeHead(307, { location: other.url }).end());
    const error = await failureOf(
      testClient({ tokens: { [server.url]: 'canary-token' } }).client.call(
        new URL(server.url),
        banners.create,
        newBanner,
      ),
    );
    expect(error).toBeInstanceOf(ProtocolError);
    expect(other.seen).toEqual([]);
  });
});

describe('a body', () => {
  test('a gzipped body is decompressed', async () => {
    const server = await tinyServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ data: [] }))),
    );
    expect(await testClient().client.call(new URL(server.url), banners.list, {})).toEqual({ data: [] });
  });

  test('a body with the encoding identity is not changed', async () => {
    const server = await tinyServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'identity' }).end('{"data":[]}'),
    );
    expect(await testClient().client.call(new URL(server.url), banners.list, {})).toEqual({ data: [] });
  });

  const zipped = (encoding: string, bytes: Buffer | string) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
  const endless = (response: ServerResponse) => {
    response.writeHead(200);
    const more = () => response.destroyed || response.write(Buffer.alloc(64 * 1024), () => setImmediate(more));
    more();
  };
  test.each<[title: string, answer: (response: ServerResponse) => unknown, words: string]>([
    ['over the limit', endless, 'more than 100000 bytes'],
    // trust: T-60
    ['that is small only while compressed', zipped('gzip', gzipSync(Buffer.alloc(1e6))), 'more than 100000 bytes'],
    ['with a false gzip header', zipped('gzip', '{"data":[]}'), 'broken gzip'],
    // trust: T-60
    ...['br', 'deflate', 'zstd', 'gzip, gzip', 'x-compress', 'gzip;q=1'].map((encoding) => {
      const answer = zipped(encoding, gzipSync('{"data":[]}'));
      return [`with the unrequested encoding ${encoding}`, answer, encoding] as [string, typeof answer, string];
    }),
  ])('a body %s is rejected', async (_title, answer, words) => {
    const server = await tinyServer((_, response) => void answer(response));
    const { client } = testClient();
    const error = await failureOf(client.send('GET', new URL(server.url), undefined, { maxBytes: 100_000 }));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain(words);
  });

  // spec
  test('unknown fields of a body are kept', async () => {
    const odd = {
      data: { ...user.data, extra: 1, attributes: { ...user.data.attributes, 'new-thing': [true] } },
      more: 2,
    };
    const server = await tinyServer((_, response) => sendJson(response, odd));
    const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
    expect(await client.call(new URL(server.url), account.details, {})).toEqual(odd);
  });
});

describe('a response that the API does not document', () => {
  // trust: T-61
  test.each<[title: string, body: string, type: string, words: RegExp]>([
    ['HTML', '<!DOCTYPE html><h1>Sign in to the hotel</h1>', 'text/html', /a web page instead of the API/],
    ['XHTML', '<html/>', 'Application/XHTML+xml ; charset=utf-8', /a web page instead of the API/],
    ['an empty body', '', 'application/json', /the body is empty/],
    ['only white space', '  \n', 'application/json', /the body is empty/],
    ['half of a document', '{"data":{"id', 'application/json', /not JSON/],
    ['a string', '"no"', 'application/json', /the document/],
    ['a number', '7', 'application/json', /the document/],
    ['null', 'null', 'application/json', /the document/],
    ['a list', '[]', 'application/json', /the document/],
    ['an error document with status 200', '{"errors":["no"]}', 'application/json', /with errors/],
    ['a collection for one resource', '{"data":[]}', 'application/json', /data/],
    [
      'a resource of another type',
      '{"data":{"id":"x","type":"teams","attributes":{}}}',
      'application/json',
      /data\.type/,
    ],
    ['a resource without an id', '{"data":{"type":"users","attributes":{}}}', 'application/json', /data\.id/],
    ['nesting without end', '['.repeat(200_000) + ']'.repeat(200_000), 'application/json', /deep|the document/],
  ])(
    'an undocumented response (%s) exits with 9 and the request line, without the body',
    async (_title, body, type, words) => {
      const server = await tinyServer((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
      const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
      const error = await failureOf(client.call(new URL(server.url), account.details, {}));
      expect(error).toBeInstanceOf(ProtocolError);
      expect(error.exit).toBe(9);
      expect(error.message).toMatch(words);
      expect(error.message).toContain(`GET ${server.url}/account/details`);
      expect(error.message).not.toContain('hotel');
      expect(error.status).toBe(200);
    },
  );

  test('nesting too deep to print is rejected even without a schema', async () => {
    const deep = `{"data":[],"meta":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
    const server = await tinyServer((_, response) => response.writeHead(200).end(deep));
    const error = await failureOf(testClient().client.call(new URL(server.url), banners.list, {}));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain('deep');
  });
});

describe('an error response', () => {
  const refusedWith = async (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
    const server = await tinyServer((_, response) => response.writeHead(status, headers).end(body));
    const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
    return { server, error: await failureOf(client.call(new URL(server.url), account.details, {})) };
  };

  test('an error response of the platform gives its error objects', async () => {
    const body = JSON.stringify({ errors: [{ status: '422', title: 'invalid', source: { pointer: '/data' } }] });
    const { error, server } = await refusedWith(422, body);
    expect(error).toBeInstanceOf(RejectedError);
    expect(error).toMatchObject({ status: 422, errors: [{ title: 'invalid', pointer: '/data' }] });
    expect(error.request).toBe(`GET ${server.url}/account/details`);
  });

  // spec
  test('an error response of the registry gives its strings', async () => {
    const { error } = await refusedWith(404, '{"errors":["Not Found"]}');
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error.errors).toEqual([{ title: 'Not Found' }]);
  });

  // spec: R-96
  // trust: T-61
  test('the error for an HTML response shows its status and no HTML', async () => {
    const { error } = await refusedWith(502, '<html><body>Bad gateway of doom</body></html>', {
      'content-type': 'text/html',
    });
    expect(error).toBeInstanceOf(TryLaterError);
    expect(error.message).toContain('502');
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain('doom');
  });

  test('the error for an empty response shows its status', async () => {
    const { error } = await refusedWith(500, '');
    expect(error).toBeInstanceOf(TryLaterError);
    expect(error.errors).toEqual([]);
  });

  // trust: T-61
  test.each([
    ['encoded as br', 502, { 'content-encoding': 'br' }, 'x', TryLaterError],
    ['a broken gzip', 422, { 'content-encoding': 'gzip' }, 'x', RejectedError],
    ['larger than any error', 403, {}, 'x'.repeat(2_000_000), AuthError],
  ])(
    'an error response with a body that is %s gives the error of its status',
    async (_title, status, headers, body, family) => {
      const { error } = await refusedWith(status, body, headers as Record<string, string>);
      expect(error).toBeInstanceOf(family);
      expect(error.status).toBe(status);
    },
  );

  test('an error response with a cut body gives the error of its status', async () => {
    const server = await tinyServer((_, response) => {
      response.writeHead(422, { 'content-length': '1000' });
      response.write('{"errors":[', () => response.destroy());
    });
    const { client } = testClient({ tokens: { [server.url]: 'canary-token' } });
    const error = await failureOf(client.call(new URL(server.url), banners.create, newBanner));
    expect(error).toBeInstanceOf(RejectedError);
  });

  test('the error for a rejected token names its origin and svc login', async () => {
    const { error, server } = await refusedWith(401, '{"errors":[]}');
    expect(error).toBeInstanceOf(AuthError);
    expect(error.hint).toContain('The token comes from the test');
    expect(error.hint).toContain(`svc login ${server.url}`);
  });

  test('the error for a token that the target of a redirect rejects names the origin of the token', async () => {
    const other = await tinyServer((_, response) => sendJson(response, {}, { status: 401 }));
    const server = await tinyServer((_, response) => response.writeHead(302, { location: other.url }).end());
    const { client } = testClient({ tokens: { [other.url]: 'canary-token' } });
    const error = await failureOf(client.send('GET', new URL(server.url)));
    expect(error.hint).toBe('The token comes from the test.');
  });

  test('the error for a registry that rejects a request names its host, with and without a token', async () => {
    const server = await tinyServer((_, response) => sendJson(response, {}, { status: 401 }));
    const { host } = new URL(server.url);
    const ask = (tokens = {}) => failureOf(testClient({ tokens }).client.send('GET', new URL(server.url)));
    expect((await ask()).message).toBe(`${host} requires a token.`);
    expect((await ask({ [server.url]: 'canary-token' })).message).toBe(`${host} rejected the token.`);
  });
});

// trust: T-60
test.each(['banners', 'api'])('rejects a partial list (status 206): %s', async (way) => {
  const server = await tinyServer((_, response) => sendJson(response, { data: [] }, { status: 206 }));
  const { client } = testClient();
  const base = new URL(server.url);
  const asked = way === 'api' ? client.send('GET', base) : client.call(base, banners.list, {});
  const error = await failureOf(asked);
  expect(error).toMatchObject({ exit: 9, status: 206 });
  expect(error.message).toBe(
    `${server.url}${way === 'api' ? '/' : '/admin/banners'} sent a part of its response (206).`,
  );
});

describe('a connection', { concurrent: true }, () => {
  // trust: T-55
  test('a host where no server listens is a network error with the host, and a write may be retried because it was not sent', async ({
    expect,
  }) => {
    const address = await deadAddress();
    const error = await failureOf(testClient().client.send('GET', new URL(address)));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.exit).toBe(6);
    expect(error.message).toBe(`Connection refused by ${new URL(address).host}.`);
    expect(error.hint).toBe('Nothing listens there: check the port, and whether the server runs.');
    expect(error.sent).toBe(false);
    const { client } = testClient({ tokens: { [address]: 'canary-token' } });
    const written = await failureOf(client.call(new URL(address), banners.create, newBanner));
    expect(written).toMatchObject({ exit: 6, retryable: true, sent: false, attempts: 1 });
    expect(written.message).not.toContain('carried out');
  });

  test('a host name that does not exist is a network error that says so', async ({ expect }) => {
    const error = await failureOf(testClient().client.send('GET', new URL('http://nowhere.invalid/')));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe("Can't resolve nowhere.invalid.");
  });

  const begun = (response: ServerResponse) =>
    response.writeHead(200, { 'content-length': '100' }) && response.write('{"data":');
  const reset = ({ socket }: IncomingMessage) => socket.resetAndDestroy();
  test.for<[title: string, words: RegExp, answer: Answer, timeouts?: object]>([
    ['that is reset before a response', /closed the connection/, reset],
    // trust: T-60
    [
      'that is cut inside a body of known length',
      /closed the connection|fewer bytes/,
      (_, response) => begun(response) && setImmediate(() => response.destroy()),
    ],
    // trust: T-60
    [
      'that is cut inside a chunked body',
      /closed the connection/,
      (_, response) => response.write('{"data":', () => response.destroy()),
    ],
    ['with another protocol than HTTP', /doesn't speak HTTP/, ({ socket }) => socket.end('220 smtp ready\r\n')],
    // trust: T-56
    ['without a response in time', /didn't respond in time/, () => {}, { attemptMs: 50 }],
    // trust: T-57
    ['that stalls inside a body', /stopped sending/, (_, response) => begun(response), { idleMs: 50 }],
  ])(
    'a connection %s is a network error with the reason',
    async ([_title, words, answer, timeouts = {}], { expect }) => {
      const server = await tinyServer((request, response) => void answer(request, response));
      const error = await failureOf(testClient({ timeouts }).client.send('GET', new URL(server.url)));
      expect(error).toBeInstanceOf(NetworkError);
      expect(error.message).toMatch(words);
    },
  );

  const outOfTime = {
    exit: 6,
    message: expect.stringMatching(/didn't (respond|finish its response) in time/),
    sent: true,
    retryable: true,
    attempts: 1,
  };
  // trust: T-56
  test.for<[title: string, start: string, expected: object]>([
    ['its head', 'HTTP/1.1 200 OK\r\nx-slow: ', outOfTime],
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n"', outOfTime],
    ['the body of a rejection', 'HTTP/1.1 422 No\r\ncontent-length: 100000\r\n\r\n"', { status: 422, errors: [] }],
  ])(
    'a response that sends %s slowly without end is aborted at the time limit of an attempt',
    async ([_title, start, expected], { expect }) => {
      const server = await tinyServer(({ socket }) => {
        socket.write(start);
        const drip = setInterval(() => socket.write('x'), 10);
        socket.once('close', () => clearInterval(drip)).on('error', () => {});
      });
      const { client } = testClient({ timeouts: { attemptMs: 1500 } });
      const error = await failureOf(client.send('GET', new URL(server.url)));
      expect(error).toMatchObject(expected);
    },
  );

  // trust: T-57
  test('an archive that takes longer than the time limit of an attempt is read to the end', async ({ expect }) => {
    const server = await tinyServer((_, response) => {
      response.write('ha');
      setTimeout(() => response.end('lf'), 1800);
    });
    const { client } = testClient({ timeouts: { attemptMs: 1500 } });
    expect(await client.fetch(new URL(server.url), {}, whole)).toBe('half');
  });

  test('a slow response that takes longer than the idle timeout is read completely', async ({ expect }) => {
    const server = await tinyServer((_, response) => {
      const words = [...'{"data":[]}'];
      const drip = setInterval(() => {
        const next = words.shift();
        if (next !== undefined) return response.write(next);
        clearInterval(drip);
        response.end();
      }, 250);
    });
    const { client } = testClient({ timeouts: { idleMs: 2500 } });
    expect(await client.call(new URL(server.url), banners.list, {})).toEqual({ data: [] });
  });
});

describe('a successful response', { concurrent: true }, () => {
  test('a successful status with errors is a protocol error with the message of the service', async ({ expect }) => {
    const errors = [{ title: 'invalid attribute', detail: 'Title is odd' }];
    const server = await tinyServer((_, response) => sendJson(response, { errors }));
    const { client } = testClient();
    const error = await failureOf(client.call(new URL(server.url), banners.list, {}));
    expect(error).toMatchObject({ exit: 9, status: 200, errors });
    expect(error.message).toBe(`Unexpected response to GET ${server.url}/admin/banners: status 200 with errors.`);
  });

  test.for<[title: string, encoding: string]>([
    ['zipped under the old name of gzip', 'x-gzip'],
    ['zipped, with white space around the name', ' \t gzip \t '],
  ])('a response is decompressed if it is %s', async ([_title, encoding], { expect }) => {
    const zipped = gzipSync('{"data":[]}');
    const server = await tinyServer(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding:${encoding}\r\ncontent-length: ${zipped.length}\r\n\r\n`);
      socket.end(zipped);
    });
    expect(await testClient().client.call(new URL(server.url), banners.list, {})).toEqual({ data: [] });
  });

  test('a response with an empty Content-Encoding is not decoded', async ({ expect }) => {
    const server = await tinyServer((_, response) => {
      response.setHeader('content-encoding', '');
      sendJson(response, { data: [] });
    });
    expect(await testClient().client.call(new URL(server.url), banners.list, {})).toEqual({ data: [] });
  });
});

describe('retries', { concurrent: true }, () => {
  test('a response whose body is cut is retried, and the second response is used', async ({ expect }) => {
    const server = await tinyServer((_, response, nth) => {
      if (nth > 1) return sendJson(response, { data: [] });
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    const { client } = testClient({ retries: 1 });
    expect(await client.call(new URL(server.url), banners.list, {})).toEqual({ data: [] });
    expect(server.seen).toHaveLength(2);
  });

  test('a retried download starts again with the second response', async ({ expect }) => {
    const server = await tinyServer((_, response, nth) => {
      if (nth > 1) return response.end('whole');
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const { client } = testClient({ retries: 1 });
    expect(await client.fetch(new URL(server.url), {}, whole)).toBe('whole');
  });

  // trust: T-51
  test('a request is not retried if the requested wait is too long, and the error says when to try again', async ({
    expect,
  }) => {
    const server = await tinyServer((_, response) => response.writeHead(429, { 'retry-after': '61' }).end());
    const error = await failureOf(testClient({ retries: 3 }).client.send('GET', new URL(server.url)));
    expect(error).toBeInstanceOf(TryLaterError);
    expect(error.hint).toBe('Try again in 61 seconds.');
    expect(server.seen).toHaveLength(1);
  });

  test('a read is retried on 408, and the last 408 is an error that says to try later', async ({ expect }) => {
    const server = await tinyServer((_, response) => response.writeHead(408).end());
    const error = await failureOf(testClient({ retries: 1 }).client.send('GET', new URL(server.url)));
    expect(error).toMatchObject({ exit: 7, attempts: 2, retryable: true });
    const { client } = testClient({ retries: 1, tokens: { [server.url]: 'canary-token' } });
    const written = await failureOf(client.call(new URL(server.url), banners.remove, { id: 'ab-1' }));
    expect(written).toMatchObject({ exit: 7, attempts: 1, retryable: false, sent: true });
  });

  test.for<[title: string, status: number, headers: Record<string, string>, requests: number]>([
    ['of a write happens on 429', 429, { 'retry-after': '0' }, 2],
    ['of a write happens on 503 with Retry-After', 503, { 'retry-after': '0' }, 2],
    ['of a write does not happen on 503 without Retry-After', 503, {}, 1],
    ['of a write does not happen on 500', 500, {}, 1],
  ])('a retry %s', async ([_title, status, headers, requests], { expect }) => {
    const server = await tinyServer((_, response, nth) => {
      if (nth > 1) return response.writeHead(204).end();
      response.writeHead(status, headers).end();
    });
    const { client } = testClient({ retries: 3, tokens: { [server.url]: 'canary-token' } });
    await client.call(new URL(server.url), banners.remove, { id: 'ab-1' }).catch(() => {});
    expect(server.seen).toHaveLength(requests);
  });

  // trust: T-54
  test('a write is not retried if its connection broke after sending', async ({ expect }) => {
    const server = await tinyServer((request) => request.socket.resetAndDestroy());
    const { client } = testClient({ retries: 3, tokens: { [server.url]: 'canary-token' } });
    expect(await failureOf(client.call(new URL(server.url), banners.create, newBanner))).toBeInstanceOf(NetworkError);
    expect(server.seen).toHaveLength(1);
  });

  test('a request is retried as often as allowed, and the error has the number of attempts, with or without a response', async ({
    expect,
  }) => {
    const cut = await tinyServer((request) => request.socket.resetAndDestroy());
    const failing = await tinyServer((_, response) => response.writeHead(500).end());
    const error = await failureOf(testClient({ retries: 2 }).client.send('GET', new URL(failing.url)));
    expect(error).toBeInstanceOf(TryLaterError);
    expect([error.attempts, failing.seen.length]).toEqual([3, 3]);
    const once = testClient({ retries: 0 }).client;
    expect(await failureOf(once.send('GET', new URL(cut.url)))).toMatchObject({ attempts: 1, sent: true });
  });

  // trust: T-53
  test('a discovery that hangs twice is not retried again', async ({ expect }) => {
    const server = await tinyServer(() => {});
    const { client } = testClient({ retries: 5, timeouts: { discoveryMs: 1500 } });
    const error = await failureOf(client.send('GET', new URL(server.url), undefined, { patience: 'discovery' }));
    expect(error).toMatchObject({ attempts: 2, exit: 6 });
    expect(server.seen).toHaveLength(2);
  });

  // trust: T-53
  test('a response with too many headers is not retried', async ({ expect }) => {
    const server = await tinyServer((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end());
    const error = await failureOf(testClient({ retries: 5 }).client.send('GET', new URL(server.url)));
    expect(error).toMatchObject({ attempts: 1, retryable: false, exit: 6 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a write that was sent and got no response', { concurrent: true }, () => {
  const tokenFor = (url: string) => ({ [url]: 'canary-token' });
  // trust: T-55
  test.for<[title: string, answer: (request: IncomingMessage, response: ServerResponse) => void]>([
    ['cut', (request) => request.socket.resetAndDestroy()],
    ['timed out', () => {}],
  ])(
    'the error for a write without a response, because it was %s, says that it may have been carried out and how to check',
    async ([_title, answer], { expect }) => {
      const server = await tinyServer(answer);
      const { client } = testClient({ retries: 3, tokens: tokenFor(server.url), timeouts: { attemptMs: 1500 } });
      const error = await failureOf(client.call(new URL(server.url), banners.create, newBanner));
      expect(error).toMatchObject({ exit: 6, retryable: false, sent: true, attempts: 1 });
      expect(error.message).toContain('The POST was sent and may have been carried out.');
      expect(error.hint).toBe(`To check before sending it again: svc api ${server.url}/admin/banners`);
      expect(server.seen).toHaveLength(1);
    },
  );
});

describe('Ctrl-C', () => {
  // trust: T-58
  test('Ctrl-C ends the wait before a retry', async () => {
    const cancel = new AbortController();
    const server = await tinyServer((_, response) => response.writeHead(429, { 'retry-after': '60' }).end());
    const { client } = testClient({
      retries: 3,
      signal: cancel.signal,
      onLine(line) {
        if (line.includes('retrying in')) setTimeout(() => cancel.abort(new CancelledError()), 20);
      },
    });
    expect(await failureOf(client.send('GET', new URL(server.url)))).toBeInstanceOf(CancelledError);
    expect(server.seen).toHaveLength(1);
  });

  // trust: T-58
  test('Ctrl-C ends a request that hangs', async () => {
    const cancel = new AbortController();
    const server = await tinyServer(() => cancel.abort(new CancelledError()));
    const { client } = testClient({ retries: 3, signal: cancel.signal });
    expect(await failureOf(client.send('GET', new URL(server.url)))).toBeInstanceOf(CancelledError);
  });

  // trust: T-58
  test('Ctrl-C ends a request whose body stalls', async () => {
    const cancel = new AbortController();
    const server = await tinyServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => setTimeout(() => cancel.abort(new CancelledError()), 20));
    });
    const { client } = testClient({ retries: 3, signal: cancel.signal });
    expect(await failureOf(client.send('GET', new URL(server.url)))).toBeInstanceOf(CancelledError);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { trustWith } from '../../src/api/client/ca.ts';
import { sign } from '../../src/api/contract/signature.ts';
import type { Delivery, HeaderPair } from '../../src/webhooks/delivery.ts';
import { createListenerDiagnosis } from '../../src/webhooks/diagnose.ts';
import { type Listener, openListener } from '../../src/webhooks/listener.ts';
import type { ListenerOptions } from '../../src/webhooks/options.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { forgeries, post, signedHeaders } from '../../src/webhooks/send.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';

const token = 'correct horse battery staple';
const tokens = [{ name: 'the test', value: token }];
const body = sampleBody('run:completed');

async function listen({
  onDelivery = async () => {},
  ...options
}: Omit<Partial<ListenerOptions>, 'onDelivery'> & { onDelivery?: () => Promise<void> } = {}): Promise<
  Listener & { seen: Delivery[]; to: URL }
> {
  const seen: Delivery[] = [];
  const listener = await openListener({
    tokens,
    ...options,
    onDelivery: async (delivery) => {
      seen.push(delivery);
      await onDelivery();
      return true;
    },
  });
  onTestFinished(() => listener.close(0));
  return Object.assign(listener, { seen, to: new URL(listener.url) });
}

/** Sends exactly these bytes on a connection; returns what it received until the other end closed it. */
async function raw(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = open(port);
  for (const piece of pieces) socket.write(piece);
  return until(socket, /$^/);
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function until(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (pattern.test(text)) break;
  }
  return text;
}

const head = (lines: string, method = 'POST', path = '/') => `${method} ${path} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
const signed = (bytes: Buffer) =>
  `X-Svc-Notification-Signature: ${sign(bytes, token)}\r\nContent-Length: ${bytes.length}\r\n`;

// trust: T-235
test.each([
  [
    'reading a request',
    {
      now: () => {
        throw new Error('a bug');
      },
    },
  ],
  [
    'responding for a receiver',
    {
      respond: async () => {
        throw new Error('a bug');
      },
    },
  ],
])('a bug of svc in %s is reported, and only the sender of that request gets no response or 502', async (_, broken) => {
  const faults: unknown[] = [];
  const { to, counters } = await listen({ ...broken, onFault: (error) => void faults.push(error) });
  const answer = await post(to, signedHeaders(body, token), body).then(
    ({ status }) => status,
    () => 'no answer',
  );
  expect(['no answer', 502]).toContain(answer);
  expect(faults).toEqual([new Error('a bug')]);
  expect(counters.connections).toBe(1);
});

describe('a valid delivery', () => {
  test('a valid delivery gets 204 and is yielded as verified, with its content', async () => {
    const { to, seen, ...listener } = await listen();
    expect(await post(to, signedHeaders(body, token), body)).toMatchObject({ status: 204, body: Buffer.alloc(0) });
    await listener.close();
    const yielded: Delivery[] = [];
    for await (const delivery of listener) yielded.push(delivery);
    expect(yielded).toEqual(seen);
    expect(yielded[0]).toMatchObject({
      verified: true,
      verdict: 'verified',
      cause: null,
      reason: null,
      signedWith: 'the test',
      method: 'POST',
      path: '/',
      status: 204,
      trigger: 'run:completed',
      marks: [],
      notification: { organization_name: 'acme' },
    });
    expect(yielded[0]?.body.equals(body)).toBe(true);
    expect(yielded[0]?.id).toMatch(/^[0-9a-z]{26}$/);
  });

  test('a delivery in chunks of one byte has the same bytes', async () => {
    const { port, seen } = await listen();
    const chunks = [...body].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
    const chunked = `X-TFE-Notification-Signature: ${sign(body, token)}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n`;
    expect(await raw(port, head(chunked), ...chunks, '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 204 /);
    expect(seen[0]?.body.equals(body)).toBe(true);
  });

  // trust: T-92
  test('a delivery is recorded before the response', async () => {
    let recorded = () => {};
    const recording = new Promise<void>((resolve) => {
      recorded = resolve;
    });
    const { to, seen } = await listen({ onDelivery: () => recording });
    let answered = false;
    const answer = post(to, signedHeaders(body, token), body).then(() => {
      answered = true;
    });
    while (seen.length === 0) await new Promise(setImmediate);
    expect(answered).toBe(false);
    recorded();
    await answer;
  });

  const complete = Buffer.concat([Buffer.from(head(signed(body))), body]);
  test.each<[string, number, Buffer[]]>([
    ['in the same piece', 1, [Buffer.concat([complete, Buffer.from('stray bytes\r\n\r\n')])]],
    ['in a piece of their own', 1, [complete, Buffer.from('\0stray')]],
    ['in many pieces', 1, [complete, ...Array.from({ length: 20 }, () => Buffer.from('stray'))]],
    ['after a second one', 2, [Buffer.concat([complete, complete, Buffer.from('stray')])]],
    [
      'in the body of a second one',
      1,
      [complete, Buffer.from(`${head('Transfer-Encoding: chunked\r\n')}not a length\r\n`)],
    ],
  ])(
    'a delivery gets its response, and the connection is closed, if stray bytes follow %s',
    async (_, count, pieces) => {
      const untilBroken = async () => {
        while (counters.broken === 0) await new Promise(setImmediate);
      };
      const { port, seen, counters } = await listen({ onDelivery: untilBroken });
      const socket = open(port);
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise(setImmediate);
      }
      const answer = await until(socket, /$^/);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(Array.from({ length: count }, () => 'HTTP/1.1 204'));
      expect([seen.length, counters.verified, counters.broken]).toEqual([count, count, 1]);
    },
  );

  // trust: T-92
  test('a delivery that cannot be recorded gets 500, and --status sets the response of a rehearsal', async () => {
    const { to, counters } = await listen({ onDelivery: () => Promise.reject(new Error('disk full')) });
    expect((await post(to, signedHeaders(body, token), body)).status).toBe(500);
    expect(counters).toMatchObject({ unrecorded: 1 });
    const rehearsing = await listen({ status: 503 });
    expect((await post(rehearsing.to, signedHeaders(body, token), body)).status).toBe(503);
    expect(rehearsing.seen[0]).toMatchObject({ verified: true, status: 503 });
  });

  test('a receiver can respond to a delivery and gets its header lines unmasked, and the recorded delivery has them masked', async () => {
    const originals: (readonly HeaderPair[])[] = [];
    const { to, seen } = await listen({
      respond: async (_, original) => {
        originals.push(original);
        return { status: 202, headers: [['X-Behind', 'yes']], body: Buffer.from('taken') };
      },
    });
    const lines: HeaderPair[] = [
      ['Authorization', 'Bearer abcdef'],
      ['X-Echo', `it is ${token}`],
    ];
    const answer = await post(to, [...lines, ['X-Svc-Notification-Signature', sign(body, token)]], body);
    expect([answer.status, answer.body.toString()]).toEqual([202, 'taken']);
    expect(answer.headers).toContainEqual(['X-Behind', 'yes']);
    expect(originals[0]).toEqual(expect.arrayContaining(lines));
    expect(seen[0]?.headers).toEqual(
      expect.arrayContaining([
        ['Authorization', '***'],
        ['X-Echo', 'it is ***'],
      ]),
    );
  });

  test('a delivery that the receiver accepted gets the response of the receiver even if it cannot be recorded', async () => {
    const { to, counters } = await listen({
      respond: async () => ({ status: 202, headers: [], body: Buffer.alloc(0) }),
      onDelivery: () => Promise.reject(new Error('disk full')),
    });
    expect((await post(to, signedHeaders(body, token), body)).status).toBe(202);
    expect(counters).toMatchObject({ unrecorded: 1 });
  });

  test('a delivery gets 502 if the receiver fails', async () => {
    const { to, seen } = await listen({ respond: () => Promise.reject(new Error('gone')) });
    expect((await post(to, signedHeaders(body, token), body)).status).toBe(502);
    expect(seen[0]).toMatchObject({ verified: true, status: 502 });
  });

  test.runIf(hasOpenssl())('a valid delivery over TLS is accepted', async () => {
    const { key, cert, caFile, remove } = sharedAuthority();
    onTestFinished(remove);
    const { to, seen } = await listen({ tls: { key, cert } });
    expect(to.protocol).toBe('https:');
    expect(
      (await post(to, signedHeaders(body, token), body, { route: { secureContext: trustWith(caFile, 'the test') } }))
        .status,
    ).toBe(204);
    expect(seen).toHaveLength(1);
  });
});

describe('a rejected request', () => {
  // spec: P-276
  // trust: T-80
  test.each(forgeries(body, token))(
    'a forged delivery is rejected: $name: $words',
    async ({ headers, body: bytes }) => {
      const { to, seen, counters } = await listen();
      expect((await post(to, headers, bytes)).status).toBe(401);
      expect(seen[0]).toMatchObject({ verified: false, status: 401, signedWith: null });
      expect(seen[0]?.reason).toBeTruthy();
      expect(counters).toMatchObject({ verified: 0, [String(seen[0]?.verdict)]: 1 });
    },
  );

  test('unsigned deliveries are rejected by default, and accepted as not verified if they are allowed', async () => {
    const strict = await listen();
    expect((await post(strict.to, signedHeaders(body, undefined), body)).status).toBe(401);
    const lenient = await listen({ allowUnsigned: true });
    expect((await post(lenient.to, signedHeaders(body, undefined), body)).status).toBe(204);
    expect(lenient.seen[0]).toMatchObject({ verified: false, verdict: 'unsigned', cause: 'missing' });
    expect((await post(lenient.to, signedHeaders(body, 'another'), body)).status).toBe(401);
  });

  // trust: T-81
  test('a listener without tokens rejects every delivery', async () => {
    const { to } = await listen({ tokens: [] });
    expect((await post(to, signedHeaders(body, token), body)).status).toBe(401);
  });

  test('a request with another path or method is rejected and recorded with the reason', async () => {
    const { port, seen } = await listen({ path: '/hook' });
    expect(await raw(port, head('Connection: close\r\n', 'POST', '/hook/'))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await raw(port, head('Connection: close\r\n', 'GET', '/hook'))).toMatch(
      /^HTTP\/1\.1 405 [\s\S]*allow: POST/i,
    );
    expect(await raw(port, head(`Connection: close\r\n${signed(body)}`, 'POST', '/hook?a=b'), body)).toMatch(/ 204 /);
    expect(await raw(port, head(`Connection: close\r\n${signed(body)}`, 'POST', 'http://x/hook'), body)).toMatch(
      / 204 /,
    );
    expect(seen.map(({ verdict, cause }) => [verdict, cause])).toEqual([
      ['refused', 'path'],
      ['refused', 'method'],
      ['verified', null],
      ['verified', null],
    ]);
    expect(seen[0]?.reason).toBe('Wrong path /hook/; deliveries are accepted at /hook.');
  });

  // trust: T-88
  test('a body above the limit gets 413 by its announced length, by its chunks and before it is sent', async () => {
    const { port, seen } = await listen({ limits: { bodyBytes: 1000 } });
    const long = Buffer.alloc(1001, 0x20);
    expect(await raw(port, head(signed(long)), long)).toMatch(/^HTTP\/1\.1 413 /);
    const chunks = `${head('Transfer-Encoding: chunked\r\n')}3e9\r\n${long}\r\n0\r\n\r\n`;
    expect(await raw(port, chunks)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(port, head(`Expect: 100-continue\r\n${signed(long)}`))).toMatch(/^HTTP\/1\.1 413 /);
    expect(seen.map(({ cause, body: kept }) => [cause, kept.length])).toEqual(Array(3).fill(['too-large', 0]));
  });

  test('a valid delivery is accepted after "100 Continue"', async () => {
    const { port } = await listen();
    const socket = open(port);
    socket.write(head(`Expect: 100-continue\r\nConnection: close\r\n${signed(body)}`));
    expect(await once(socket, 'data').then(([data]) => String(data))).toMatch(/^HTTP\/1\.1 100 /);
    socket.write(body);
    expect(await until(socket, /$^/)).toMatch(/^HTTP\/1\.1 204 /);
  });

  // trust: T-88
  test('rejects a request with too many header lines or a header line that is too long', async () => {
    const { port, seen } = await listen();
    expect(await raw(port, head(`${'a: b\r\n'.repeat(300)}Content-Length: 0\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
    expect(await raw(port, head(`a: ${'b'.repeat(20_000)}\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
    expect(seen.map(({ cause }) => cause)).toEqual(['too-many-headers']);
  });

  // trust: T-80
  test('a second signature behind thousands of other lines is rejected', async () => {
    const { port } = await listen({ limits: { headerBytes: 64 * 1024, headerLines: 10_000 } });
    const lines = `${signed(body)}${'a: b\r\n'.repeat(3000)}X-Svc-Notification-Signature: 0\r\nConnection: close\r\n`;
    expect(await raw(port, head(lines), body)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([
    ['says nothing', { idleMs: 300 }, []],
    ['stays idle after a request', { keepAliveMs: 300 }, [head(signed(body)), body]],
    ['stalls in its second body', { idleMs: 300 }, [head(signed(body)), body, head(signed(body)), body.subarray(1)]],
  ])('a connection that %s is closed', async (_, limits, pieces) => {
    const { port } = await listen({ limits });
    const socket = open(port).resume();
    for (const piece of pieces) socket.write(piece);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.destroyed).toBe(true);
  });

  // trust: T-240
  test('a connection that a proxy keeps open stays open after its first request, however long it is idle', async () => {
    const { port, seen } = await listen({ limits: { idleMs: 300 } });
    const kept = open(port);
    kept.write(Buffer.concat([Buffer.from(head(signed(body))), body]));
    let text = '';
    kept.on('data', (piece) => {
      text += piece;
    });
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 204/);
    expect(text).toMatch(/Keep-Alive: timeout=620\r\n/i);
    const silent = open(port).resume();
    await new Promise((resolve) => silent.once('close', resolve));
    kept.write(Buffer.concat([Buffer.from(head(signed(body))), body]));
    await expect.poll(() => seen.length).toBe(2);
  });

  test('rejects bytes that are not HTTP and incomplete requests without recording a delivery', async () => {
    const patient = await listen();
    expect(await raw(patient.port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const { port, seen, counters } = await listen({ limits: { headersMs: 200, requestMs: 200 } });
    expect(await raw(port, 'POST / HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1\.1 408 /);
    expect(await raw(port, head(signed(body)), body.subarray(1))).toMatch(/^HTTP\/1\.1 408 /);
    expect([...patient.seen, ...seen]).toEqual([]);
    expect([patient.counters.broken, counters.broken]).toEqual([1, 2]);
  });

  test.each([
    ['an empty token', { tokens: [{ name: '$HOOK', value: '' }] }, /\$HOOK is empty/],
    ['an invalid path', { path: 'hook' }, /^--path must start with \/ .*not "hook"/],
    ['an invalid status', { status: 99 }, /^--status must be between 200 and 599, not 99\.$/],
    ['an invalid certificate', { tls: { cert: 'x', key: 'y' } }, /certificate/],
  ])('a listener with %s is rejected before it starts', async (_, options, words) => {
    await expect(openListener({ tokens, ...options })).rejects.toThrow(words);
  });

  test('a port that is in use is an error with a hint', async () => {
    const { port } = await listen();
    await expect(openListener({ tokens, port })).rejects.toMatchObject({
      exit: 2,
      hint: expect.stringContaining('--port'),
    });
  });
});

describe('a listener under attack', () => {
  // trust: T-88
  test('a listener responds to valid deliveries while 200 slow requests, garbage and large bodies hold connections', async () => {
    const { port, to, counters } = await listen({ limits: { bodyBytes: 64 * 1024, receivingBytes: 1024 * 1024 } });
    for (let index = 0; index < 200; index += 1) open(port).write('POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    for (let index = 0; index < 50; index += 1)
      open(port).write(`${head('Content-Length: 60000\r\n')}${'x'.repeat(50_000)}`);
    const garbage = Array.from({ length: 100 }, (_, index) => raw(port, `${'\0garbage'.repeat(index + 1)}\r\n\r\n`));
    for (let index = 0; index < 20; index += 1) {
      const bytes = index % 2 === 0 ? body : Buffer.from('{"invalid":');
      expect((await post(to, signedHeaders(bytes, token), bytes)).status).toBe(204);
    }
    await Promise.all(garbage);
    expect(counters.verified).toBe(20);
    expect(counters.cutOff).toBeGreaterThan(0);
  });

  // trust: T-88
  test('a listener with too many connections closes the one that has kept it waiting longest', async () => {
    const { port, to, counters } = await listen({ limits: { connections: 10 } });
    const slow = Array.from({ length: 30 }, () => open(port));
    for (const socket of slow) socket.write('POST / HTTP/1.1\r\n');
    expect((await post(to, signedHeaders(body, token), body)).status).toBe(204);
    expect(counters.cutOff).toBeGreaterThanOrEqual(20);
  });

  test('a listener limits the number of unfinished requests on one connection', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { port, seen } = await listen({ limits: { pipelined: 4 }, onDelivery: () => held });
    const socket = open(port);
    socket.write(
      Buffer.concat(Array.from({ length: 10 }, () => Buffer.concat([Buffer.from(head(signed(body))), body]))),
    );
    while (seen.length < 10) await new Promise(setImmediate);
    release();
    expect(seen.filter(({ cause }) => cause === 'overloaded')).toHaveLength(5);
    expect(await until(socket, /503/)).toMatch(/ 204 [\s\S]* 503 /);
  });

  test.each([
    ['deliveries', { queue: 4 }],
    ['bytes', { queueBytes: 4 * body.length }],
  ])(
    'a listener responds with 503 if its queue is full of %s, and unverified deliveries fill at most half of the queue',
    async (_what, limits) => {
      const { to, counters } = await listen({ limits });
      for (let index = 0; index < 5; index += 1) await post(to, signedHeaders(body, 'wrong'), body);
      expect(counters).toMatchObject({ mismatch: 5, unseen: 3 });
      const statuses: number[] = [];
      for (let index = 0; index < 3; index += 1)
        statuses.push((await post(to, signedHeaders(body, token), body)).status);
      expect(statuses).toEqual([204, 204, 503]);
    },
  );

  test('a receiver does not get a delivery that found the queue full', async () => {
    let asked = 0;
    const respond = async () => {
      asked += 1;
      return undefined;
    };
    const { to } = await listen({ respond, limits: { queue: 1 } });
    const statuses: number[] = [];
    for (let index = 0; index < 2; index += 1) statuses.push((await post(to, signedHeaders(body, token), body)).status);
    expect({ statuses, asked }).toEqual({ statuses: [204, 503], asked: 1 });
  });

  // trust: T-248
  test('the listener looks for the cause of the first 20 bad signatures, and then of ten a second', () => {
    let now = 0;
    const diagnose = createListenerDiagnosis(tokens, () => now);
    const causes = (times: number) =>
      Array.from({ length: times }, () => diagnose({ body: Buffer.from('a'), headers: [] }, sign('a\n', token)).cause);
    const found = (times: number) => causes(times).filter((cause) => cause === 'trailing-newline').length;
    expect(found(60)).toBe(20);
    now += 500;
    expect(found(60)).toBe(5);
  });
});

describe('closing a listener', () => {
  test('closing a listener sends the pending response, rejects new connections and ends the iteration', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const listener = await listen({ onDelivery: () => held });
    const answer = post(listener.to, signedHeaders(body, token), body);
    while (listener.seen.length === 0) await new Promise(setImmediate);
    const closed = listener.close();
    await expect(post(listener.to, signedHeaders(body, token), body)).rejects.toThrow(/ECONNREFUSED/);
    release();
    expect((await answer).status).toBe(204);
    await closed;
    const yielded: string[] = [];
    for await (const { verdict } of listener) yielded.push(verdict);
    expect(yielded).toEqual(['verified']);
  });

  test('closing a listener does not wait for a hanging receiver, and the sender gets 502', async () => {
    let asked = false;
    let ended = false;
    const listener = await listen({
      respond: (_delivery, _original, signal) => {
        asked = true;
        signal.addEventListener('abort', () => {
          ended = true;
        });
        return new Promise(() => {});
      },
    });
    const answer = post(listener.to, signedHeaders(body, token), body);
    while (!asked) await new Promise(setImmediate);
    await listener.close(50);
    expect([(await answer).status, ended, listener.seen.map(({ status }) => status)]).toEqual([502, true, [502]]);
  });

  test('closing a listener does not wait for a request that never ends', async () => {
    const listener = await listen();
    const socket = open(listener.port);
    socket.write(head('Content-Length: 10\r\n'));
    await once(socket, 'connect');
    const gone = new Promise((resolve) => socket.once('close', () => resolve('gone')));
    await listener.close(50);
    expect(await gone).toBe('gone');
  });
});

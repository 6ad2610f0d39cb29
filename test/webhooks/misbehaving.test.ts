import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttp2 } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTls } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { createFaultReport } from '../../src/webhooks/connections.ts';
import { openListener } from '../../src/webhooks/listener.ts';
import { type ListenerOptions, summary } from '../../src/webhooks/options.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { freePort } from '../support/free-port.ts';
import { jsonLines } from '../support/output.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { onTestFinished } from '../support/test-finished.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';

const token = 'the-key-of-the-hook';
const body = JSON.stringify({ payload_version: 1, notifications: [{ trigger: 'run:completed', message: 'x' }] });

/** The requests that reached a receiver, which treats each connection as `act` does. */
async function receiver(act: (socket: Socket) => void, server: Server = createServer()) {
  let requests = 0;
  const sockets = new Set<Socket>();
  server.on(server.listenerCount('connection') > 0 ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      requests += 1;
      act(socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests: () => requests };
}

const answering = (text: string) => (socket: Socket) => {
  socket.end(text);
};
const status = (line: string, headers = '', text = '') =>
  `HTTP/1.1 ${line}\r\nConnection: close\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const longest = 1024 * 1024;

/** Delivers once to `listen --forward`, and returns the answer and the line of the delivery. */
async function forwarded(url: string, ...more: string[]) {
  const me = await machine({ HOOK_TOKEN: token });
  const words = ['webhook', 'listen', '--token-env', 'HOOK_TOKEN', '-o', 'ndjson', '--count', '1', '--forward', url];
  const running = start(me, [...words, ...more]);
  const [listener = ''] = await running.said(/http:[^"]+/);
  const headers = { 'x-svc-notification-signature': createHmac('sha512', token).update(body).digest('hex') };
  const answer = await fetch(listener, { method: 'POST', body, headers, redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { stdout } = await running.ended;
  const { failure = null } = jsonLines(stdout)[1];
  return { status: answer.status, headers: answer.headers, bytes, failure: failure as string | null };
}

const sample = sampleBody('run:completed');
const signed = `X-Svc-Notification-Signature: ${sign(sample, token)}\r\nContent-Length: ${sample.length}\r\n`;
const http = (lines: string, bytes: string | Buffer = sample) =>
  Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\n${lines}\r\n`), Buffer.from(bytes)]);

async function listening(tls?: { cert: Buffer; key: Buffer }, limits?: ListenerOptions['limits']) {
  const faults: string[] = [];
  const tokens = [{ name: 'the test', value: token }];
  const listener = await openListener({ tokens, tls, limits, onSenderFault: (message) => faults.push(message) });
  onTestFinished(() => listener.close(0));
  return { faults, listener };
}

/** Sends bytes, ends, and resolves to the answer. */
async function answerTo(port: number, bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const settled = async (listener: Awaited<ReturnType<typeof listening>>['listener']) => {
  await listener.close(0);
  return { ...listener.counters, summary: summary(listener.counters) };
};

/** The first bytes of a TLS connection. */
async function clientHello(): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = connectTls({ port, host: '127.0.0.1' });
  client.on('error', () => {});
  const [socket] = await once(server, 'connection');
  const [bytes] = await once(socket, 'data');
  client.destroy();
  socket.destroy();
  return bytes;
}

type Outcome = { status: number; said: string; times: number; answer?: Awaited<ReturnType<typeof forwarded>> };

/** A receiver behind --forward: the answer that the sender gets, the line of the delivery, how often the receiver got it. */
const behind = (act: (socket: Socket) => void) => async (): Promise<Outcome> => {
  const { port, requests } = await receiver(act);
  const answer = await forwarded(`http://127.0.0.1:${port}/in`, '--timeout', '1s');
  return { status: answer.status, said: answer.failure ?? '', times: requests(), answer };
};

/** A sender of these bytes, which ends then: the answer that it gets, the warning, how often its kind was counted. */
const sending = (bytes: () => Buffer | Promise<Buffer>) => async (): Promise<Outcome> => {
  const { faults, listener } = await listening();
  const text = await answerTo(listener.port, await bytes());
  await listener.close(0);
  const { counters } = listener;
  const summed = /, (\d+) incomplete or not HTTP\./.exec(summary(counters))?.[1];
  const shown = counters.refused > 0 ? (await listener[Symbol.asyncIterator]().next()).value.reason : '';
  return {
    status: Number(text.slice(9, 12)),
    said: [...faults, shown].join(''),
    times: Number(summed ?? 0) + counters.refused,
  };
};

describe('misbehaving senders and receivers', { concurrent: true }, () => {
  // trust: T-236, T-249
  test.for<[who: string, play: () => Promise<Outcome>, status: number, said: RegExp]>([
    [
      'a receiver that never answers',
      behind(() => {}),
      502,
      /did not answer within 1000 ms\. To wait longer: --timeout/,
    ],
    [
      'a receiver that cuts the connection',
      behind((socket) => void socket.destroy()),
      502,
      /could not be reached \(ECONNRESET\)\. If it speaks TLS: https:/,
    ],
    [
      'a receiver that is busy',
      behind(answering(status('503 Busy', 'Retry-After: 7\r\n', 'come later'))),
      503,
      /answered 503: come later$/,
    ],
    [
      'a receiver that limits requests',
      behind(answering(status('429 Slow', 'Retry-After: 7\r\n'))),
      429,
      /answered 429$/,
    ],
    [
      'a receiver that fails',
      behind(answering(status('500 Oops', '', 'a stack trace'))),
      500,
      /answered 500: a stack trace$/,
    ],
    [
      'a receiver that redirects',
      behind(answering(status('308 Moved', 'Location: /hooks/?key=a&token=b\r\n'))),
      308,
      /redirects to http:\S+\/hooks\/\?key=\S+, which is not followed\. Use --forward http:\S+\/hooks\//,
    ],
    ['a receiver that speaks another protocol', behind(answering('220 mail ready\r\n')), 502, /doesn't speak HTTP\.$/],
    [
      'a receiver that answers with TLS',
      behind(answering('\x15\x03\x01\0\x02\x02\x16')),
      502,
      /speaks TLS\. Use https:/,
    ],
    [
      'a receiver that cuts its answer',
      behind(answering('HTTP/1.1 202 OK\r\nContent-Length: 100\r\n\r\nthe beginning')),
      202,
      /^$/,
    ],
    [
      'a receiver that never ends its answer',
      behind((socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart')),
      200,
      /^$/,
    ],
    ['a receiver that answers with 1.1 MB', behind(answering(status('200 OK', '', 'x'.repeat(1_100_000)))), 200, /^$/],
    [
      'a sender of TLS to an http port',
      sending(clientHello),
      400,
      /^TLS at an http port: use --tls-cert, or http:\/\/ in --public-url\.$/,
    ],
    [
      'a sender of a body that is shorter than its Content-Length',
      sending(() => http(`Host: x\r\n${signed}`, '{')),
      400,
      /^A request ended before its body/,
    ],
    [
      'a sender of headers of more than 16 KiB',
      sending(() => http(`Host: x\r\nX-Large: ${'x'.repeat(17_000)}\r\n${signed}`)),
      431,
      /^Too large headers/,
    ],
    [
      'a sender of HTTP/2 without TLS',
      sending(() => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
      400,
      /^HTTP\/2 at a port for HTTP\/1\.1/,
    ],
    [
      'a sender of another protocol',
      sending(() => Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')),
      400,
      /^A request that is not HTTP/,
    ],
    [
      'a sender whose head ends early',
      sending(() => Buffer.from('POST / HTTP/1.1\r\nHost: x\r\n')),
      400,
      /^A request that is not HTTP, or ended/,
    ],
    ['a sender without Host', sending(() => http(signed)), 400, /^The request has no Host header/],
  ])(
    'the fault of %s is reported once, and the sender gets a response',
    async ([, play, expected, said], { expect }) => {
      const { answer, ...outcome } = await play();
      expect(outcome).toEqual({ status: expected, said: expect.stringMatching(said), times: 1 });
      if (answer === undefined) return;
      expect(answer.headers.get('retry-after')).toBe(expected === 503 || expected === 429 ? '7' : null);
      expect(answer.bytes.length).toBeLessThanOrEqual(longest);
      expect(expected !== 202 || answer.bytes.toString()).toBeOneOf([true, 'the beginning']);
    },
  );

  test('the failure names a receiver that speaks only HTTP/2', async ({ expect }) => {
    const server = createHttp2();
    server.on('sessionError', () => {});
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const answer = await forwarded(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '--timeout', '5s');
    expect([answer.status, answer.failure]).toEqual([
      502,
      expect.stringMatching(/speaks HTTP\/2 only\. svc sends HTTP\/1\.1\.$/),
    ]);
  });

  test('the failure names a receiver that speaks plain HTTP at an https URL', async ({ expect }) => {
    const { port } = await receiver(answering(status('400 Bad Request')));
    const answer = await forwarded(`https://127.0.0.1:${port}/`);
    expect([answer.status, answer.failure]).toEqual([
      502,
      expect.stringMatching(/speaks plain HTTP\. Use http:\/\/127/),
    ]);
  });

  test.runIf(hasOpenssl())(
    'the failure for an untrusted certificate of a receiver suggests --ca-file',
    async ({ expect }) => {
      const { cert, key, remove } = sharedAuthority();
      onTestFinished(remove);
      const { port, requests } = await receiver(answering(status('204 OK')), createTls({ cert, key }));
      const answer = await forwarded(`https://127.0.0.1:${port}/`);
      expect([answer.status, requests()]).toEqual([502, 0]);
      expect(answer.failure).toMatch(/Can't trust 127\.0\.0\.1:\d+: its certificate .*--ca-file PATH/);
    },
  );

  test('the failure for a receiver that does not listen says so', async ({ expect }) => {
    const { status: given, failure } = await forwarded('http://127.0.0.1:9/');
    const words = expect.stringMatching(/could not be reached \(ECONNREFUSED\)\. Nothing listens there/);
    expect([given, failure]).toEqual([502, words]);
  });
});

test("a delivery that the --forward receiver rejects is red on a terminal, with the receiver's response below", async () => {
  const { port } = await receiver(answering(status('500 Oops', '', 'a stack trace')));
  const me = await machine({ HOOK_TOKEN: token });
  const own = await freePort();
  const words = `webhook listen --token-env HOOK_TOKEN --count 1 --port ${own} --forward http://127.0.0.1:${port}/`;
  const ending = me.svc(`${words} --color always`, { tty: true });
  const headers = { 'x-svc-notification-signature': createHmac('sha512', token).update(body).digest('hex') };
  const post = () => fetch(`http://127.0.0.1:${own}/`, { method: 'POST', body, headers });
  const answer = await vi.waitFor(post, { timeout: 50_000, interval: 10 });
  expect(answer.status).toBe(500);
  const { stdout } = await ending;
  expect(stdout).toMatch(
    /^\x1b\[31m\d\d:\d\d:\d\d {2}verified +500 .*\x1b\[39m\n {4}http:\S+ answered 500: a stack trace$/m,
  );
});

describe('a sender', () => {
  test.each([
    ['an expectation', 'Expect: the-unexpected\r\n'],
    [
      'an upgrade to HTTP/2',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n',
    ],
    ['an upgrade to a web socket', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  ])('ignores %s, which HTTP allows a server to ignore', async (_, lines) => {
    const { faults, listener } = await listening();
    expect(await answerTo(listener.port, http(`Host: x\r\n${lines}${signed}`))).toMatch(/^HTTP\/1\.1 204 /);
    expect(await settled(listener)).toMatchObject({ verified: 1, broken: 0 });
    expect(faults).toEqual([]);
  });

  // trust: T-249
  test.runIf(hasOpenssl())('HTTP at an https port, and a rejected certificate, are reported', async () => {
    const ca = sharedAuthority();
    onTestFinished(ca.remove);
    const { faults, listener } = await listening(ca);
    await answerTo(listener.port, http(`Host: x\r\n${signed}`));
    expect(faults).toEqual([expect.stringContaining('HTTP at an https port')]);
    const openssl = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${listener.port}`, '-verify_return_error']);
    openssl.stdin.end();
    await once(openssl, 'close');
    const sending = httpsRequest(listener.url, { method: 'POST' });
    sending.end();
    await once(sending, 'error');
    while (faults.length < 3) await new Promise(setImmediate);
    expect(await settled(listener)).toMatchObject({ broken: 3, connections: 3, heard: 3 });
    expect(faults.slice(1)).toEqual([
      expect.stringContaining('rejected the certificate'),
      expect.stringContaining('without a request'),
    ]);
  });

  test.runIf(hasOpenssl())('a TLS handshake that is not complete in time is reported as slow', async () => {
    const ca = sharedAuthority();
    onTestFinished(ca.remove);
    const { faults, listener } = await listening(ca, { headersMs: 100 });
    const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
    socket.write((await clientHello()).subarray(0, 20));
    while (faults.length === 0) await new Promise(setImmediate);
    expect(faults).toEqual([expect.stringContaining('not complete in time')]);
    await once(socket, 'close');
    expect(await settled(listener)).toMatchObject({ broken: 1 });
  });

  test('a connection that sends no byte is neither reported nor counted as a fault', async () => {
    const { faults, listener } = await listening();
    await answerTo(listener.port, Buffer.alloc(0));
    expect(await settled(listener)).toMatchObject({ broken: 0, connections: 1, heard: 0 });
    expect(faults).toEqual([]);
  });

  test('each kind of fault is reported at most once a minute', () => {
    let now = 0;
    const messages: string[] = [];
    const report = createFaultReport(
      (message) => messages.push(message),
      () => now,
    );
    for (const at of [0, 59_999, 60_000, 119_999, 120_000]) {
      now = at;
      report('tls');
      report('head');
    }
    expect(messages.filter((message) => message.startsWith('TLS'))).toHaveLength(3);
    expect(messages).toHaveLength(6);
  });
});

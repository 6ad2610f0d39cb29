import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttp2 } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
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

/** Delivers once to `listen --forward`, and returns the response and the line of the delivery. */
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

describe('a misbehaving receiver behind --forward', { concurrent: true }, () => {
  // trust: T-236
  test.for([
    ['that never answers', () => {}, 502, /did not answer within 1000 ms\. To wait longer: --timeout/],
    [
      'that cuts the connection',
      (socket: Socket) => {
        socket.destroy();
      },
      502,
      /could not be reached \(ECONNRESET\)\. If it speaks TLS: https:/,
    ],
    [
      'that is busy',
      answering(status('503 Busy', 'Retry-After: 7\r\n', 'come later')),
      503,
      /answered 503: come later$/,
    ],
    ['that limits requests', answering(status('429 Slow', 'Retry-After: 7\r\n')), 429, /answered 429$/],
    ['that fails', answering(status('500 Oops', '', 'a stack trace')), 500, /answered 500: a stack trace$/],
    [
      'that redirects',
      answering(status('308 Moved', 'Location: /hooks/?key=a&token=b\r\n')),
      308,
      /redirects to http:\S+\/hooks\/\?key=\S+, which is not followed\. Use --forward http:\S+\/hooks\//,
    ],
    ['that answers with something else than HTTP', answering('220 mail ready\r\n'), 502, /doesn't speak HTTP\.$/],
    ['that answers with TLS', answering('\x15\x03\x01\0\x02\x02\x16'), 502, /speaks TLS\. Use https:/],
    ['that cuts its answer', answering('HTTP/1.1 202 OK\r\nContent-Length: 100\r\n\r\nthe beginning'), 202, null],
    [
      'that never ends its answer',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart');
      },
      200,
      null,
    ],
    ['that answers with 1.1 MB', answering(status('200 OK', '', 'x'.repeat(1_100_000))), 200, null],
  ] as const)(
    'a receiver %s gets the delivery once, and the sender its status',
    async ([, act, expected, failure], { expect }) => {
      const { port, requests } = await receiver(act);
      const answer = await forwarded(`http://127.0.0.1:${port}/in`, '--timeout', '1s');
      expect([answer.status, requests()]).toEqual([expected, 1]);
      expect(answer.failure ?? '').toMatch(failure ?? /^$/);
      expect(answer.headers.get('retry-after')).toBe(expected === 503 || expected === 429 ? '7' : null);
      expect(answer.bytes.length).toBeLessThanOrEqual(longest);
      expect(expected !== 202 || answer.bytes.toString()).toBeOneOf([true, 'the beginning']);
    },
  );

  test('a receiver that speaks only HTTP/2 is named', async ({ expect }) => {
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

  test('a receiver that speaks plain HTTP at an https URL is named', async ({ expect }) => {
    const { port } = await receiver(answering(status('400 Bad Request')));
    const answer = await forwarded(`https://127.0.0.1:${port}/`);
    expect([answer.status, answer.failure]).toEqual([
      502,
      expect.stringMatching(/speaks plain HTTP\. Use http:\/\/127/),
    ]);
  });

  test.runIf(hasOpenssl())('a receiver with an untrusted certificate is named with --ca-file', async ({ expect }) => {
    const { cert, key, remove } = sharedAuthority();
    onTestFinished(remove);
    const { port, requests } = await receiver(answering(status('204 OK')), createTls({ cert, key }));
    const answer = await forwarded(`https://127.0.0.1:${port}/`);
    expect([answer.status, requests()]).toEqual([502, 0]);
    expect(answer.failure).toMatch(/Can't trust 127\.0\.0\.1:\d+: its certificate .*--ca-file PATH/);
  });

  test('a receiver that does not listen is named', async ({ expect }) => {
    const { status: given, failure } = await forwarded('http://127.0.0.1:9/');
    const words = expect.stringMatching(/could not be reached \(ECONNREFUSED\)\. Nothing listens there/);
    expect([given, failure]).toEqual([502, words]);
  });
});

test('a delivery that the receiver behind --forward rejects is red on a terminal, with its answer below', async () => {
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

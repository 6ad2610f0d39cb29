import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { summary } from '../../src/webhooks/deliveries.ts';
import { openListener } from '../../src/webhooks/listener.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { createFaultReport } from '../../src/webhooks/sender-faults.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';

const token = 'correct horse battery staple';
const body = sampleBody('run:completed');
const signed = `X-Svc-Notification-Signature: ${sign(body, token)}\r\nContent-Length: ${body.length}\r\n`;
const http = (lines: string, bytes: string | Buffer = body) =>
  Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\n${lines}\r\n`), Buffer.from(bytes)]);

async function listen(tls?: { cert: Buffer; key: Buffer }) {
  const faults: string[] = [];
  const tokens = [{ name: 'the test', value: token }];
  const listener = await openListener({ tokens, tls, onSenderFault: (message) => faults.push(message) });
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

const settled = async (listener: Awaited<ReturnType<typeof listen>>['listener']) => {
  await listener.close(0);
  return { ...listener.counters, summary: summary(listener.counters) };
};

/** The first bytes of a TLS connection. */
async function clientHello(): Promise<Buffer> {
  const { createServer } = await import('node:net');
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

describe('a misbehaving sender', () => {
  // trust: T-315
  test.each<[name: string, bytes: () => Buffer | Promise<Buffer>, status: string, fault: string]>([
    ['TLS at an http port', clientHello, '400', 'TLS at an http port: use --tls-cert, or http:// in --public-url.'],
    [
      'a body that is shorter than its Content-Length',
      () => http(`Host: x\r\n${signed}`, '{'),
      '400',
      'A request ended before its body',
    ],
    [
      'headers of more than 16 KiB',
      () => http(`Host: x\r\nX-Large: ${'x'.repeat(17_000)}\r\n${signed}`),
      '431',
      'Too large headers',
    ],
    [
      'HTTP/2 without TLS',
      () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      '400',
      'HTTP/2 at a port for HTTP/1.1',
    ],
    ['another protocol', () => Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'), '400', 'A request that is not HTTP'],
    [
      'a head that ends early',
      () => Buffer.from('POST / HTTP/1.1\r\nHost: x\r\n'),
      '400',
      'A request that is not HTTP, or ended',
    ],
  ])('%s is answered, reported and counted', async (_, bytes, status, fault) => {
    const { faults, listener } = await listen();
    expect(await answerTo(listener.port, await bytes())).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(await settled(listener)).toMatchObject({
      broken: 1,
      heard: 1,
      summary: expect.stringContaining('1 incomplete or not HTTP'),
    });
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  // trust: T-315
  test('a request without Host is answered 400 and shown as a rejected request', async () => {
    const { listener } = await listen();
    expect(await answerTo(listener.port, http(signed))).toMatch(/^HTTP\/1\.1 400 /);
    await listener.close(0);
    const { value: delivery } = await listener[Symbol.asyncIterator]().next();
    expect(delivery).toMatchObject({ verdict: 'refused', cause: 'host', reason: expect.stringContaining('no Host') });
  });

  test.each([
    ['an expectation', 'Expect: the-unexpected\r\n'],
    [
      'an upgrade to HTTP/2',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n',
    ],
    ['an upgrade to a web socket', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  ])('%s, which HTTP lets a server ignore, is ignored', async (_, lines) => {
    const { faults, listener } = await listen();
    expect(await answerTo(listener.port, http(`Host: x\r\n${lines}${signed}`))).toMatch(/^HTTP\/1\.1 204 /);
    expect(await settled(listener)).toMatchObject({ verified: 1, broken: 0 });
    expect(faults).toEqual([]);
  });

  // trust: T-315
  test.runIf(hasOpenssl())('HTTP at an https port, and a rejected certificate, are reported', async () => {
    const ca = sharedAuthority();
    onTestFinished(ca.remove);
    const { faults, listener } = await listen(ca);
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

  test('a connection without a byte is neither reported nor counted', async () => {
    const { faults, listener } = await listen();
    await answerTo(listener.port, Buffer.alloc(0));
    expect(await settled(listener)).toMatchObject({ broken: 0, connections: 1, heard: 0 });
    expect(faults).toEqual([]);
  });

  test('each kind of fault is reported once a minute', () => {
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

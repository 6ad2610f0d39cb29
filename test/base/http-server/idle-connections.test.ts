import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { startMirror } from '../../support/mirror.ts';
import { ask, inspected } from '../../webhooks/inspector/inspected.ts';

async function idleAt(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

// trust: T-90
test('idle connections do not lock out the page of a listener', async () => {
  const { inspector } = await inspected();
  await idleAt(Number(new URL(inspector.url).port), 80);
  expect((await ask(inspector.url)).status).toBe(200);
});

// trust: T-90
test('a sandbox ends the connection that has been idle longest where there are too many', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const [oldest] = await idleAt(Number(new URL(sandbox.url).port), 270);
  if (!oldest?.destroyed) await once(oldest as Socket, 'close');
  expect((await fetch(`${sandbox.info.address}/api/v2/ping`)).status).toBeLessThan(500);
});

// trust: T-192
test('idle connections do not lock out the clients of a served mirror', async () => {
  const mirror = await startMirror();
  onTestFinished(() => mirror.close());
  const [oldest] = await idleAt(Number(new URL(mirror.registry).port), 270);
  if (!oldest?.destroyed) await once(oldest as Socket, 'close');
  expect((await fetch(mirror.registry)).status).toBe(200);
});

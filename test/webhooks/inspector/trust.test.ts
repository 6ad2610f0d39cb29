import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Summary } from '../../../src/webhooks/inspector/history.ts';
import { History } from '../../../src/webhooks/inspector/history.ts';
import { deadUrl } from '../../sandbox/receiver.ts';
import { ask, deliver, inspected, key, notification } from './inspected.ts';

describe('access to the page', () => {
  // trust: T-84
  test('the page is served only on the loopback address, on its own port, with a secret of at least 128 bits in its path', async () => {
    const { inspector, listener } = await inspected();
    const { hostname, pathname, port } = new URL(inspector.url);
    expect([hostname, port]).not.toEqual(['127.0.0.1', String(listener.port)]);
    expect(pathname).toMatch(/^\/[\w-]{32}\/$/);
    const another = await inspected();
    expect(new URL(another.inspector.url).pathname).not.toBe(pathname);
    expect((await ask(`${new URL(listener.url).origin}${pathname}`)).status).toBe(404);
  });

  test("the listener's own port never serves the page, and a wrong, shorter or longer secret gets 404 without details", async () => {
    const { inspector } = await inspected();
    const { origin, pathname } = new URL(inspector.url);
    const secret = pathname.slice(1, -1);
    for (const given of [
      '',
      'x',
      secret.slice(0, -1),
      `${secret}x`,
      secret.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
    ]) {
      for (const path of ['', 'main.mjs', 'events']) {
        const { status, text } = await ask(`${origin}/${given}/${path}`);
        expect([status, text]).toEqual([404, '{"error":"Not found."}']);
      }
    }
    expect((await ask(`${origin}/favicon.ico`)).status).toBe(404);
  });

  // trust: T-84
  test.each([
    ['another name', 'rebound.example.com'],
    ['another name with our port', 'rebound.example.com:PORT'],
    ['our name as the start of another name', '127.0.0.1:PORT.example.com'],
    ['another port', '127.0.0.1:1'],
    ['no port', '127.0.0.1'],
    ['the address 0.0.0.0', '0.0.0.0:PORT'],
  ])('rejects a request whose Host has %s on every path, with or without the secret', async (_, host) => {
    const { inspector } = await inspected();
    const { port } = new URL(inspector.url);
    for (const path of ['', 'main.mjs', 'events', 'deliveries/01kbk4h2xm0007f3k9q2vw5zr8']) {
      const { status } = await ask(`${inspector.url}${path}`, { headers: { host: host.replace('PORT', port) } });
      expect(status).toBe(403);
    }
  });

  test('the Hosts 127.0.0.1 and localhost are accepted, and a request with two Hosts is rejected', async () => {
    const { inspector } = await inspected();
    const { port, pathname } = new URL(inspector.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await ask(inspector.url, { headers: { host } })).status).toBe(200);
    }
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: rebound.example.com\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  // trust: T-84
  test('a request with another Origin is rejected, and a request that changes something must have the Origin of the page', async () => {
    const { inspector, listener, history } = await inspected();
    await deliver(listener.url, notification('run:created'));
    const [{ id } = { id: '' }] = history.summaries();
    const { origin } = new URL(inspector.url);
    const replay = { method: 'POST', body: '{"to":"http://127.0.0.1:1/","allowUnverified":true}' };
    const type = { 'content-type': 'application/json' };
    for (const foreign of [
      'http://rebound.example.com',
      'null',
      origin.replace('http:', 'https:'),
      origin.replace('127.0.0.1', 'localhost'),
    ]) {
      for (const path of ['', 'events', `deliveries/${id}`]) {
        expect((await ask(`${inspector.url}${path}`, { headers: { origin: foreign } })).status).toBe(403);
      }
      const headers = { ...type, origin: foreign };
      expect((await ask(`${inspector.url}deliveries/${id}/replay`, { ...replay, headers })).status).toBe(403);
    }
    expect((await ask(`${inspector.url}deliveries/${id}/replay`, { ...replay, headers: type })).status).toBe(403);
    expect((await ask(`${inspector.url}deliveries/${id}`, { headers: { origin } })).status).toBe(200);
  });

  test('a request from another site is rejected, unless it opens the page', async () => {
    const { inspector } = await inspected();
    for (const site of ['cross-site', 'same-site', 'none']) {
      for (const path of ['main.mjs', 'events', '']) {
        expect((await ask(`${inspector.url}${path}`, { headers: { 'sec-fetch-site': site } })).status).toBe(403);
      }
      const opening = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect((await ask(inspector.url, { headers: opening })).status).toBe(200);
      expect((await ask(`${inspector.url}main.mjs`, { headers: opening })).status).toBe(403);
      expect((await ask(inspector.url, { headers: { ...opening, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
    }
    expect((await ask(inspector.url, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });

  test("every response of the page's server, including rejections, has the strict headers", async () => {
    const { inspector } = await inspected();
    for (const [path, headers] of [
      ['', {}],
      ['main.mjs', {}],
      ['events', {}],
      ['', { host: 'x' }],
      ['nothing', {}],
    ] as const) {
      const reply = await ask(`${inspector.url}${path}`, { headers });
      expect(reply.headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('the page loads only its own files, and none of them contains the token', async () => {
    const { inspector, listener, history } = await inspected();
    await deliver(listener.url, notification('run:created'));
    const [{ id } = { id: '' }] = history.summaries();
    const html = (await ask(inspector.url)).text;
    const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path]) => path!);
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((path) => !/^[\w.]+$/.test(path))).toEqual([]);
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/);
    for (const path of [...loaded, 'events', `deliveries/${id}`, `deliveries/${id}/curl?to=`]) {
      const { status, text } = await ask(`${inspector.url}${path}`);
      expect([path, status, text.length > 100]).toEqual([path, 200, true]);
      expect(text).not.toContain(key);
    }
  });
});

describe('hostile requests to the server of the page', () => {
  test.each([
    ['POST', ''],
    ['POST', 'events'],
    ['PUT', 'main.mjs'],
    ['GET', 'deliveries/01kbk4h2xm0007f3k9q2vw5zr8/replay'],
    ['DELETE', 'deliveries/01kbk4h2xm0007f3k9q2vw5zr8'],
  ])('%s %s gets 405 and the allowed method', async (method, path) => {
    const { inspector } = await inspected();
    const { origin } = new URL(inspector.url);
    const { status, headers } = await ask(`${inspector.url}${path}`, { method, headers: { origin } });
    expect([status, headers.allow]).toEqual([405, path.endsWith('replay') ? 'POST' : 'GET']);
  });

  test.each(['..%2f..%2fetc/passwd', '../../etc/passwd', 'constructor', '__proto__', 'deliveries/x', 'deliveries/'])(
    'the path %s gets 404',
    async (path) => {
      const { inspector } = await inspected();
      const { port, pathname } = new URL(inspector.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${pathname}${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  test.each([
    ['invalid JSON', '{"to":', 400],
    ['another shape', '["to"]', 400],
    ['null', 'null', 400],
    ['a body that is too large', `{"to":"${'x'.repeat(20_000)}"}`, 413],
  ])('a replay with %s is rejected and sends nothing', async (_, body, status) => {
    let sent = 0;
    const { inspector, listener, history } = await inspected({
      replay: async () => {
        sent += 1;
        return { status: 204, headers: [], body: Buffer.alloc(0) };
      },
    });
    await deliver(listener.url, notification('run:created'));
    const [{ id } = { id: '' }] = history.summaries();
    const headers = { origin: new URL(inspector.url).origin };
    const reply = await ask(`${inspector.url}deliveries/${id}/replay`, { method: 'POST', headers, body });
    expect([reply.status, sent]).toEqual([status, 0]);
  });

  test('an unexpected error shows no detail', async () => {
    const find = () => Promise.reject(new Error(`secret ${key}`));
    const { inspector } = await inspected({ store: { find, async *read() {} } });
    const { status, text } = await ask(`${inspector.url}deliveries/01kbk4h2xm0007f3k9q2vw5zr8`);
    expect([status, text]).toEqual([500, '{"error":"Internal error."}']);
  });

  test('a page that stops reading is disconnected, and other pages are not affected', async () => {
    const { history, inspector } = await inspected();
    const { port, pathname } = new URL(inspector.url);
    const lazy = connect(Number(port), '127.0.0.1');
    lazy.on('error', () => {});
    lazy.write(`GET ${pathname}events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await once(lazy, 'data');
    lazy.pause();
    expect(inspector.watching).toBe(1);
    const line = deliveryOf();
    for (let sent = 0; inspector.watching > 0 && sent < 200_000; sent += 1) {
      history.add({ ...line, id: String(sent).padStart(26, '0') });
      if (sent % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(inspector.watching).toBe(0);
    expect(history.summaries()).toHaveLength(500);
    expect((await ask(`${inspector.url}events`)).text).toContain('event: snapshot');
    lazy.destroy();
  });

  test('the server of the page closes at once although pages are open, and tells them that it ends', async () => {
    const { inspector } = await inspected();
    const { port, pathname } = new URL(inspector.url);
    const open = connect(Number(port), '127.0.0.1');
    let said = '';
    open.on('data', (chunk) => {
      said += String(chunk);
    });
    open.write(`GET ${pathname}events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await once(open, 'data');
    const ended = once(open, 'close');
    await Promise.all([inspector.close(), ended]);
    expect(said).toContain('event: end');
    await expect(ask(inspector.url)).rejects.toThrow(/ECONNREFUSED/);
  });

  test('a hanging replay does not delay the end of the server', async () => {
    let given: AbortSignal | undefined;
    const { history, inspector, listener } = await inspected({
      replay: (_, { signal }) =>
        new Promise((_, reject) => {
          given = signal;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    await deliver(listener.url, notification('run:created'));
    const [{ id } = { id: '' }] = history.summaries();
    const headers = { origin: new URL(inspector.url).origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ to: await deadUrl(), allowUnverified: false });
    const replaying = ask(`${inspector.url}deliveries/${id}/replay`, { method: 'POST', headers, body }).catch(
      () => null,
    );
    while (!given) await new Promise((resolve) => setImmediate(resolve));
    await inspector.close();
    await replaying;
    expect(given.aborted).toBe(true);
  });
});

describe('the memory of the history', () => {
  test('the history remembers a limited number of lines and a limited size of bodies, and each delivery once', () => {
    const history = new History(3, 10);
    const seen: string[] = [];
    const stop = history.follow(({ id }) => seen.push(id));
    for (const id of ['a', 'b', 'c', 'd', 'd']) history.add({ ...deliveryOf(), id, body: Buffer.alloc(4) });
    expect(history.summaries().map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    expect(['a', 'b', 'c', 'd'].map((id) => history.find(id) !== undefined)).toEqual([false, false, true, true]);
    stop();
    history.add({ ...deliveryOf(), id: 'e' });
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  // trust: T-97
  test('half of the remembered lines and bytes are for accepted deliveries, however many others arrive', async () => {
    const script = new URL('../../../src/webhooks/inspector/page/latest.mjs', import.meta.url).href;
    const { latest } = (await import(script)) as { latest(summaries: readonly Summary[], most: number): Summary[] };
    const history = new History(6, 24);
    const add = (name: string, verdict: 'verified' | 'mismatch') =>
      history.add({ ...deliveryOf(), id: name, verdict, verified: verdict === 'verified', body: Buffer.alloc(4) });
    const lines = () => history.summaries().map(({ id }) => id);
    const all = () => latest(come, 6).map(({ id }) => id);
    const come: Summary[] = [];
    history.follow((summary) => come.push(summary));
    for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, 'verified');
    for (const name of ['1', '2', '3', '4', '5', '6']) add(name, 'mismatch');
    expect(lines()).toEqual(['c', 'd', 'e', '4', '5', '6']);
    expect(lines().filter((id) => history.find(id))).toEqual(lines());
    // The page forgets in the same way.
    expect(all()).toEqual(lines());
    for (const name of ['f', 'g']) add(name, 'verified');
    expect([lines(), all()]).toEqual([['e', '4', '5', '6', 'f', 'g'], lines()]);
    history.add({ ...deliveryOf(), id: '7', verdict: 'mismatch', verified: false, body: Buffer.alloc(20) });
    expect(['f', 'g'].map((id) => history.find(id) !== undefined)).toEqual([true, true]);
  });

  test('a line of the history is short, however long the fields of a sender are', () => {
    const history = new History();
    const long = 'x'.repeat(1_000_000);
    const value = {
      run_id: long,
      notifications: Array.from({ length: 5000 }, () => ({ trigger: long, message: long })),
    };
    history.add({ ...deliveryOf(), trigger: long, notification: value });
    expect(JSON.stringify(history.summaries()).length).toBeLessThan(8000);
  });
});

function deliveryOf() {
  return {
    id: '01kbk4h2xm0007f3k9q2vw5zr8',
    at: '2026-11-21T03:00:00.000Z',
    verified: true,
    verdict: 'verified' as const,
    cause: null,
    reason: null,
    signedWith: 'the test',
    method: 'POST',
    path: '/',
    headers: [],
    body: Buffer.from('{}'),
    bodySize: 2,
    trigger: 'run:created',
    status: 204,
    notification: { run_id: 'run-1', notifications: [{ trigger: 'run:created', message: 'm'.repeat(200) }] },
    marks: [],
  };
}

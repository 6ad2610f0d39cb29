import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { hasNats, type NatsServer, startNats } from '../support/nats.ts';
import { start } from '../support/running.ts';
import { type Machine, machine } from '../support/svc.ts';

const isAbsent = !hasNats();
const key = 'the-key-of-the-hook';

describe.skipIf(isAbsent)('deliveries from the service through a stream to a command', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.close());

  const member = () => machine({ HOOK_TOKEN: key, SVC_NATS: nats.url });

  /** Starts a listener that publishes, and resolves to its URL. */
  async function publisher(): Promise<string> {
    const { said } = start(await member(), 'webhook listen --publish --token-env HOOK_TOKEN'.split(' '));
    const [url] = await said(/http:\/\/127\.0\.0\.1:\d+\//);
    return url;
  }

  /** Starts a reader whose command notes the run of each delivery. */
  async function reader() {
    const me = await member();
    writeFileSync(
      join(me.home, 'hook.cjs'),
      `require('fs').appendFileSync('ran', process.env.SVC_WEBHOOK_RUN_ID + '\\n')`,
    );
    const words = 'webhook listen --subscribe --token-env HOOK_TOKEN --durable deploy --exec'.split(' ');
    const running = start(me, [...words, `"${process.execPath}" hook.cjs`]);
    await running.said(/Reading the stream/);
    return { ...running, me };
  }

  const ran = ({ home }: Machine) => {
    const path = join(home, 'ran');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };

  /** Sends a delivery as the service does: again, until it gets a 2xx. Resolves to how often. */
  async function deliver(url: string, runId: string): Promise<number> {
    const body = sampleBody('run:completed', { runId, at: new Date(0) }).toString();
    const headers = { 'x-svc-notification-signature': sign(body, key) };
    for (let attempt = 1; ; attempt += 1) {
      const { ok } = await fetch(url, { method: 'POST', body, headers });
      if (ok) return attempt;
      await pause(50);
    }
  }

  // trust: T-106
  test('each delivery through two publishers runs at exactly one of two readers, also if the NATS server is killed', async () => {
    expect((await (await member()).svc('webhook stream create')).code).toBe(0);
    const urls = await Promise.all([publisher(), publisher()]);
    const [one, other] = await Promise.all([reader(), reader()]);
    const runs = Array.from({ length: 12 }, (_, at) => `run-${String(at).padStart(2, '0')}`);
    const done = () => [...ran(one.me), ...ran(other.me)];
    // The service redelivers to the other listener.
    for (const run of runs.slice(0, 6)) for (const url of urls) await deliver(url, run);
    await expect.poll(() => done().sort(), { timeout: 30_000 }).toEqual(runs.slice(0, 6));
    await nats.kill();
    const later = Promise.all(runs.slice(6).map((run, at) => deliver(urls[at % 2]!, run)));
    await nats.restart();
    await later;
    await expect.poll(() => new Set(done()).size, { timeout: 30_000 }).toBe(runs.length);
    for (const { ended, stop } of [one, other]) {
      stop();
      expect(await ended).toExit(0, 'Lost the connection to');
    }
    // A delivery acknowledged during the kill may have run twice.
    expect([...new Set(done())].sort()).toEqual(runs);
  });
});

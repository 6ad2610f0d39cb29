import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/webhooks/inspector/history.ts';
import { startReceiver } from '../../sandbox/receiver.ts';
import { start } from '../../support/running.ts';
import { machine } from '../../support/svc.ts';
import { ask, deliver, inspected, key, notification } from './inspected.ts';

/** Returns the snapshot that a page receives when it connects. */
async function snapshotOf(ui: string): Promise<Snapshot> {
  const { text } = await ask(`${ui}events`);
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '');
}

test.each([
  ['--token-env HOOK_TOKEN', '--token-env HOOK_TOKEN'],
  ['--token-file hook.txt --token-env HOOK_TOKEN', '--token-file hook.txt'],
  ['--allow-unsigned', '--unsigned'],
  ['--allow-unsigned --token-env HOOK_TOKEN', '--token-env HOOK_TOKEN'],
])('the page of a listener with %s suggests a sample with %s', async (flags, named) => {
  const me = await machine({ HOOK_TOKEN: key });
  await writeFile(join(me.home, 'hook.txt'), key);
  const running = start(me, `webhook listen ${flags} --ui -o ndjson`.split(' '));
  const { ui, url } = JSON.parse((await running.said(/\{"event":"listening".*\}/))[0]);
  const { sample } = await snapshotOf(ui);
  expect(sample).toBe(`svc webhook trigger run:completed --to ${url} ${named}`);
  const words = String(sample).split(' ').slice(1);
  expect(await me.svc(words)).toMatchObject({ code: 0 });
});

test('a replay from the page sends the headers of --header only if its target is the --forward receiver', async () => {
  const [behind, other] = [await startReceiver(), await startReceiver()];
  const me = await machine({ HOOK_TOKEN: key, GATE: 'the-key-of-the-gate' });
  const words = ['webhook', 'listen', '--token-env', 'HOOK_TOKEN', '--ui', '-o', 'ndjson', '--forward', behind.url];
  const running = start(me, [...words, '--header', 'X-Api-Key: env:GATE']);
  const { ui, url } = JSON.parse((await running.said(/\{"event":"listening".*\}/))[0]);
  await deliver(url, notification('run:created'));
  const { deliveries } = await snapshotOf(ui);
  const headers = { origin: new URL(ui).origin, 'content-type': 'application/json' };
  for (const to of ['', other.url]) {
    const body = JSON.stringify({ to, allowUnverified: false });
    const reply = await ask(`${ui}deliveries/${deliveries[0]!.id}/replay`, { method: 'POST', headers, body });
    expect(reply.status).toBe(200);
  }
  const keysOf = ({ received }: typeof behind) => received.map(({ headers: got }) => got['x-api-key']);
  expect([keysOf(behind), keysOf(other)]).toEqual([['the-key-of-the-gate', 'the-key-of-the-gate'], [undefined]]);
});

test('the page shows the total number of deliveries, even if it no longer lists all of them', async () => {
  const { inspector, listener } = await inspected({}, 2);
  for (const run of ['run-a', 'run-b', 'run-c']) await deliver(listener.url, notification('run:created', run));
  const { deliveries, total } = await snapshotOf(inspector.url);
  expect([deliveries.length, total]).toEqual([2, 3]);
});

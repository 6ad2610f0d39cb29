import { describe, expect, test } from 'vitest';
import { configurations, workspace } from './configurations.ts';
import { startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const triggers = ['run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed'];

async function configure(attributes: Record<string, unknown>): Promise<string> {
  const { status, json } = await configurations(service).create({ enabled: true, triggers, ...attributes });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data.id;
}

const run = (trigger: string, more: Record<string, unknown> = {}) =>
  service.control('POST', '/run', { body: { workspace, trigger, ...more } });

describe('the receivers of a notification', () => {
  test('a failing destination does not stop other destinations from being notified, and changes no configuration', async () => {
    const [good, bad] = [await startReceiver(), await startReceiver()];
    await configure({ url: bad.url });
    await configure({ url: good.url });
    bad.answer = (response) => response.writeHead(500).end();
    const before = structuredClone(service.sandbox.state.world.notifications);
    const { status, json } = await run('run:created');
    const deliveries = json.transitions[0].deliveries as { status: number; successful: boolean }[];
    expect([status, deliveries.map((each) => [each.status, each.successful])]).toEqual([
      200,
      [
        [500, false],
        [200, true],
      ],
    ]);
    expect(good.received).toHaveLength(2);
    expect(service.sandbox.state.world.notifications).toEqual(before);
  });
});

describe('POST /sandbox/run', () => {
  // spec: P-54, P-55
  test('POST /sandbox/run with lifecycle takes one run through its states, in order', async () => {
    const receiver = await startReceiver();
    await configure({ url: receiver.url });
    receiver.received.length = 0;
    const { status, json } = await run('lifecycle');
    expect(status).toBe(200);
    expect(json.workspace).toEqual({ id: workspace, name: 'network-production' });
    expect(json.transitions.map(({ trigger }: { trigger: string }) => trigger)).toEqual(triggers);
    const told = receiver.received.map(({ text }) => JSON.parse(text));
    expect(told.map(({ notifications }) => notifications[0].trigger)).toEqual(triggers);
    expect(new Set(told.map(({ run_id }) => run_id)).size).toBe(1);
  });

  // spec: P-56, P-57
  test('POST /sandbox/run continues an unfinished run, and starts a new run after a finished one', async () => {
    const ids: string[] = [];
    for (const trigger of ['planning', 'errored', 'applying', 'created', 'completed', 'planning']) {
      ids.push((await run(`run:${trigger}`)).json.transitions[0].run.id);
    }
    const [a, b, c, d, e, f] = ids;
    expect([a === b, b === c, c === d, d === e, e === f]).toEqual([true, false, false, true, false]);
  });

  test('POST /sandbox/run finds a workspace by id, by name and with its organization', async () => {
    for (const name of ['network-staging', 'acme/network-staging', 'ws-M9cYb6GsJf3ZtE7u']) {
      expect((await run('run:created', { workspace: name })).json.workspace.id).toBe('ws-M9cYb6GsJf3ZtE7u');
    }
    for (const name of ['globex/network-staging', 'none', '']) {
      expect((await run('run:created', { workspace: name })).status).toBe(404);
    }
  });

  test.each([{ trigger: 'run:done' }, { trigger: undefined }, { workspace: 7 }, { extra: true }])(
    'POST /sandbox/run rejects %j',
    async (changes) => {
      expect((await run('run:created', changes)).status).toBe(422);
    },
  );

  test('POST /sandbox/run accepts only the control token', async () => {
    const { status } = await service.control('POST', '/run', { token: 'sandbox-site-admin-token', body: {} });
    expect(status).toBe(401);
  });
});

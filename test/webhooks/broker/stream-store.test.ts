import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Broker } from '../../../src/webhooks/broker/connection.ts';
import { openStream } from '../../../src/webhooks/broker/stream.ts';
import { createStreamStore } from '../../../src/webhooks/broker/stream-store.ts';
import type { Delivery } from '../../../src/webhooks/delivery.ts';
import type { DeliveryQuery, DeliveryStore } from '../../../src/webhooks/store.ts';
import { hasNats, type NatsServer, startNats } from '../../support/nats.ts';
import { opened, publish, publishRaw, token, withStream } from './room.ts';

const isAbsent = !hasNats();
const name = 'svc-deliveries';

describe.skipIf(isAbsent)('the deliveries of a stream', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.close());

  async function stored(): Promise<{ broker: Broker; store: DeliveryStore }> {
    const broker = await opened(nats.url);
    await withStream(broker, name);
    const store = createStreamStore(await openStream(broker, name), { tokens: [{ name: 'the test', value: token }] });
    return { broker, store };
  }

  async function runsOf(store: DeliveryStore, query?: DeliveryQuery): Promise<string[]> {
    const runs: string[] = [];
    for await (const { notification } of store.read(query)) runs.push((notification as { run_id: string }).run_id);
    return runs;
  }

  test('an empty stream has no deliveries, in either order', async () => {
    const { store } = await stored();
    expect(await runsOf(store)).toEqual([]);
    expect(await runsOf(store, { order: 'newest-first' })).toEqual([]);
    expect(await runsOf(store, { since: new Date(0) })).toEqual([]);
  });

  test('deliveries are read oldest first or newest first, with a filter, a limit and a start time', async () => {
    const { broker, store } = await stored();
    for (const run of ['run-1', 'run-2']) await publish(broker, { run });
    await publishRaw(nats.port, 'svc.deliveries.x.y', 'Some: header');
    await publishRaw(nats.port, 'svc.dead.x.y', 'Some: header');
    const between = new Date(Date.now() + 1);
    await expect.poll(() => Date.now()).toBeGreaterThan(between.getTime());
    for (const run of ['run-3', 'run-4']) await publish(broker, { run });
    await publishRaw(nats.port, 'svc.dead.x.y', 'Some: header');
    expect(await runsOf(store)).toEqual(['run-1', 'run-2', 'run-3', 'run-4']);
    expect(await runsOf(store, { order: 'newest-first', limit: 3 })).toEqual(['run-4', 'run-3', 'run-2']);
    expect(await runsOf(store, { since: between })).toEqual(['run-3', 'run-4']);
    expect(await runsOf(store, { since: between, order: 'newest-first' })).toEqual(['run-4', 'run-3']);
    expect(await runsOf(store, { since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await runsOf(store, { limit: 2 })).toEqual(['run-1', 'run-2']);
  });

  test('600 deliveries are read backwards completely, in several parts', async () => {
    const { broker, store } = await stored();
    const runs = Array.from({ length: 600 }, (_, at) => `run-${at}`);
    await Promise.all(runs.map((run) => publish(broker, { run })));
    const forwards = await runsOf(store);
    expect(new Set(forwards)).toEqual(new Set(runs));
    expect(await runsOf(store, { order: 'newest-first' })).toEqual(forwards.reverse());
  });

  test('only dead letters are read from the dead-letter stream, in both orders, even if they are far apart', async () => {
    const { broker } = await stored();
    await publish(broker, { run: 'run-1', movedBy: 'ci' });
    await Promise.all(Array.from({ length: 600 }, (_, at) => publish(broker, { run: `other-${at}` })));
    await publish(broker, { run: 'run-2', movedBy: 'deploy' });
    const store = createStreamStore(await openStream(broker, name, 'dead'), {
      tokens: [{ name: 'the test', value: token }],
    });
    expect(await runsOf(store)).toEqual(['run-1', 'run-2']);
    expect(await runsOf(store, { order: 'newest-first' })).toEqual(['run-2', 'run-1']);
    const names: unknown[] = [];
    for await (const { movedBy } of store.read()) names.push(movedBy);
    expect(names).toEqual(['ci', 'deploy']);
  });

  test('a delivery is found by its id or by the start of its id', async () => {
    const { broker, store } = await stored();
    const first = await publish(broker, { run: 'run-1', id: '01kbk4h2xm0000000000000001' });
    await publish(broker, { run: 'run-2', id: '01kbk4h2xm0000000000000002' });
    expect((await store.find(first.id)).body.equals(first.body)).toBe(true);
    await expect(store.find('01kbk4')).rejects.toMatchObject({ exit: 2 });
    await expect(store.find('zz')).rejects.toMatchObject({
      exit: 3,
      message: `No delivery in the stream ${name} starts with zz.`,
    });
  });

  test('a delivery is verified with the token of the reader, whatever the message states', async () => {
    const { broker, store } = await stored();
    await publish(broker, { key: 'the key of someone else' });
    const found: Delivery[] = [];
    for await (const delivery of store.read()) found.push(delivery);
    expect(found).toMatchObject([{ verified: false, verdict: 'mismatch' }]);
  });

  test('following yields deliveries that arrive after its start, until it is ended', async () => {
    const { broker, store } = await stored();
    await publish(broker, { run: 'run-1' });
    const ending = new AbortController();
    const coming = store.follow(ending.signal, ({ trigger }) => trigger === 'run:errored');
    const next = coming.next();
    const { consumers } = await jetstreamManager(broker.connection);
    // The reading has begun.
    await expect.poll(async () => (await consumers.list(name).next()).length, { timeout: 20_000 }).toBe(1);
    await publish(broker, { run: 'run-2' });
    await publish(broker, { run: 'run-3', trigger: 'run:errored' });
    expect((await next).value).toMatchObject({ trigger: 'run:errored' });
    ending.abort();
    expect(await coming.next()).toMatchObject({ done: true });
  });
});

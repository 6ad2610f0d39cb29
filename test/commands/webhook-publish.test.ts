import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { deadUrl } from '../sandbox/receiver.ts';
import { freePort } from '../support/free-port.ts';
import { hasNats, type NatsServer, startNats } from '../support/nats.ts';
import { jsonLines } from '../support/output.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { onTestFinished } from '../support/test-finished.ts';

const isAbsent = !hasNats();
const key = 'the-key-of-the-hook';
const header = 'x-svc-notification-signature';
const payload = (run: string) =>
  JSON.stringify({
    payload_version: 1,
    run_id: run,
    workspace_id: 'ws-1',
    notifications: [{ message: 'Words', trigger: 'run:completed', run_status: 'applied' }],
  });

/** Posts a body with its signature, or with another header, and returns the response. */
async function deliver(url: string, body: string, signature: string | null = sign(body)) {
  const headers = { 'x-request-id': 'abc', ...(signature !== null && { [header]: signature }) };
  const asking = request(url, { method: 'POST', agent: false, headers });
  const [response] = await once(asking.end(body), 'response');
  response.resume();
  return { status: response.statusCode as number, retryAfter: response.headers['retry-after'] };
}

const sign = (body: string) => createHmac('sha512', key).update(body).digest('hex');
const statusOf = async (...given: Parameters<typeof deliver>) => (await deliver(...given)).status;

/** Starts a publisher and waits until it listens. */
async function publishing(url: string, flags = '', env: Record<string, string> = {}, storeMs?: number) {
  const me = await machine({ HOOK_TOKEN: key, ...env });
  const words = `webhook listen --publish ${url} --token-env HOOK_TOKEN ${flags}`.trim().split(/ +/);
  const running = start(me, words, storeMs);
  const [address] = await running.said(/http:\/\/127\.0\.0\.1:\d+\//);
  return { ...running, url: address, me };
}

/** Starts a server with the streams, which are deleted after the test. */
async function ownServer(config = '') {
  const nats = await startNats({ config });
  onTestFinished(nats.close);
  await createStreams(nats.url);
  return nats;
}

async function createStreams(url: string) {
  expect(await (await machine()).svc(`webhook stream create --nats ${url}`)).toMatchObject({ code: 0 });
}

async function managing(url: string): Promise<JetStreamManager> {
  const connection = await connect({ servers: url });
  onTestFinished(() => connection.close());
  return jetstreamManager(connection);
}

const countIn = async (api: JetStreamManager) => (await api.streams.info('svc-deliveries')).state.messages;

describe.skipIf(isAbsent)('listen --publish', () => {
  let nats: NatsServer;
  let api: JetStreamManager;
  beforeAll(async () => {
    nats = await startNats({ config: 'max_payload: 200KB' });
  });
  afterAll(() => nats?.close());
  beforeEach(async () => {
    api = await managing(nats.url);
    for await (const { config } of api.streams.list()) await api.streams.delete(config.name);
    await createStreams(nats.url);
  });

  // trust: T-99
  test('listen --publish responds with 204 after the stream has stored the bytes, and writes no file', async () => {
    const { url, stop, ended, me } = await publishing(nats.url);
    const body = payload('run-1');
    expect(await statusOf(url, body)).toBe(204);
    const message = (await api.streams.getMessage('svc-deliveries', { last_by_subj: 'svc.deliveries.>' }))!;
    expect(message.subject).toBe('svc.deliveries.ws-1.run_completed');
    expect(message.string()).toBe(body);
    expect(message.header.get('Svc-Http-x-request-id')).toBe('abc');
    expect(message.header.get(`Svc-Http-${header}`)).toBe(sign(body));
    stop(new CancelledError('Cancelled.', 143));
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining(message.header.get('Svc-Delivery-Id'))]);
    expect(stderr).toContain(
      `1 delivery: 1 verified. Stored 1 in the stream "svc-deliveries" at 127.0.0.1:${nats.port}.`,
    );
    expect(readdirSync(me.home)).toEqual([]);
  });

  // trust: T-100
  test('two listeners with --publish store a delivery only once if it reaches both', async () => {
    const [one, two] = [await publishing(nats.url), await publishing(nats.url)];
    const body = payload('run-2');
    expect([await statusOf(one.url, body), await statusOf(two.url, body)]).toEqual([204, 200]);
    expect(await countIn(api)).toBe(1);
    two.stop();
    expect((await two.ended).stderr).toContain('1 of them not for the first time');
  });

  // trust: T-237
  test('listen --publish names the first delivery in its response to a repeated one, and webhook replay shows the response', async () => {
    const { ended, me, url } = await publishing(nats.url, '-o ndjson --count 2');
    await statusOf(url, payload('run-1'));
    const last = `--subscribe ${nats.url} --token-env HOOK_TOKEN`;
    const { code, stdout } = await me.svc(`webhook replay last ${last} --to ${url} -o json`);
    expect(code).toBe(0);
    const [, first] = jsonLines((await ended).stdout);
    const answer = `Already stored as ${first.id}; not published again.\n`;
    expect(JSON.parse(stdout)).toMatchObject([{ status: 200, answer }]);
  });

  test('listen --publish shows a repeated delivery with the id of the first one if it knows the id', async () => {
    const { url, ended, me } = await publishing(nats.url, '-o ndjson --count 3');
    const body = payload('run-1');
    const statuses = [];
    for (const each of [body, body, payload('run-2')]) statuses.push(await statusOf(url, each));
    expect(statuses).toEqual([204, 200, 204]);
    const shown = (stdout: string) => jsonLines(stdout).filter(({ event }) => event === 'delivery');
    const [first, again, other] = shown((await ended).stdout);
    expect(again).toEqual({ ...first, at: again.at, status: 200, repeated: true });
    expect([first.repeated, other.repeated]).toEqual([undefined, undefined]);
    const find = (id: string) => me.svc(`webhook show ${id} --subscribe ${nats.url} --token-env HOOK_TOKEN --jq .id`);
    expect((await find(again.id)).stdout).toBe(`${first.id}\n`);
    const { url: elsewhere, ended: last } = await publishing(nats.url, '-o ndjson --count 1');
    expect(await statusOf(elsewhere, body)).toBe(200);
    expect(shown((await last).stdout)).toMatchObject([{ id: null, repeated: true }]);
    const { url: third, ended: line } = await publishing(nats.url, '--count 1');
    expect(await statusOf(third, body)).toBe(200);
    expect((await line).stdout).toMatch(/verified {9}200 {2}repeated {20}run:completed/);
  });

  // trust: T-101
  test('listen --publish shows rejected deliveries, but does not store them', async () => {
    const { url, stop, ended } = await publishing(nats.url);
    expect(await statusOf(url, payload('run-3'), '0'.repeat(128))).toBe(401);
    expect(await statusOf(`${url}elsewhere`, payload('run-3'))).toBe(404);
    expect(await statusOf(url, payload('run-3'))).toBe(204);
    stop();
    expect((await ended).stdout.split('\n').slice(1)).toEqual([
      expect.stringMatching(/wrong signature {2}401 {2}not stored {16} {2}run:completed/),
      expect.stringMatching(/bad request {6}404 {2}not stored {16} {2}Wrong path/),
      expect.stringMatching(/verified {9}204 {2}[a-z0-9]{26} {2}run:completed/),
      '',
    ]);
    expect(await countIn(api)).toBe(1);
  });

  test('listen --publish --allow-unsigned stores an unsigned delivery before it responds with 204', async () => {
    const { url } = await publishing(nats.url, '--allow-unsigned');
    expect(await statusOf(url, '{}', null)).toBe(204);
    expect(await countIn(api)).toBe(1);
  });

  // trust: T-99
  test('listen --publish responds with 413 to a body above the limit of the NATS server, counts it, and warns about the limit at the start', async () => {
    const { url, said, stop, ended } = await publishing(nats.url);
    await said(/accepts messages of 204,800 bytes; the largest delivery needs 1,114,112/);
    expect(await statusOf(url, 'x'.repeat(204_800))).toBe(413);
    expect(await statusOf(url, 'x'.repeat(200_000))).toBe(204);
    stop();
    expect((await ended).stderr).toContain('; 1 too large (413).');
    expect(await countIn(api)).toBe(1);
  });

  test('listen --publish without a URL uses SVC_NATS', async () => {
    const { url } = await publishing('', '', { SVC_NATS: nats.url });
    expect(await statusOf(url, payload('run-4'))).toBe(204);
    expect(await countIn(api)).toBe(1);
  });

  test('listen --publish responds to health checks, but does not store them', async () => {
    const { url } = await publishing(nats.url);
    expect((await fetch(new URL('/-/healthy', url))).status).toBe(200);
    expect(await countIn(api)).toBe(0);
  });

  test('listen --publish --count ends the listener after the given number of stored deliveries', async () => {
    const { url, ended } = await publishing(nats.url, '--count 1 -o ndjson');
    expect(await statusOf(url, payload('run-5'))).toBe(204);
    expect((await ended).code).toBe(0);
  });

  test.each([
    ['--publish nats://me:canary@127.0.0.1', '--publish must not contain credentials'],
    ['--publish', 'Missing the URL of a NATS server.'],
    ['--publish NATS --create -w network', '--create with --publish requires a token that readers have too.'],
  ])('listen --publish %s exits with 2', async (flags, message) => {
    const token = flags.includes('--create') ? '' : ' --token-env HOOK_TOKEN';
    const words = `webhook listen${token} ${flags.replace('NATS', nats.url)}`;
    const { code, stderr } = await (await machine({ HOOK_TOKEN: key, SVC_ADDRESS: await deadUrl() })).svc(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('canary');
  });
});

describe.skipIf(isAbsent)('listen --publish does not start', { concurrent: true }, () => {
  const listen = async (url: string, flags = '') =>
    (await machine({ HOOK_TOKEN: key })).svc(`webhook listen --token-env HOOK_TOKEN --publish ${url} ${flags}`.trim());

  test('listen --publish without the stream exits with 3 and names the command that creates the stream', async ({
    expect,
  }) => {
    const nats = await startNats();
    onTestFinished(nats.close);
    expect(await listen(nats.url)).toExit(
      3,
      `No stream "svc-deliveries" at 127.0.0.1:${nats.port}.`,
      'svc webhook stream create',
    );
  });

  test('listen --publish exits with 5 for a stream with other subjects', async ({ expect }) => {
    const nats = await startNats();
    onTestFinished(nats.close);
    await (await managing(nats.url)).streams.add({ name: 'orders', subjects: ['orders.>'] });
    expect(await listen(nats.url, '--stream orders')).toExit(5, '"orders" has the subjects orders.>');
  });

  test('listen --publish exits with 5 without JetStream', async ({ expect }) => {
    const nats = await startNats({ jetStream: false });
    onTestFinished(nats.close);
    expect(await listen(nats.url)).toExit(5, 'JetStream is not enabled');
  });

  test('listen --publish exits with 6 without a server', async ({ expect }) => {
    expect(await listen(`nats://127.0.0.1:${await freePort()}`)).toExit(6, 'Connection refused');
  });

  test('listen --publish exits with 4 for rejected credentials and starts no listener', async ({ expect }) => {
    const nats = await startNats({ config: 'authorization { token: "a-token" }' });
    onTestFinished(nats.close);
    expect(await listen(nats.url)).toFail(4, 'requires credentials');
  });
});

describe.skipIf(isAbsent)('an outage of the NATS server', { concurrent: true }, () => {
  test('a delivery during an outage of NATS gets 204 if the NATS server returns in time', async ({ expect }) => {
    const nats = await ownServer();
    const { url, said } = await publishing(nats.url);
    await nats.kill();
    await said(/Lost the connection/);
    const answer = statusOf(url, payload('run-1'));
    await nats.restart();
    expect(await answer).toBe(204);
    expect(await countIn(await managing(nats.url))).toBe(1);
  });

  // trust: T-99
  test('listen --publish responds with 503 and Retry-After during an outage of NATS, and stores deliveries again afterwards', async ({
    expect,
  }) => {
    const nats = await ownServer();
    const { url, said, stop, ended } = await publishing(nats.url, '-o ndjson', {}, 3000);
    const body = payload('run-1');
    expect(await statusOf(url, body)).toBe(204);
    await nats.kill();
    expect(await deliver(url, payload('run-2'))).toEqual({ status: 503, retryAfter: '2' });
    await said(/Senders get 503 until deliveries are stored again\./);
    await nats.restart();
    await said(/Connected to .* again\./);
    expect(await statusOf(url, payload('run-2'))).toBe(204);
    // Acknowledged before the crash, and still recognised.
    expect(await statusOf(url, body)).toBe(200);
    expect(await countIn(await managing(nats.url))).toBe(2);
    stop();
    const { stdout, stderr } = await ended;
    expect(stdout).toMatch(/"id":null,"stored":false,.*"verified":true,.*"status":503/);
    expect(stderr).toMatch(/Stored 3 in .*, 1 of them not for the first time; 1 not stored \(503\)\./);
  });

  test('a delivery gets 503 at once after NATS withdraws the permission to publish', async ({ expect }) => {
    const users = (subject: string) =>
      `authorization { users: [{ user: a, password: x }, { user: p, password: x, permissions { publish: ["${subject}"] } }] }`;
    const nats = await startNats({ config: users('>') });
    onTestFinished(nats.close);
    const env = { SVC_NATS: nats.url.replace('//', '//p:x@') };
    expect((await (await machine(env)).svc('webhook stream create')).code).toBe(0);
    const { url, said } = await publishing('', '', env);
    await nats.kill();
    const path = join(nats.folder, 'nats.conf');
    writeFileSync(path, readFileSync(path, 'utf8').replace('publish: [">"]', 'publish: ["$JS.>"]'));
    await nats.restart();
    await said(/Connected to .* again/);
    expect(await statusOf(url, payload('run-1'))).toBe(503);
    await said(/may not publish to svc\.deliveries\.ws-1\.run_completed/);
  });

  // trust: T-99
  test('a delivery gets 503 while the stream is missing, and is stored again once the stream exists', async ({
    expect,
  }) => {
    const nats = await ownServer();
    const { url, said } = await publishing(nats.url, '', {}, 3000);
    const { streams } = await managing(nats.url);
    for await (const { config } of streams.list()) await streams.delete(config.name);
    const answer = deliver(url, payload('run-1'));
    expect((await answer).status).toBe(503);
    await said(/No stream at .* accepts the deliveries\./);
    await createStreams(nats.url);
    expect(await statusOf(url, payload('run-1'))).toBe(204);
  });

  test('listen --publish ends with exit 4 if NATS rejects the credentials after a restart', async ({ expect }) => {
    const token = 'authorization { token: "a-token" }';
    const nats = await startNats({ config: token });
    onTestFinished(nats.close);
    const env = { SVC_NATS: nats.url.replace('//', '//a-token@') };
    expect((await (await machine(env)).svc('webhook stream create')).code).toBe(0);
    const { ended } = await publishing('', '', env);
    await nats.kill();
    writeFileSync(join(nats.folder, 'nats.conf'), `listen: 127.0.0.1:${nats.port}\nauthorization { token: "other" }\n`);
    await nats.restart();
    expect(await ended).toExit(4, 'rejected the credentials');
  });
});

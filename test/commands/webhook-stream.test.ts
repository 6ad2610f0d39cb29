import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readlinkSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AckPolicy, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { hasNats, type NatsServer, startNats } from '../support/nats.ts';
import { inBash, svcForShells } from '../support/shell.ts';
import { machine } from '../support/svc.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';
import { verbs } from '../support/tree.ts';

const password = 'canary-password';
const config = `authorization { users: [{ user: alice, password: "${password}" }, { user: bob, password: x }] }`;
const isAbsent = !hasNats();
let nats: NatsServer;

/** How often this process has a file open, on Linux. */
function timesOpen(path: string): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link === path).length;
}

/** A machine that knows the server. */
const atNats = (env: Record<string, string> = {}) => machine({ SVC_NATS: nats.url, ...env });

async function manager(url = nats.url) {
  const connection = await connect({ servers: url });
  onTestFinished(() => connection.close());
  return jetstreamManager(connection);
}

describe.skipIf(isAbsent)('webhook stream', () => {
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats?.close());
  afterEach(async () => {
    const connection = await connect({ servers: nats.url });
    const { streams } = await jetstreamManager(connection);
    for await (const { config } of streams.list()) await streams.delete(config.name);
    await connection.close();
  });

  test('webhook stream create creates the stream, and does not change an existing one', async () => {
    const me = await atNats();
    const { code, stderr, stdout } = await me.svc('webhook stream create -o json');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Created the stream "svc-deliveries"')]);
    const row = JSON.parse(stdout);
    expect(row).toMatchObject({
      name: 'svc-deliveries',
      subjects: ['svc.deliveries.>', 'svc.dead.>'],
      maxAgeSeconds: 7 * 86_400,
    });
    const again = await me.svc('webhook stream create --max-age 2d -o table');
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(
      `The stream "svc-deliveries" at 127.0.0.1:${nats.port} already exists, and stays as it is.\n`,
    );
    expect(JSON.parse((await me.svc('webhook stream show -o json')).stdout)).toEqual(row);
  });

  test('webhook stream create --dry-run creates nothing', async () => {
    const me = await atNats();
    expect(await me.svc('webhook stream create --dry-run')).toExit(
      0,
      'Dry run: would create the stream "svc-deliveries"',
    );
    expect((await me.svc('webhook stream show')).code).toBe(3);
  });

  test('webhook stream create exits with 5 for a second stream of deliveries, and for replicas on a single server', async () => {
    const me = await atNats();
    const replicas = await me.svc('webhook stream create --replicas 3');
    expect(replicas).toExit(5, 'replicas');
    await me.svc('webhook stream create');
    expect(await me.svc('webhook stream create --stream other')).toExit(5, 'so "other" cannot be created.');
  });

  test('webhook stream create --max-age below an hour is accepted', async () => {
    const { code, stdout } = await (await atNats()).svc('webhook stream create --max-age 30m -o json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { maxAgeSeconds: 1800 }]);
  });

  test('webhook stream create exits with 5 for an existing stream with other subjects, and does not change it', async () => {
    const { streams } = await manager();
    await streams.add({ name: 'svc-deliveries', subjects: ['orders.>'] });
    expect(await (await atNats()).svc('webhook stream create')).toExit(5, 'has the subjects orders.>; deliveries need');
    expect((await streams.info('svc-deliveries')).config.subjects).toEqual(['orders.>']);
  });

  test('webhook stream show prints each reader with its lag', async () => {
    const me = await atNats();
    await me.svc('webhook stream create');
    const api = await manager();
    await api.consumers.add('svc-deliveries', { durable_name: 'ci', ack_policy: AckPolicy.Explicit });
    await api.jetstream().publish('svc.deliveries.ws-1.run_completed', '{}');
    const { stdout } = await me.svc('webhook stream show -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      messages: 1,
      deadLetters: 0,
      readers: [{ name: 'ci', durable: true, lag: 1, unacknowledged: 0, lastActive: null }],
    });
    expect((await me.svc('webhook stream show', { tty: true })).stdout).toMatch(/Readers \(1\).*\n.*LAG.*\nci +1 +0 /);
  });

  test('webhook stream show prints when each reader was last active, and the number of dead letters', async () => {
    const me = await atNats();
    await me.svc('webhook stream create');
    const api = await manager();
    const filter_subject = 'svc.deliveries.>';
    await api.consumers.add('svc-deliveries', { durable_name: 'ci', ack_policy: AckPolicy.Explicit, filter_subject });
    const client = api.jetstream();
    await client.publish('svc.deliveries.ws-1.run_completed', '{}');
    for (const name of ['ci', 'gone', 'ci']) {
      const lines = headers();
      lines.set('Svc-Dead-Reader', name);
      await client.publish('svc.dead.ws-1.run_completed', '{}', { headers: lines });
    }
    const before = Date.now();
    await (await (await client.consumers.get('svc-deliveries', 'ci')).next())?.ackAck();
    const row = JSON.parse((await me.svc('webhook stream show -o json')).stdout);
    expect(row).toMatchObject({ deadLetters: 3, readers: [{ name: 'ci' }] });
    expect(new Date(row.readers[0].lastActive).getTime()).toBeGreaterThanOrEqual(before);
  });

  test('webhook stream show with a wrong stream name suggests the stream that contains the deliveries', async () => {
    const me = await atNats();
    await me.svc('webhook stream create');
    expect(await me.svc('webhook stream show --stream team-b')).toExit(
      3,
      'Hint: The deliveries are in the stream "svc-deliveries": --stream svc-deliveries\n',
    );
  });

  test('webhook stream show without the stream exits with 3 and names the command that creates it', async () => {
    expect(await (await atNats()).svc('webhook stream show --stream team-b')).toExit(
      3,
      'No stream "team-b"',
      'Hint: svc webhook stream create --stream team-b\n',
    );
  });

  test('the examples in the help of webhook stream run', async () => {
    const me = await atNats();
    const deployReader = async () =>
      (await manager()).consumers.add('svc-deliveries', { durable_name: 'deploy', ack_policy: AckPolicy.Explicit });
    const examples = [...(await verbs())]
      .filter(([words]) => words.startsWith('webhook stream '))
      .flatMap(([, verb]) => verb.action?.examples ?? [])
      .filter((example) => !example.includes('--replicas'));
    // The one of another storage is about a new stream.
    examples.sort((a, b) => Number(b.includes('--storage')) - Number(a.includes('--storage')));
    examples.sort((a, b) => Number(a.includes('stream delete ')) - Number(b.includes('stream delete ')));
    const bin = join(me.home, 'bin');
    await svcForShells(me, bin);
    const env = { ...me.env, HOME: me.home, PATH: `${bin}:${process.env.PATH}` };
    const codes = [];
    for (const example of examples) {
      if (example.includes('delete-reader')) await deployReader();
      const line = example.replaceAll('nats://127.0.0.1:4222', nats.url);
      codes.push((await inBash(line, me.home, env)).code);
    }
    expect(examples.length).toBeGreaterThan(3);
    expect(codes).toEqual(examples.map(() => 0));
  });
});

describe.skipIf(isAbsent)('a NATS server', () => {
  test('an unreachable NATS server exits with 6, whether its URL is in a profile or on the command line', async () => {
    const me = await machine();
    const port = await freePort();
    expect((await me.svc(`config set nats 127.0.0.1:${port}`)).code).toBe(0);
    expect(await me.svc('webhook stream show')).toExit(6, `Connection refused by 127.0.0.1:${port}.`);
  });

  test('webhook stream show exits with 5 without JetStream and says how to enable it', async () => {
    const bare = await startNats({ jetStream: false });
    onTestFinished(bare.close);
    expect(await (await machine()).svc(`webhook stream show --nats ${bare.url}`)).toExit(
      5,
      'JetStream is not enabled',
      '-js',
    );
  });

  test('webhook stream show requires a NATS server', async () => {
    expect(await (await machine()).svc('webhook stream show')).toExit(2, 'SVC_NATS');
  });

  // trust: T-119
  test.each([
    ['webhook stream show --nats nats://alice:canary@127.0.0.1:4222', '--nats must not contain credentials'],
    ['config set nats nats://canary@127.0.0.1:4222', 'nats: the URL must not contain credentials'],
    ['webhook stream show --nats http://127.0.0.1:4222', '--nats must be nats://HOST:4222 or tls://HOST:4222'],
  ])('webhook stream show %s exits with 2', async (words, message) => {
    const { code, stderr } = await (await machine()).svc(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('canary');
  });
});

describe.skipIf(!hasOpenssl())('the certificate for NATS', () => {
  test('the certificate for NATS and its key are read from one file in one pass, so that the file can be a pipe', async () => {
    const me = await machine({ SVC_NATS: `tls://127.0.0.1:${await freePort()}` });
    const { cert, key, remove } = sharedAuthority();
    onTestFinished(remove);
    const pipe = join(me.home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // A pipe that nothing has opened for writing yet is an error.
    const writer = openSync(pipe, 'r+');
    writeSync(writer, Buffer.concat([cert, key]));
    const shown = me.svc('webhook stream show --nats-cert-file pipe');
    // Until it was opened for reading, or for as long as another process needs for that.
    for (let waited = 0; waited < 2000 && timesOpen(pipe) < 2; waited += 10) await pause(10);
    closeSync(writer);
    expect(await shown).toExit(6, 'Connection refused');
  });

  test.each([
    ['cert', 'has no unencrypted private key in PEM format'],
    ['key', 'has no certificate in PEM format'],
  ] as const)('a certificate file for NATS with only the %s is rejected', async (part, message) => {
    const me = await machine({ SVC_NATS: 'tls://127.0.0.1:4222' });
    const authority = sharedAuthority();
    onTestFinished(authority.remove);
    await writeFile(join(me.home, 'own.pem'), authority[part]);
    expect(await me.svc('webhook stream show --nats-cert-file own.pem')).toExit(2, message);
  });
});

describe.skipIf(isAbsent)('the credentials of NATS', () => {
  let guarded: NatsServer;
  const guardedBy = async (env: Record<string, string> = {}) => {
    const me = await machine({ SVC_NATS: guarded.url, ...env });
    await writeFile(join(me.home, 'password'), `${password}\n`);
    return me;
  };
  beforeAll(async () => {
    guarded = await startNats({ config });
  });
  afterAll(() => guarded?.close());

  test.each([
    ['', {}, 4],
    ['--nats-creds-file password', {}, 2],
    ['--nats-creds-file gone', {}, 2],
    ['--nats-cert-file password', {}, 2],
  ])(
    'the flags "%s" with the environment %o exit with %i at a NATS server that requires a password',
    async (flags, env, exit) => {
      const me = await guardedBy(env as Record<string, string>);
      const { code, stderr } = await me.svc(`webhook stream show --debug ${flags}`.trimEnd());
      expect({ code, stderr }).toMatchObject({ code: exit });
      expect(stderr).not.toContain('canary');
    },
  );

  // trust: T-119
  test('credentials in SVC_NATS are used and never shown', async () => {
    const me = await machine({ SVC_NATS: guarded.url.replace('//', `//alice:${password}@`) });
    const { code, stderr } = await me.svc('webhook stream show --debug');
    const list = await me.svc('config list --show-origin');
    expect([code, list.code]).toEqual([3, 0]);
    expect(stderr + list.stdout).not.toContain('canary');
  });

  test('credentials of NATS in a file cannot be used with credentials in the URL', async () => {
    const me = await machine({ SVC_NATS: guarded.url.replace('//', `//alice:${password}@`) });
    await writeFile(join(me.home, 'me.creds'), '');
    const { code, stderr } = await me.svc('webhook stream show --nats-creds-file me.creds');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--nats-creds-file, and those in the URL')]);
    expect(stderr).not.toContain('canary');
  });

  test('a relative path in a setting is resolved against the folder where config set ran', async () => {
    const me = await guardedBy();
    await me.svc('config set nats-creds-file password');
    const { stderr } = await me.svc('webhook stream show', { cwd: '/' });
    expect(stderr).toContain('does not contain credentials of NATS');
  });
});

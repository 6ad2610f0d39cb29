import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { execa, type Options } from 'execa';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { copyOfProgram, program, programInShell, requireBuild } from '../support/executable.ts';
import { sandboxWithState } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { authority, hasOpenssl, httpsServer } from '../support/tls.ts';

const key = 'the-key-of-the-hook';
let home: string;
let env: Record<string, string>;

beforeAll(() => {
  requireBuild();
});

const canIsolate = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

beforeEach(() => {
  home = temporaryFolder();
  env = { HOME: home, PATH: process.env.PATH ?? '', SVC_RETRIES: '0', HOOK_TOKEN: key };
});

test.skipIf(process.getuid?.() !== 0)(
  'a user id without a user name, as in containers, can start a listener and find a sandbox',
  async () => {
    const otherUser = { uid: 54_321, gid: 54_321 };
    // The checkout may be in a folder that only root can read.
    const copy = await copyOfProgram(home);
    await execa('chown', ['-R', `${otherUser.uid}:${otherUser.gid}`, home]);
    const listener = start('webhook listen --token-env HOOK_TOKEN', otherUser, copy);
    await listener.said(/Listening at/);
    const service = start('sandbox start --json', otherUser, copy);
    await service.said(/"address"/);
    expect(await start('sandbox env', otherUser, copy)).toMatchObject({ exitCode: 0 });
  },
);

/** Starts the built program, which ends with the test. */
function start(words: string, options: Options = {}, [file, ...args] = program) {
  const running = execa(file, [...args, ...words.split(' ')], {
    extendEnv: false,
    reject: false,
    cwd: home,
    ...options,
    env: { ...env, ...options.env },
  });
  const texts = { stdout: '', stderr: '' };
  running.stdout?.on('data', (chunk) => {
    texts.stdout += chunk;
  });
  running.stderr?.on('data', (chunk) => {
    texts.stderr += chunk;
  });
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await running;
  });
  /** Resolves with the first match in its output. */
  const said = (pattern: RegExp) =>
    vi.waitFor(
      () => {
        const found = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr);
        if (!found) throw new Error(`${pattern} is not in ${JSON.stringify(texts)}`);
        return found;
      },
      { timeout: 50_000, interval: 10 },
    );
  return Object.assign(running, { said });
}

const body = JSON.stringify({ payload_version: 1, run_id: 'run-1', notifications: [{ trigger: 'run:completed' }] });
const deliver = async (url: string) => {
  const signature = createHmac('sha512', key).update(body).digest('hex');
  const headers = { 'x-svc-notification-signature': signature };
  return (await fetch(url, { method: 'POST', body, headers })).status;
};

/** A NATS server that greets, or not, and then stays silent. */
async function silentNats(greeting: string): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => {}).write(greeting));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const silences = {
  'announces TLS': 'INFO {"version":"2.10.0","headers":true,"tls_required":true}\r\n',
  'offers TLS': 'INFO {"version":"2.10.0","headers":true,"tls_available":true}\r\n',
  'says nothing': '',
};
// trust: T-191
test('every command that opens the broker ends when the NATS server announces TLS and then stays silent', async () => {
  const url = await silentNats(silences['announces TLS']);
  const commands = [
    `webhook stream show --nats ${url}`,
    ...['list', 'show 1', 'replay 1 --to http://127.0.0.1:9', 'export', 'listen'].map(
      (words) => `webhook ${words} --subscribe ${url} --token-env HOOK_TOKEN`,
    ),
    `webhook listen --publish ${url} --token-env HOOK_TOKEN`,
  ].map((words) => start(`${words} --timeout 50ms`));
  const doctor = start('doctor --timeout 50ms', { env: { SVC_NATS: url } });
  for (const { exitCode, stderr } of await Promise.all(commands))
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining('did not answer in time.')]);
  expect((await doctor).stdout).toContain('did not answer in time.');
});

// trust: T-191
test.each(Object.entries(silences))('a command ends when the NATS server %s and stays silent', async (_, greeting) => {
  const url = await silentNats(greeting);
  const [plain, secure] = [url, url.replace('nats:', 'tls:')].map((server) =>
    start(`webhook stream show --nats ${server} --timeout 50ms`),
  );
  expect([await plain, await secure]).toMatchObject([{ exitCode: 6 }, { exitCode: 6 }]);
});

describe('webhook listen', () => {
  test.each([
    ['SIGINT', 0],
    ['SIGTERM', 0],
    ['SIGHUP', 129],
  ] as const)('webhook listen ends on %s, sums up what it received and exits with %i', async (signal, exit) => {
    const running = start('webhook listen --token-env HOOK_TOKEN');
    const [url] = await running.said(/http:\S+/);
    expect(await deliver(url)).toBe(204);
    await running.said(/run:completed/);
    running.kill(signal);
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(exit);
    expect(stderr).toContain('1 delivery: 1 verified.');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('webhook listen ends without an error when the reader of its output has ended', async () => {
    const script = `${programInShell} webhook listen --token-env HOOK_TOKEN -o ndjson | head -1 > first; echo "\${PIPESTATUS[0]}"`;
    const running = execa('bash', ['-c', script], { extendEnv: false, reject: false, cwd: home, env });
    const first = await vi.waitFor(() => JSON.parse(readFileSync(join(home, 'first'), 'utf8')), { timeout: 50_000 });
    expect(first).toEqual({ event: 'listening', url: expect.stringMatching(/^http:/) });
    // It notices the closed reader at its next write.
    await vi.waitFor(
      () =>
        deliver(first.url).then(
          () => Promise.reject(new Error('it still listens')),
          () => {},
        ),
      { timeout: 50_000 },
    );
    expect(await running).toMatchObject({ stdout: '0', stderr: expect.not.stringMatching(/EPIPE|^\s+at /m) });
  });

  test.runIf(hasOpenssl())('--ca-file adds certificates to the usual ones and does not replace them', async () => {
    const [ours, theirs] = [authority(), authority()];
    onTestFinished(ours.remove);
    onTestFinished(theirs.remove);
    const port = await httpsServer(ours, (_, response) => response.writeHead(204).end());
    const trigger = `webhook trigger run:completed --token-env HOOK_TOKEN --to https://localhost:${port}/`;
    const usual = { env: { NODE_EXTRA_CA_CERTS: ours.caFile } };
    expect((await start(`${trigger} --ca-file ${theirs.caFile}`)).exitCode).toBe(6);
    expect((await start(`${trigger} --ca-file ${theirs.caFile}`, usual)).exitCode).toBe(0);
  });
});

describe('webhook wait --create', () => {
  const words = 'webhook wait --create -w network-production --until trigger=run:completed';
  const notes = () => readdirSync(join(home, '.local', 'state', 'svc', 'temporary'));
  const configurations = ({ state }: Sandbox) => state.world.notifications.map(({ id }) => id);

  async function site() {
    const service = await sandboxWithState();
    const { address, organization, tokens } = service.info;
    Object.assign(env, { SVC_ADDRESS: address, SVC_ORGANIZATION: organization, SVC_TOKEN: tokens.owner });
    return service;
  }

  /** Starts `webhook wait`; returns the id of its configuration. */
  async function waiting() {
    const running = start(words);
    const [, id = ''] = await running.said(/Created temporary notification configuration (\S+)\. /);
    await running.said(/Waiting for/);
    return { running, id };
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('webhook wait --create removes what it created on %s and exits with %i', async (signal, exit) => {
    const service = await site();
    const { running, id } = await waiting();
    expect([configurations(service), notes().length]).toEqual([[id], 1]);
    running.kill(signal);
    const { exitCode, stderr } = await running;
    expect([exitCode, configurations(service), notes()]).toEqual([exit, [], []]);
    expect(stderr).toContain(`Deleted temporary notification configuration ${id}.`);
  });

  // trust: T-109
  test('webhook wait --create deletes the configuration that a killed run left, but not the one of a running process', async () => {
    const service = await site();
    const killed = await waiting();
    killed.running.kill('SIGKILL');
    await killed.running;
    expect(configurations(service)).toEqual([killed.id]);
    const next = await waiting();
    await next.running.said(
      new RegExp(`left ${killed.id} behind.\\nDeleted temporary notification configuration ${killed.id}.`),
    );
    expect(configurations(service)).toEqual([next.id]);
    const another = await waiting();
    expect(configurations(service)).toEqual([next.id, another.id]);
    expect(notes().length).toBe(2);
    for (const { running } of [next, another]) running.kill('SIGTERM');
    await Promise.all([next.running, another.running]);
    expect([configurations(service), notes()]).toEqual([[], []]);
  });

  // trust: T-109
  test.runIf(canIsolate)(
    'webhook wait --create keeps the configuration of a process in a container with the same host name and state folder',
    async () => {
      const service = await site();
      const isolated = execa(
        'unshare',
        ['--pid', '--fork', '--kill-child', '--mount-proc', ...program, ...words.split(' ')],
        { ...{ cwd: home, env, extendEnv: false, reject: false }, stdin: 'ignore' },
      );
      onTestFinished(() => void isolated.kill('SIGKILL'));
      await vi.waitFor(() => expect(configurations(service)).toHaveLength(1), 20_000);
      const [theirs = ''] = configurations(service);
      const ours = await waiting();
      expect([configurations(service), notes().length]).toEqual([[theirs, ours.id], 2]);
      ours.running.kill('SIGTERM');
      await ours.running;
      expect(configurations(service)).toEqual([theirs]);
    },
  );
});

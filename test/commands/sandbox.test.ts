import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { request } from 'node:http';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { ownerTag } from '../../src/base/system/owner.ts';
import { welcomeText } from '../../src/commands/sandbox/start.ts';
import { runningSandboxes } from '../../src/sandbox/note.ts';
import { writeFiles } from '../support/configuration.ts';
import { freePort } from '../support/free-port.ts';
import { linesOf } from '../support/output.ts';
import { type Running, start } from '../support/running.ts';
import { cacheOf, type Machine, machine, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';

const execute = promisify(execFile);

/** Starts a sandbox by command, calls back once it has left its note, then stops it as Ctrl-C would. */
const whileRunning = async <Result>(
  me: Machine,
  words: string,
  act: (notes: string[]) => Promise<Result>,
  reason = new CancelledError(),
) => {
  const stop = new AbortController();
  const running = me.svc(words, { signal: stop.signal });
  const notes = async (): Promise<string[]> => {
    const found = existsSync(cacheOf(me)) ? (await readdir(cacheOf(me))).filter((name) => name.endsWith('.json')) : [];
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return notes();
  };
  try {
    return { result: await act(await notes()), ended: running };
  } finally {
    stop.abort(reason);
    await running;
  }
};

/** Leaves a note as a running sandbox of a process does, or another file. */
async function leaveNote(me: Machine, port: number | string, content: unknown, owner = ownerTag()): Promise<string> {
  const path = join(cacheOf(me), typeof port === 'string' ? port : `sandbox-${port}-${owner}.json`);
  await mkdir(cacheOf(me), { recursive: true, mode: 0o700 });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** Starts a sandbox by command, and returns its address. */
async function startOn(me: Machine): Promise<Running & { address: string; port: string }> {
  const running = start(me, ['sandbox', 'start', '--json']);
  const [line] = await running.said(/^\{.*\}$/m);
  const { address } = JSON.parse(line);
  return { ...running, address, port: new URL(address).port };
}

/** A process that is over. */
async function endedProcess(): Promise<string> {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  return `${ownerTag().split('-')[0]}-${child.pid}-00000000`;
}

/** The content of a note without a sandbox. */
const deadNote = (address = 'http://127.0.0.1:1') => ({
  address,
  api: address,
  registry: address,
  organization: '',
  control: 'x',
  tokens: {},
});

test('sandbox start --modules warns about folders that it does not publish, with the reason', async () => {
  const me = await machine();
  const text = 'output "o" {\n  value = 1\n}\n';
  const odd = ['acme/net/cloud/v1.2.0', 'acme/net/cloud/1.0', 'Acme/Net.Work/My_Cloud/1.0.0', 'acme/n@t/cloud/1.0.0'];
  const folders = [...odd, 'acme/net/cloud/latest', 'acme/label/main.tf'];
  await writeFiles(join(me.home, 'modules'), Object.fromEntries(folders.map((folder) => [`${folder}/main.tf`, text])));
  const running = start(me, ['sandbox', 'start', '--json', '--modules', 'modules']);
  const [, registry = ''] = await running.said(/"registry":"([^"]+)"/);
  for (const why of [
    'acme/n@t in .*modules is not published: the name "n@t" contains one of',
    'acme/net/cloud/latest in .*modules is not published: not a version',
    'acme/label/main.tf/main.tf in .*modules is not published: not a folder',
  ])
    await running.said(new RegExp(`Warning: ${why}`));
  const env = { SVC_REGISTRY: registry };
  expect((await me.svc('module versions acme/net/cloud', { env })).stdout).toBe('v1.2.0\n1.0\n');
  for (const address of ['acme/net/cloud', 'acme/net/cloud@1.0.0', 'Acme/Net.Work/My_Cloud']) {
    const words = `module download modules.test/${address} --dir ${address.replaceAll(/\W/g, '')} --registry modules.test=${registry}`;
    expect(await me.svc(words, { env })).toMatchObject({ code: 0 });
  }
});

describe('sandbox start', () => {
  test('sandbox start prints exactly one JSON line and runs until Ctrl-C', async () => {
    const me = await machine();
    const { ended, result } = await whileRunning(me, 'sandbox start --json', async (notes) => {
      const env = JSON.parse((await me.svc('sandbox env --json')).stdout);
      return { notes, env, whoami: await me.svc('whoami', { env }) };
    });
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, 'Stopped.\n']);
    expect(stdout.trimEnd()).not.toContain('\n');
    const info = JSON.parse(stdout);
    expect(info).toEqual({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      api: `${info.address}/api/v2`,
      registry: expect.stringMatching(/\/v1\/modules\/$/),
      tokens: Object.fromEntries(
        ['site-admin', 'owner', 'user', 'team', 'organization'].map((kind) => [kind, expect.any(String)]),
      ),
      organization: 'acme',
      workspaces: expect.any(Array),
      teams: expect.any(Array),
      users: expect.any(Array),
      memberships: expect.any(Array),
      subscription: expect.stringMatching(/^sub-/),
      hcpOrganization: '2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360',
    });
    expect(info.workspaces.length).toBeGreaterThanOrEqual(2);
    expect(result.whoami.code).toBe(0);
    expect(result.env).toEqual({
      SVC_ADDRESS: info.address,
      SVC_TOKEN: info.tokens['site-admin'],
      SVC_ORGANIZATION: 'acme',
      SVC_REGISTRY: ['registry.terraform.io', 'registry.opentofu.org', 'modules.test']
        .map((host) => `${host}=${info.registry}`)
        .join(','),
      TF_CLI_CONFIG_FILE: join(cacheOf(me), `sandbox-${new URL(info.address).port}-${ownerTag()}.tfrc`),
    });
  });

  test('sandbox start --data restores its state after a restart, and a start without --data has a new state', async () => {
    const me = await machine();
    const titles = async (words: string) => {
      const { result } = await whileRunning(me, words, async () => {
        const env = JSON.parse((await me.svc('sandbox env --json')).stdout);
        const before = await me.svc('banner list --jq .[].attributes.title', { env });
        await me.svc(['banner', 'create', '--title', 'Kept', '--body', 'B'], { env });
        return before.stdout;
      });
      return result;
    };
    expect(await titles('sandbox start --data state.json')).toBe('');
    expect(await titles('sandbox start --data state.json')).toBe('Kept\n');
    expect(await titles('sandbox start')).toBe('');
  });

  test('sandbox start --fixed-tokens uses the known tokens, but not if the data file already contains tokens', async () => {
    const me = await machine();
    const start = async (words: string) => {
      const { result, ended } = await whileRunning(me, words, async () =>
        JSON.parse((await me.svc('sandbox env --as owner --json')).stdout),
      );
      return { token: result.SVC_TOKEN, stderr: (await ended).stderr };
    };
    expect((await start('sandbox start --fixed-tokens')).token).toBe('sandbox-owner-token');
    const { token } = await start('sandbox start --data state.json');
    const again = await start('sandbox start --data state.json --fixed-tokens');
    expect(again.token).toBe(token);
    expect(again.stderr).toContain('--fixed-tokens is ignored: state.json already contains tokens.');
  });

  test('the hint of a command without a platform address names a running sandbox', async () => {
    const me = await machine();
    const hint = async () => (await me.svc('banner list')).stderr.split('\n')[1];
    expect(await hint()).toBe('Hint: Run svc login HOST, or svc sandbox start to try it on this machine.');
    const { result } = await whileRunning(me, 'sandbox start --json', hint);
    expect(result).toMatch(
      /^Hint: A sandbox runs at http:\/\/127\.0\.0\.1:\d+\. To use it: eval "\$\(svc sandbox env\)"$/,
    );
  });

  test('sandbox start --allow-host accepts another Host, which must be a name with or without a port', async () => {
    const me = await machine();
    const words = 'sandbox start --json --allow-host svc.test --allow-host box:4000';
    const { result } = await whileRunning(me, words, async () => {
      const { SVC_ADDRESS } = JSON.parse((await me.svc('sandbox env --json')).stdout);
      const answers = ['svc.test', 'box:4000', 'box', 'rebound.example.com'].map(async (host) => {
        const asking = request(`${SVC_ADDRESS}/v1/modules/`, { agent: false, headers: { host } }).end();
        const [response] = await once(asking, 'response');
        response.resume();
        return response.statusCode;
      });
      return Promise.all(answers);
    });
    expect(result).toEqual([200, 200, 403, 403]);
    for (const wrong of ['http://svc.test', 'a/b', 'a b', '*.test', '', ':4000', 'svc.test:x', 'svc.test:70000']) {
      const { code, stderr } = await me.svc(['sandbox', 'start', '--allow-host', wrong]);
      expect([wrong, code, stderr]).toEqual([wrong, 2, expect.stringContaining('--allow-host')]);
    }
  });

  test('the note of a running sandbox is private, and is removed at the end', async () => {
    const me = await machine();
    await whileRunning(me, 'sandbox start', async ([note]) => {
      expect((await lstat(join(cacheOf(me), note!))).mode & 0o777).toBe(0o600);
      expect((await lstat(cacheOf(me))).mode & 0o777).toBe(0o700);
    });
    expect(await readdir(cacheOf(me))).toEqual([]);
  });

  // trust: T-146
  test('sandbox start removes only the notes of killed sandboxes', async () => {
    const me = await machine();
    const [gone, unknown] = [await endedProcess(), '00000000-1-00000000'];
    const left = ['json', 'tfrc', 'ca.pem', 'new'].map((ending) => `sandbox-1-${gone}.${ending}`);
    const kept = [
      ...['cache', 'sandbox-1.json', `sandbox-1-${unknown}.json`],
      ...['json', 'tfrc', 'new'].map((ending) => `sandbox-1-${ownerTag()}.${ending}`),
    ].toSorted();
    const startAndStop = async () => {
      const { ended, stop } = await startOn(me);
      stop();
      await ended;
    };
    for (const act of [startAndStop, () => me.svc('sandbox env')]) {
      for (const name of [...left, ...kept]) await leaveNote(me, name, '{"addr');
      await act();
      expect((await readdir(cacheOf(me))).toSorted()).toEqual(kept);
    }
  });

  // trust: T-146
  test('sandbox start on the port of a killed sandbox keeps its own note, even if another process removes the old one', async () => {
    const me = await machine();
    const port = await freePort();
    const gone = await endedProcess();
    const running = start(me, ['sandbox', 'start', '--json', '--port', String(port)]);
    await running.said(/^\{.*\}$/m);
    const old = Array.from({ length: 20 }, (_, nth) => `${gone.slice(0, -2)}${nth + 10}`);
    for (const owner of old) await leaveNote(me, port, deadNote(`http://127.0.0.1:${port}`), owner);
    const found = await Promise.all([1, 2, 3].map(() => me.svc('sandbox env --json')));
    expect(found.map(({ code }) => code)).toEqual([0, 0, 0]);
    const names = await readdir(cacheOf(me));
    expect(names.map((name) => name.replace(/(?<=\d)-[\da-f-]+/, '')).toSorted()).toEqual([
      `sandbox-${port}.json`,
      `sandbox-${port}.tfrc`,
    ]);
  });

  // trust: T-146
  test('a note of an unknown process is removed if the note is a day old and nothing listens at its address', async () => {
    const me = await machine();
    const paths = [];
    for (const port of [1, 2]) {
      paths.push(await leaveNote(me, port, deadNote(`http://127.0.0.1:${port}`), '00000000-1-00000000'));
    }
    const before = new Date(Date.now() - 25 * 3600 * 1000);
    await utimes(paths[0]!, before, before);
    expect((await me.svc('sandbox env')).code).toBe(6);
    expect(paths.map((path) => existsSync(path))).toEqual([false, true]);
  });

  test('sandbox start prints its address and the commands to type next', async () => {
    const me = await machine();
    const { ended } = await whileRunning(me, 'sandbox start --edition hosted', async () => {});
    expect((await ended).stdout).toContain('Sandbox (hosted edition) running at http://127.0.0.1:');
    expect((await ended).stdout).toContain('eval "$(svc sandbox env)"');
    expect((await ended).stdout).toContain('  HCP organization  2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360\n');
  });

  test.each<[title: string, words: (port: string) => string, named: RegExp]>([
    ['a port that is taken', (port) => `sandbox start --port ${port}`, /^Error: .*port|Port/],
    ['a taken port, with modules', (port) => `sandbox start --port ${port} --modules .`, /[Cc]annot listen|taken/],
    ['a port too high', () => 'sandbox start --port 70000', /--port/],
    ['an invalid port', () => 'sandbox start --port any', /--port/],
    ['an edition there is not', () => 'sandbox start --edition gold', /--edition/],
    ['modules that are not there', () => 'sandbox start --modules nope', /nope/],
  ])('sandbox start rejects %s', async (_title, words, named) => {
    const service = await sandbox();
    const me = await machine();
    expect(await me.svc(words(new URL(service.info.address).port))).toFail(2, named);
    expect(existsSync(cacheOf(me)) ? await readdir(cacheOf(me)) : []).toEqual([]);
  });
});

describe('sandbox env', () => {
  test('sandbox env prints lines for a shell, with the token of the caller that --as names', async () => {
    const me = await machine();
    await whileRunning(me, 'sandbox start', async () => {
      const { code, stdout } = await me.svc('sandbox env --as user');
      expect(code).toBe(0);
      expect(linesOf(stdout)).toEqual([
        expect.stringMatching(/^export SVC_ADDRESS='http:\/\/127\.0\.0\.1:\d+'$/),
        expect.stringMatching(/^export SVC_TOKEN='sandbox-user-[\w-]{32}'$/),
        "export SVC_ORGANIZATION='acme'",
        expect.stringMatching(/^export SVC_REGISTRY='registry.terraform.io=http:.*\/v1\/modules\/'$/),
        expect.stringMatching(/^export TF_CLI_CONFIG_FILE='.*\/sandbox-\d+-[\da-f-]+\.tfrc'$/),
      ]);
      const kept = await me.svc('sandbox env --no-cli-config');
      expect([kept.stdout, kept.stderr]).toEqual([expect.not.stringContaining('TF_CLI_CONFIG_FILE'), '']);
      const unknown = await me.svc('sandbox env --as nobody');
      expect(unknown.code).toBe(2);
      expect(unknown.stderr).toContain('site-admin');
    });
  });

  test('commands in a shell with sandbox env use the sandbox, whatever host a module address names', async () => {
    const me = await machine();
    const calls = ['registry.terraform.io/acme', 'registry.opentofu.org/acme', 'modules.test/acme', 'acme'];
    const blocks = calls.map((start, nth) => `module "m${nth}" {\n  source = "${start}/label/null"\n}\n`);
    await writeFile(join(me.home, 'main.tf'), blocks.join(''));
    await whileRunning(me, 'sandbox start', async () => {
      const { stdout, stderr } = await me.svc('sandbox env --json');
      expect(stderr).toBe('');
      await writeFile(join(me.home, '.terraformrc'), '');
      const hint = 'is not used in this shell. To use it again:';
      expect((await me.svc('sandbox env')).stderr).toBe(`~/.terraformrc ${hint} unset TF_CLI_CONFIG_FILE\n`);
      await writeFile(join(me.home, '.tofurc'), '');
      expect((await me.svc('sandbox env')).stderr).toContain(
        '~/.terraformrc and ~/.tofurc are not used in this shell.',
      );
      for (const name of ['.terraformrc', '.tofurc']) await rm(join(me.home, name));
      const env = JSON.parse(stdout);
      const file = env.TF_CLI_CONFIG_FILE;
      const ofAnother = { TF_CLI_CONFIG_FILE: file.replace(/sandbox-\d+/, 'sandbox-1') };
      expect((await me.svc('sandbox env', { env: ofAnother })).stderr).toBe('');
      expect((await lstat(file)).mode & 0o777).toBe(0o600);
      const text = await readFile(file, 'utf8');
      expect(text).toContain('"providers.v1" = "https://registry.terraform.io/v1/providers/"');
      expect(text).toContain('"providers.v1" = "https://registry.opentofu.org/v1/providers/"');
      for (const both of [env, { ...env, SVC_REGISTRY: '' }, { ...env, TF_CLI_CONFIG_FILE: '' }]) {
        expect(await me.svc('module lock --tool tofu', { env: both })).toMatchObject({ code: 0 });
        await rm(join(me.home, 'svc.modules.lock.json'));
        expect(await me.svc('module show acme/label/null', { env: both })).toMatchObject({ code: 0 });
        expect(await me.svc('module versions acme/label/null', { env: both })).toMatchObject({ code: 0 });
        expect(await me.svc('module download acme/label/null --force', { env: both })).toMatchObject({ code: 0 });
      }
      expect(await me.svc('module list', { env })).toMatchObject({ code: 0 });
      expect((await me.svc('sandbox env', { env })).stderr).toBe('');
      expect((await me.svc('sandbox env', { env: { TF_CLI_CONFIG_FILE: '/etc/mine.tfrc' } })).stderr).toBe(
        `/etc/mine.tfrc ${hint} export TF_CLI_CONFIG_FILE=/etc/mine.tfrc\n`,
      );
    });
    expect(await readdir(cacheOf(me)).then((names) => names.filter((name) => name.startsWith('sandbox')))).toEqual([]);
  });

  test('sandbox env chooses the newest of several sandboxes and says so, and --port chooses another', async () => {
    const me = await machine();
    const first = await startOn(me);
    expect((await me.svc('sandbox env')).stderr).toBe('');
    const second = await startOn(me);
    await second.said(/^Also running: .*$/m);
    second.stop();
    expect((await second.ended).stderr).toBe(
      `Also running: ${first.address}. svc sandbox env uses the newest sandbox; to choose one: svc sandbox env --port PORT\nStopped.\n`,
    );
    const third = await startOn(me);
    const newest = await me.svc('sandbox env');
    expect(newest.stdout).toContain(`export SVC_ADDRESS='${third.address}'\n`);
    expect(newest.stderr).toBe(
      `Using the newest sandbox, ${third.address}. Also running: ${first.address}. To choose one: svc sandbox env --port PORT\n`,
    );
    for (const chosen of [`--port ${first.port}`, `--port ${first.port} --wait`, `--address ${first.address}`]) {
      const { stderr, stdout } = await me.svc(`sandbox env ${chosen}`);
      expect([stdout, stderr]).toEqual([expect.stringContaining(`export SVC_ADDRESS='${first.address}'\n`), '']);
    }
    expect((await me.svc('sandbox outbox')).stderr).toContain('To choose one: --address URL\n');
    expect((await me.svc('sandbox outbox', { env: { SVC_ADDRESS: first.address } })).stderr).not.toContain(
      'To choose one',
    );
    const neither = await me.svc('sandbox env --port 1');
    expect([neither.code, neither.stderr]).toEqual([
      6,
      `Error: No sandbox is running on port 1.\nHint: Running sandboxes: ${third.address}, ${first.address}\n`,
    ]);
    const both = await me.svc(`sandbox env --port 1 --address ${first.address}`);
    expect(both).toExit(2, '--address cannot be used with --port');
  });

  test('sandbox env reports a sandbox at --address whose control token belongs to another HOME', async () => {
    const { address } = await startOn(await machine());
    const other = await machine();
    for (const words of ['fail /ping status=500', 'run lifecycle -w one', 'outbox', 'env'])
      expect(await other.svc(`sandbox ${words} --address ${address}`)).toMatchObject({
        code: 4,
        stderr: `Error: A sandbox runs at ${address}, but its control token is not on this machine.\nHint: Control it as the user who started it, with the same HOME.\n`,
      });
    const service = await tinyServer((_, response) => sendJson(response, {}, { status: 401 }));
    expect(await other.svc(`sandbox env --address ${service.url}`)).toExit(6, 'No sandbox is running at ');
  });

  test('sandbox env --wait waits for the chosen sandbox, even if another one already runs', async () => {
    const me = await machine();
    await startOn(me);
    const port = await freePort();
    const waiting = me.svc(`sandbox env --wait --json --port ${port}`);
    start(me, ['sandbox', 'start', '--port', String(port)]);
    expect(JSON.parse((await waiting).stdout).SVC_ADDRESS).toBe(`http://127.0.0.1:${port}`);
  });

  // trust: T-146
  test('sandbox env ignores an invalid note and a note without a control token', async () => {
    const me = await machine();
    await leaveNote(me, 1, '{"addr');
    await leaveNote(me, 2, { address: 'http://127.0.0.1:1', api: '', registry: '' });
    expect((await me.svc('sandbox env')).code).toBe(6);
  });

  test('sandbox env ignores the note of a sandbox whose process has ended, and sends no request', async () => {
    const me = await machine({ SVC_RETRIES: '3' });
    await leaveNote(me, 1, deadNote(), await endedProcess());
    expect(await me.svc('sandbox env')).toMatchObject({
      code: 6,
      stderr: 'Error: No sandbox is running on this machine.\nHint: Start one with: svc sandbox start\n',
    });
  });

  test('sandbox env --wait waits for a sandbox that is starting, and Ctrl-C ends the wait', async () => {
    const me = await machine();
    const waiting = me.svc('sandbox env --wait --json');
    await whileRunning(me, 'sandbox start', async () => {
      expect(JSON.parse((await waiting).stdout).SVC_ADDRESS).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    });
    const signal = AbortSignal.abort(new CancelledError());
    expect(await me.svc('sandbox env --wait', { signal })).toMatchObject({ code: 130, stdout: '' });
  });

  // trust: T-145
  test('sandbox env quotes shell syntax in a name, and rejects control characters', async () => {
    const me = await machine();
    const { info, control } = await sandbox();
    const organization = `a'b"c$(touch owned)\`touch owned\` \\`;
    await leaveNote(me, 1, { ...info, control, organization });
    const { stdout } = await me.svc('sandbox env');
    const shell = await execute('sh', ['-c', `eval "$1"; printf %s "$SVC_ORGANIZATION"`, 'sh', stdout], {
      cwd: me.home,
    });
    expect(shell.stdout).toBe(organization);
    expect(existsSync(join(me.home, 'owned'))).toBe(false);
    await leaveNote(me, 1, { ...info, control, organization: 'acme\ntouch owned' });
    const { code, stdout: printed, stderr } = await me.svc('sandbox env');
    expect([code, printed]).toEqual([2, '']);
    expect(stderr).toContain('SVC_ORGANIZATION');
  });

  type Change = [title: string, change: (note: string, folder: string) => unknown];
  const foreign: Change = ['of another user', (note) => chown(note, 12_345, 12_345)];

  // trust: T-146
  test.each<Change>([
    ...(userInfo().uid === 0 ? [foreign] : []),
    ['that others may read', (note) => chmod(note, 0o644)],
    ['that others may write', (note) => chmod(note, 0o602)],
    ['in a folder that others may write', (_, folder) => chmod(folder, 0o777)],
    ['that is a link', (note) => rename(note, `${note}.other`).then(() => symlink(`${note}.other`, note))],
  ])('sandbox env ignores a note %s', async (_title, change) => {
    const me = await machine();
    const { info, control } = await sandbox();
    const path = await leaveNote(me, 1, { ...info, control });
    expect((await me.svc('sandbox env')).code).toBe(0);
    await change(path, cacheOf(me));
    expect((await me.svc('sandbox env')).code).toBe(6);
  });

  // trust: T-146
  test.each(['address', 'api', 'registry'])(
    'sandbox env ignores a note whose %s is on another machine',
    async (field) => {
      const me = await machine();
      const { info, control } = await sandbox();
      await leaveNote(me, 1, { ...info, control, [field]: 'http://192.0.2.1:4000/' });
      expect(runningSandboxes(me)).toEqual([]);
      expect((await me.svc('sandbox env')).code).toBe(6);
    },
  );

  test('sandbox env rejects an invalid address', async () => {
    expect((await (await machine()).svc(['sandbox', 'env', '--address', 'not a url'])).code).toBe(2);
  });
});

describe('sandbox routes', () => {
  type Listed = Record<'method' | 'path' | 'api' | 'access' | 'edition', string>;
  const routes = async (): Promise<Listed[]> =>
    JSON.parse((await (await machine()).svc('sandbox routes --json')).stdout);

  test('sandbox routes lists every path with its required caller and its edition', async () => {
    const rows = await routes();
    expect(rows).toContainEqual({
      method: 'POST',
      path: '/api/v2/admin/banners',
      api: 'platform',
      access: 'site-admin',
      edition: 'self-hosted',
    });
    const lines = rows.map(({ access, method, path }) => `${method} ${path} ${access}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        'PATCH /api/v2/account/update user',
        'GET /api/v2/organizations/:organization_name/workspaces/:name organization-member',
        'GET /api/v2/organizations/:organization_name/teams organization-member',
        'GET /v1/modules/ anyone',
        'GET /v1/modules/:namespace/:name/:provider/:version/download anyone',
        'GET /v2/modules/:namespace/:name/:provider/downloads/summary anyone',
        'GET /.well-known/terraform.json anyone',
        'GET /.well-known/svc.json anyone',
        'GET /archives/:namespace/:name/:provider/:version anyone',
        'POST /sandbox/run control-token',
      ]),
    );
    expect(new Set(lines).size).toBe(lines.length);
  });

  test.each(['self-hosted', 'hosted'] as const)(
    'sandbox routes lists exactly the paths that the %s edition serves',
    async (edition) => {
      const service = await sandbox({ edition });
      const release = { namespace: 'acme', name: 'network', provider: 'cloud', version: '1.2.0' };
      for (const { api, edition: where, method, path } of await routes()) {
        const filled = path.replaceAll(/:([a-z_-]+)/g, (_, name: keyof typeof release) => release[name] ?? 'x');
        const authorization = `Bearer ${api === 'sandbox' ? service.control : service.info.tokens['site-admin']}`;
        const answer = await fetch(`${service.url}${filled}`, { method: 'PUT', headers: { authorization } });
        // A path that is served has a method, though not this one.
        const served = where === 'both' || where === edition;
        expect([`${filled}`, answer.status]).toEqual([filled, served ? 405 : 404]);
        expect(answer.headers.get('allow') ?? '').toContain(served ? method : '');
      }
    },
  );
});

test('the first message of sandbox start escapes control characters', async () => {
  const { info } = await sandbox();
  const odd = { ...info, organization: 'a\u001b[2Jb\u202ec', tokens: { ...info.tokens, owner: 'x\u0007y' } };
  const text = welcomeText(odd, { shell: 'posix', edition: 'hosted', data: 'state\n.json' });
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  for (const shown of ['a\\u001b[2Jb\\u202ec', 'x\\u0007y', 'state\\n.json']) expect(text).toContain(shown);
});

describe.skipIf(!hasOpenssl())('sandbox start --tls', () => {
  test('sandbox start --tls uses https for this machine and the allowed hosts, and sandbox commands trust the certificate', async () => {
    const me = await machine();
    const words = 'sandbox start --json --tls --allow-host svc.test:4000 --allow-host 10.1.2.3';
    const { result, ended } = await whileRunning(me, words, async () => {
      const env = JSON.parse((await me.svc('sandbox env --json')).stdout);
      await writeFile(join(me.home, '.terraformrc'), '');
      const { stderr: undo } = await me.svc('sandbox env', { env: { SSL_CERT_FILE: '/etc/ca.pem' } });
      await rm(join(me.home, '.terraformrc'));
      const { subjectaltname } = await certificateAt(env.SVC_ADDRESS, await readFile(env.SVC_CA_FILE));
      return {
        ...{ env, subjectaltname, undo },
        whoami: await me.svc('whoami', { env }),
        versions: await me.svc('module versions acme/label/null', { env }),
        untrusted: await me.svc('whoami', { env: { ...env, SVC_CA_FILE: '', SSL_CERT_FILE: '' } }),
        outbox: await me.svc('sandbox outbox --json'),
        named: await me.svc('whoami', {
          env: { ...env, SVC_ADDRESS: env.SVC_ADDRESS.replace('127.0.0.1', 'localhost') },
        }),
      };
    });
    const info = JSON.parse((await ended).stdout);
    expect(info.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(result.env).toMatchObject({
      SVC_ADDRESS: info.address,
      SVC_CA_FILE: info.caFile,
      SSL_CERT_FILE: info.caFile,
      SVC_REGISTRY: expect.stringContaining(`modules.test=${info.address}/v1/modules/`),
    });
    expect(result.undo).toContain('again: unset TF_CLI_CONFIG_FILE; export SSL_CERT_FILE=/etc/ca.pem\n');
    expect(result.subjectaltname).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:svc.test, IP Address:10.1.2.3',
    );
    const { named, outbox, untrusted, versions, whoami } = result;
    expect([whoami.code, named.code, versions.code, outbox.code]).toEqual([0, 0, 0, 0]);
    expect(untrusted).toExit(6, '--ca-file');
    expect(existsSync(info.caFile)).toBe(false);
  });

  test('sandbox start --tls-cert uses the given certificate, and rejects a key that does not belong to it', async () => {
    const me = await machine();
    const { caFile, folder, remove } = sharedAuthority();
    const given = `--tls-cert ${join(folder, 'cert.pem')} --tls-key ${join(folder, 'key.pem')}`;
    const { ended } = await whileRunning(me, `sandbox start --json ${given}`, async () => {
      const env = JSON.parse((await me.svc(`sandbox env --json --ca-file ${caFile}`)).stdout);
      expect(await me.svc(`whoami --ca-file ${caFile}`, { env })).toMatchObject({ code: 0 });
    });
    expect(JSON.parse((await ended).stdout)).not.toHaveProperty('caFile');
    expect(await me.svc(`sandbox start --tls-cert ${caFile} --tls-key ${join(folder, 'key.pem')}`)).toExit(
      2,
      'certificate',
    );
    remove();
  });
});

/** Returns the certificate that a server shows to a user who trusts this CA only. */
async function certificateAt(address: string, ca: Buffer): Promise<PeerCertificate> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), ca });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}

describe('an address of this machine where nothing listens', () => {
  const address = 'http://127.0.0.1:1';
  const hintOf = async (me: Machine) => (await me.svc('whoami --json')).stderr;

  test('the hint for an address where nothing listens names the sandbox at another address', async () => {
    const me = await machine({ SVC_ADDRESS: address, SVC_TOKEN: 'x' });
    const { info, control } = await sandbox();
    await leaveNote(me, 2, { ...info, control });
    const { error } = JSON.parse(await hintOf(me));
    expect(error.hint).toBe(`A sandbox runs at ${info.address}. To use it: eval "$(svc sandbox env)"`);
  });

  test('the hint for an address where nothing listens suggests svc sandbox start if no other sandbox runs', async () => {
    const me = await machine({ SVC_ADDRESS: address, SVC_TOKEN: 'x' });
    const start = 'To start the built-in service: svc sandbox start, then eval "$(svc sandbox env)"';
    expect(JSON.parse(await hintOf(me)).error.hint).toBe(start);
    await leaveNote(me, 1, deadNote(address));
    expect(JSON.parse(await hintOf(me)).error.hint).toBe(start);
  });

  test('the hint for a proxy where nothing listens does not mention a sandbox', async () => {
    const me = await machine({ SVC_ADDRESS: 'https://svc.test', SVC_TOKEN: 'x', HTTPS_PROXY: address });
    const { error } = JSON.parse(await hintOf(me));
    expect(error).toMatchObject({
      message: `Can't connect to the proxy ${address} (HTTPS_PROXY): Connection refused by 127.0.0.1:1.`,
      hint: expect.stringContaining('Nothing listens there'),
    });
  });
});

test('a sandbox that rejects a token says how to use its new ones', async () => {
  const { info, control } = await sandbox();
  const me = await machine({ SVC_ADDRESS: info.address, SVC_TOKEN: 'old' });
  const next = 'A sandbox generates new tokens at each start. To use them: eval "$(svc sandbox env)"';
  expect((await me.svc('whoami')).stderr).not.toContain(next);
  await leaveNote(me, 2, { ...info, control });
  expect(await me.svc('whoami')).toExit(4, next);
});

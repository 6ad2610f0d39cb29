import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { checkup, typeFix } from '../support/doctor.ts';
import { linesOf } from '../support/output.ts';
import { start } from '../support/running.ts';
import { cacheOf, machine, machineAt, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const names = [
  ...['version', 'config', 'settings', 'platform', 'token', 'organization', 'registry', 'git'],
  ...['cache', 'state', 'journal', 'sandbox'],
];

describe('svc doctor', () => {
  test('svc doctor prints every check once, in one order, with its status, its detail and its fix', async () => {
    const service = await sandbox();
    const { checks, code, of } = await checkup(await machineAt(service));
    expect(code).toBe(0);
    expect(checks.map(({ name }) => name)).toEqual(names);
    expect(checks.every((each) => Object.keys(each).join() === 'name,status,detail,fix')).toBe(true);
    expect(of('version')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^svc \d+\.\d+\.\d+\b.*(Node\.js|Bun) \d/),
    });
    expect(of('platform')).toEqual({
      name: 'platform',
      status: 'ok',
      detail: `${service.info.address}/api/v2 (SVC_ADDRESS) responds.`,
      fix: null,
    });
    expect(of('settings').detail).toContain('organization (SVC_ORGANIZATION)');
    const fine = ['config', 'settings', 'platform', 'token', 'organization', 'registry', 'cache'];
    expect(fine.map((name) => of(name).status)).toEqual(fine.map(() => 'ok'));
  });

  test('doctor without an address checks what needs no platform and suggests svc login', async () => {
    const service = await sandbox();
    const { code, of } = await checkup(await machine({ SVC_REGISTRY: service.info.registry }));
    expect(code).toBe(8);
    expect(of('platform')).toMatchObject({ status: 'failed', detail: 'No address is set.', fix: 'svc login HOST' });
    const skipped = ['token', 'organization'];
    expect(skipped.map((name) => of(name).status)).toEqual(skipped.map(() => 'skipped'));
    expect(of('registry').status).toBe('ok');
  });

  test('doctor without an address suggests a sandbox that runs on this machine', async () => {
    const service = await sandbox();
    const me = await machine({ SVC_REGISTRY: service.info.registry });
    me.env.XDG_RUNTIME_DIR = me.home;
    announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
    const { of } = await checkup(me);
    expect(of('sandbox')).toMatchObject({ status: 'ok', detail: `Running at ${service.info.address}.` });
    expect(of('platform').fix).toBe('eval "$(svc sandbox env)"');
    await typeFix(me, of('platform'));
    expect((await checkup(me)).of('token').status).toBe('ok');
  });

  test.each([
    ['an address that is not a URL', { SVC_ADDRESS: 'ftp://svc.test' }, 'platform', 'SVC_ADDRESS'],
    ['a timeout that is not a duration', { SVC_TIMEOUT: 'soon' }, 'settings', 'SVC_TIMEOUT'],
    ['a profile that does not exist', { SVC_PROFILE: 'nope' }, 'settings', 'SVC_PROFILE'],
  ])('doctor fails exactly one check for %s, and names the variable', async (_title, env, name, variable) => {
    const me = await machineAt(await sandbox());
    Object.assign(me.env, env);
    const { checks, code, of } = await checkup(me);
    expect([code, of(name).status, of(name).detail]).toEqual([8, 'failed', expect.stringContaining(variable)]);
    expect(checks.filter(({ status }) => status === 'failed').map((each) => each.name)).toEqual([name]);
  });

  test('Ctrl-C ends svc doctor while a server does not respond, and no part of the report is printed', async () => {
    const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const running = start(await machine({ SVC_ADDRESS: address, SVC_REGISTRY: `${address}/v1/modules/` }), ['doctor']);
    await once(server, 'connection');
    running.stop();
    expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
  });
});

describe('the report', () => {
  test('doctor prints one line on a terminal if it finds no problems', async () => {
    const me = await machineAt(await sandbox());
    me.env.PATH = process.env.PATH!;
    const { stdout } = await me.svc('doctor --color never', { tty: true });
    expect(stdout).toMatch(/^ok {2}No problems found \(\d+ checks; --all lists them\)\.\n$/);
  });

  test('doctor prints only problems on a terminal, and with --all every check, wrapped at the width of the terminal', async () => {
    const me = await machineAt(await sandbox(), 'anonymous');
    me.env.PATH = process.env.PATH!;
    const brief = await me.svc('doctor --color never', { tty: true, columns: 80 });
    expect(brief.stdout).toMatch(/^failed {3}token {2}No token for http:.*\n {16}Fix: svc login http:.*\n$/);
    const { stdout } = await me.svc('doctor --all --color never', { tty: true, columns: 80 });
    const lines = linesOf(stdout);
    expect(lines.filter((line) => /^\S/.test(line)).map((line) => line.split(/ +/)[1])).toEqual(names);
    expect(lines.filter((line) => line.length > 80 && line.slice(23).includes(' ') && !line.includes('Fix: '))).toEqual(
      [],
    );
    expect(stdout).not.toContain('\u001b[');
    expect((await me.svc('doctor --all', { tty: true, env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[32mok');
  });

  test('doctor prints rows in a pipe and one document in JSON and YAML, and --jq filters it', async () => {
    const me = await machineAt(await sandbox());
    const tsv = (await me.svc('doctor')).stdout.split('\n').slice(0, -1);
    expect(tsv.map((line) => line.split('\t').length)).toEqual(names.map(() => 4));
    // As on a terminal: the status first.
    const table = (await me.svc('doctor --all --no-color', { tty: true, columns: 200 })).stdout;
    const firstWords = tsv.map((line) => line.split('\t').slice(0, 2));
    for (const [status, name] of firstWords) expect(table).toMatch(new RegExp(`^${status} +${name} `, 'm'));
    expect(firstWords.map(([, name]) => name)).toEqual(names);
    expect((await me.svc('doctor -o csv --columns name,status')).stdout).toMatch(/^name,status\nversion,ok\n/);
    expect(parseYaml((await me.svc('doctor -o yaml')).stdout).checks).toHaveLength(names.length);
    expect(linesOf((await me.svc('doctor -o ndjson')).stdout)).toHaveLength(1);
    expect(JSON.parse((await me.svc('doctor -o raw')).stdout).checks).toHaveLength(names.length);
    expect((await me.svc(['doctor', '--jq', '.checks[0].name'])).stdout).toBe('version\n');
  });

  test('the report of doctor escapes control characters of a server', async () => {
    const hostile = `\u001b]0;title\u0007${'x'.repeat(5)}\u202e`;
    const { url } = await tinyServer((_, response) => {
      const data = { id: hostile, type: 'users', attributes: { username: hostile, 'is-service-account': false } };
      response.writeHead(200, { 'content-type': 'application/vnd.api+json' }).end(JSON.stringify({ data }));
    });
    const me = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_REGISTRY: `${url}/v1/modules/` });
    const { stdout } = await me.svc('doctor --all --color never', { tty: true });
    expect(stdout).toContain('Token of \\u001b]0;title');
    expect([...'\u001b\u0007\u202e'].filter((character) => stdout.includes(character))).toEqual([]);
  });
});

// trust: T-135
test('the report of doctor contains no secret, wherever the secret comes from and whatever the service repeats', async () => {
  const canary = (name: string) => `c4n4ry-${name}-7Hk2`;
  const { url } = await tinyServer((request, response) => {
    const heard = request.headers.authorization ?? '';
    const errors = [{ title: heard, detail: heard }];
    response
      .writeHead(422, { 'content-type': 'application/json', 'tfp-appname': heard })
      .end(JSON.stringify({ errors }));
  });
  const { host, port } = new URL(url);
  const profiles = {
    default: { address: url, token: canary('profile'), notifications: { 'nc-1': { token: canary('hook') } } },
  };
  const registries = [
    `https://me:${canary('user')}@127.0.0.1/`,
    `m.test=${url}/?token=${canary('query')}`,
    `${url}/v1/modules/`,
  ];
  const environments: Record<string, string>[] = [
    { SVC_TOKEN: canary('env') },
    { [`SVC_TOKEN_127_0_0_1_${port}`]: canary('host') },
    { TF_TOKEN_127_0_0_1: canary('tf') },
    { SVC_ADDRESS: `https://me:${canary('address')}@svc.test` },
    { SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: `http://me:${canary('proxy')}@${host}` },
    ...registries.map((registry) => ({ SVC_REGISTRY: registry })),
    { SVC_REGISTRY: registries.slice(1).join(',') },
  ];
  for (const env of environments) {
    const me = await machine({ SVC_REGISTRY: `${url}/v1/modules/`, ...env });
    await mkdir(join(me.home, '.config', 'svc'), { recursive: true, mode: 0o700 });
    await writeFile(join(me.home, '.config', 'svc', 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    await mkdir(join(me.home, '.terraform.d'));
    const credentials = JSON.stringify({ credentials: { [host]: { token: canary('file') } } });
    await writeFile(join(me.home, '.terraform.d', 'credentials.tfrc.json'), credentials);
    for (const flags of [['-o', 'json'], ['-o', 'table', '--debug'], []]) {
      const { stdout, stderr } = await me.svc(['doctor', '--all', ...flags]);
      expect(stdout, Object.keys(env).join()).toContain('registry');
      expect(stdout + stderr, Object.keys(env).join()).not.toMatch(/c4n4ry|YzRuNHJ5/);
    }
  }
});

// trust: T-136
test('doctor writes no file and no folder, in any format', async () => {
  const me = await machineAt(await sandbox());
  await writeFile(join(me.home, '.profile'), '# mine\n');
  const before = await treeOf(me.home);
  for (const flags of [[], ['-o', 'json'], ['--debug']]) await me.svc(['doctor', ...flags]);
  await me.svc('doctor --profile nope');
  expect(await treeOf(me.home)).toEqual(before);
  expect(existsSync(cacheOf(me))).toBe(false);
  expect(existsSync(join(cacheOf(me), '..'))).toBe(false);
});

/** Every file and folder below a folder, with its time, its mode and its content. */
async function treeOf(folder: string): Promise<unknown[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))].sort();
  return Promise.all(
    paths.map(async (path) => {
      const { mode, mtimeMs } = await stat(path);
      return [path, mode, mtimeMs, (await stat(path)).isFile() ? await readFile(path, 'utf8') : ''];
    }),
  );
}

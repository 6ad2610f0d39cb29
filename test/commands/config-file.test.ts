import { chownSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createStore } from '../../src/cli/settings/store.ts';
import { start } from '../support/running.ts';
import { type Machine, machine, machineAt, sandbox } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
const fileOf = (me: Machine) => join(me.home, '.config', 'svc', 'config.json');
const content = JSON.stringify({
  current: 'planted',
  profiles: { planted: { address: 'https://planted.test/api/v2', token: 'planted-token', output: 'yaml' } },
});

async function withFile(me: Machine): Promise<Machine> {
  const path = fileOf(me);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600 });
  return me;
}

describe('a config file that other users can write', () => {
  // trust: T-112
  test.each([
    ['the file', 'config.json', 0o602, 'go-w'],
    ['the folder', '.', 0o702, 'go-w'],
    ['a sticky folder', '.', 0o1777, 'go-w'],
    ['the folder above', '..', 0o707, 'o-w'],
  ])(
    'rejects a config file that other users can write, and says what to type: %s',
    async (_title, place, mode, change) => {
      const me = await withFile(await machine());
      const written = join(me.home, '.config', 'svc', place);
      await chmod(written, mode);
      for (const words of ['whoami', 'config list', 'profile list', 'config set output json']) {
        const { code, stdout, stderr } = await me.svc(words);
        expect([words, code, stdout]).toEqual([words, 2, '']);
        expect(stderr).toContain(`${written} is writable by other users`);
        expect(stderr).toContain(`chmod ${change} ${written}, or set SVC_CONFIG_DIR`);
      }
      expect(await readFile(fileOf(me), 'utf8')).toBe(content);
    },
  );

  test.skipIf(!isRoot)(
    'rejects a config file that a group of other users can write, and says what to type',
    async () => {
      const me = await withFile(await machine());
      await chmod(fileOf(me), 0o620);
      expect((await me.svc('config list')).code).toBe(0);
      chownSync(fileOf(me), 0, 12345);
      expect(await me.svc('config list')).toExit(2, `chmod go-w ${fileOf(me)}`);
    },
  );

  // trust: T-112
  test('config set creates nothing in a folder that other users can write', async () => {
    const me = await machine();
    const shared = join(me.home, 'a b');
    await mkdir(shared);
    await chmod(shared, 0o777);
    const env = { SVC_CONFIG_DIR: join(shared, 'svc') };
    expect(await me.svc('config set output json', { env })).toExit(2, `chmod o-w '${shared}'`);
    expect(await readdir(shared)).toEqual([]);
  });

  test.each([
    ['a sticky folder above', 0o1777],
    ['a folder above that a group shares', 0o775],
  ])('a config file with %s is accepted', async (_title, mode) => {
    const me = await withFile(await machine());
    await chmod(join(me.home, '.config'), mode);
    expect(await me.svc('config list')).toMatchObject({ code: 0, stderr: '' });
  });

  test('the store neither reads nor changes a config file that other users can write', async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'config.json'), content, { mode: 0o600 });
    await chmod(folder, 0o722);
    const store = createStore(folder);
    expect(() => store.read()).toThrow('is writable by other users');
    await expect(store.change(() => {})).rejects.toThrow('is writable by other users');
    expect(await readdir(folder)).toEqual(['config.json']);
  });
});

describe.each<[kind: string, spoil: (me: Machine) => Promise<void>]>([
  ['that other users can write', async (me) => chmod(fileOf(await withFile(me)), 0o666)],
  ['that is damaged', async (me) => writeFile(fileOf(await withFile(me)), '{"profiles": {"planted": {"token":"a-secr')],
])('a config file %s', (_kind, spoil) => {
  // trust: T-112
  test.each([
    ...['--version', '--help', 'help banner list', 'banner list --help', 'config path', 'completion bash'],
    ...['sandbox routes', 'webhook sign /dev/null --token-env T', 'module cache path', 'webhook list'],
  ])('svc %s does not read an unusable config file', async (words) => {
    const me = await machine();
    await spoil(me);
    const { code, stderr } = await me.svc(words, { env: { T: 'x' } });
    expect([code, stderr.replace('The journal has no deliveries.\n', '')]).toEqual([0, '']);
  });

  test('svc sandbox start does not read an unusable config file', async () => {
    const me = await machine();
    await spoil(me);
    const { ended, said, stop } = start(me, ['sandbox', 'start', '--port', '0']);
    await said(/listening|running at/);
    stop();
    expect((await ended).stderr).not.toContain('config.json');
  });

  // trust: T-112
  test('a command with address and token from the environment warns once about an unusable config file', async () => {
    const me = await machineAt(await sandbox());
    await spoil(me);
    const { code, stdout, stderr } = await me.svc('whoami');
    expect([code, stdout]).toEqual([0, expect.stringContaining('username\tsol\n')]);
    expect(stderr).toMatch(/^Warning: .* The config file is ignored\. .*\n$/);
    expect(stderr).not.toContain('a-secr');
  });

  // trust: T-112
  test.each([
    ['without a token', { SVC_TOKEN: undefined }, 'whoami'],
    ['with a token for another host', { SVC_TOKEN: undefined, SVC_TOKEN_OTHER_TEST: 'x' }, 'whoami'],
    ['without an address', { SVC_ADDRESS: undefined }, 'whoami'],
    ['to forget a token in it', {}, 'logout'],
    ['with a requested profile', {}, 'whoami --profile planted'],
    ['to change it', {}, 'config set output json'],
    ['to list it', {}, 'config list'],
  ])('an unusable config file exits with 2 in a command %s', async (_title, env, words) => {
    const me = await machineAt(await sandbox());
    await spoil(me);
    expect(await me.svc(words, { env })).toExit(2, /^Error: .*config\.json is (writable|invalid)/);
  });
});

// trust: T-111
test('login does not overwrite a damaged config file and says so', async () => {
  const me = await machineAt(await sandbox());
  const path = fileOf(await withFile(me));
  await writeFile(path, '{"profiles": {"planted": {"token": "a-secr');
  const words = 'notification create -w network-staging --name ci --destination-type generic --url http://127.0.0.1:9';
  expect(await me.svc(`${words} --generate-token`)).toExit(2, 'Cannot store the token of nc-');
  expect(await readFile(path, 'utf8')).toBe('{"profiles": {"planted": {"token": "a-secr');
});

describe('a config file that other users can read', () => {
  test('a config file that other users can read is used with one warning', async () => {
    const me = await withFile(await machine());
    await chmod(dirname(fileOf(me)), 0o755);
    await chmod(fileOf(me), 0o644);
    const { code, stdout, stderr } = await me.svc('config get address');
    expect([code, stdout.trim()]).toEqual([0, 'https://planted.test/api/v2']);
    expect(stderr).toBe(`Warning: ${fileOf(me)} is readable by other users. Fix it with: chmod 600 ${fileOf(me)}\n`);
  });

  test('a config file that other users can read needs no warning if its folder is private', async () => {
    const me = await withFile(await machine());
    await chmod(fileOf(me), 0o644);
    expect(await me.svc('config list')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('SVC_CONFIG_DIR', () => {
  test('SVC_CONFIG_DIR names the folder of the config file and takes precedence over XDG_CONFIG_HOME', async () => {
    const me = await machine({ XDG_CONFIG_HOME: '/nowhere' });
    const folder = join(me.home, 'own');
    const env = { SVC_CONFIG_DIR: folder };
    expect((await me.svc('config set output json', { env })).code).toBe(0);
    expect(await readdir(folder)).toEqual(['config.json']);
    expect((await me.svc('config path', { env })).stdout).toBe(`${join(folder, 'config.json')}\n`);
  });

  // trust: T-116
  test('SVC_CONFIG_DIR must be an absolute path, because a folder of a repository must not configure svc', async () => {
    const me = await machine();
    expect(await me.svc('config list', { env: { SVC_CONFIG_DIR: 'own' } })).toExit(
      2,
      'SVC_CONFIG_DIR must be an absolute path, not "own".',
    );
  });
});

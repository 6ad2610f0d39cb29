import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../support/find-program.ts';
import { fakeKeyring, hasKeyring, realKeyring } from '../support/keyring.ts';
import { machine, sandbox } from '../support/svc.ts';

/** A user of a sandbox with a keyring. */
async function user(env: Record<string, string>) {
  const service = await sandbox();
  const me = await machine(env);
  const { address, tokens } = service.info;
  const login = (...flags: string[]) =>
    me.svc(['login', address, '--token-file', '-', ...flags], { stdin: `${tokens['site-admin']}\n` });
  const file = join(me.home, '.config', 'svc', 'config.json');
  const stored = async () => JSON.parse(await readFile(file, 'utf8'));
  return { me, service, address, origin: new URL(address).origin, token: tokens['site-admin'], login, file, stored };
}

/** The same with a fake keyring that has the token. */
async function loggedIn() {
  const keyring = fakeKeyring();
  const made = await user({ PATH: keyring.bin });
  expect((await made.login('--keyring')).code).toBe(0);
  return { ...made, keyring, lookups: () => keyring.calls().filter(({ words }) => words[0] === 'lookup').length };
}

describe('login --keyring', () => {
  test('stores the token in the keyring, and in the config file only that it is there', async () => {
    const { address, keyring, login, stored, token } = await loggedIn();
    expect(Object.values(keyring.items())).toEqual([token]);
    expect(await stored()).toEqual({
      current: 'default',
      profiles: { default: { address: `${address}/api/v2`, keyring: true } },
    });
    const { stderr } = await login('--keyring');
    expect(stderr).toContain('The token is stored in the keyring.');
    expect(stderr).not.toContain('plain text');
  });

  // trust: T-156
  test('serves the requests of a command with one look-up, and the token is in no words and no output', async () => {
    const { lookups, keyring, me, token } = await loggedIn();
    const before = lookups();
    const { code, stdout, stderr } = await me.svc('workspace list --organization acme --debug');
    expect([code, lookups() - before]).toEqual([0, 1]);
    expect(stdout + stderr).not.toContain(token);
    expect(JSON.stringify(keyring.calls())).not.toContain(token);
  });

  test.each(['doctor', 'config list', 'auth status', 'profile list', 'workspace list --help'])(
    'is not looked up by svc %s',
    async (words) => {
      const { lookups, me } = await loggedIn();
      const before = lookups();
      expect((await me.svc(words)).code).toBe(0);
      expect(lookups()).toBe(before);
    },
  );

  test('is not looked up for a completion, which offers no names then', async () => {
    const { lookups, me } = await loggedIn();
    const before = lookups();
    const { stdout } = await me.svc(['complete', '--', 'workspace', 'show', '']);
    expect([stdout, lookups()]).toEqual(['', before]);
  });

  test('is not looked up while a variable has the token', async () => {
    const { lookups, me, token } = await loggedIn();
    const before = lookups();
    expect((await me.svc('whoami', { env: { SVC_TOKEN: token } })).code).toBe(0);
    expect(lookups()).toBe(before);
  });

  test('is where svc auth status says that the token is, without reading it', async () => {
    const { me } = await loggedIn();
    const { stdout } = await me.svc('auth status -o json');
    expect(JSON.parse(stdout)).toMatchObject({ token: { origin: 'profile default (keyring)' }, user: null });
    expect((await me.svc('auth status')).stdout).toContain('not checked (profile default (keyring))');
  });

  test('is a check that doctor skips, with what to type', async () => {
    const { me } = await loggedIn();
    const { stdout } = await me.svc('doctor -o json');
    const { checks }: { checks: { name: string; detail: string; status: string }[] } = JSON.parse(stdout);
    expect(checks.find(({ name }) => name === 'token')).toMatchObject({
      status: 'skipped',
      detail: 'Not checked: the token is in the keyring (profile default (keyring)).',
    });
    expect(checks.find(({ name }) => name === 'platform')).toMatchObject({ status: 'ok' });
  });

  test('lets svc auth token print it', async () => {
    const { me, token } = await loggedIn();
    expect((await me.svc('auth token')).stdout).toBe(`${token}\n`);
  });

  test('of a keyring that is locked later is exit 4 for each command that needs it, and names svc login', async () => {
    const { keyring, me, origin, token } = await loggedIn();
    keyring.behave('is locked');
    const { code, stderr } = await me.svc('whoami');
    expect(code).toBe(4);
    expect(stderr).toContain(`The keyring is locked, or has no token for ${origin} (profile default).`);
    expect(stderr).toContain(`svc login ${origin}`);
    expect(stderr).not.toContain(token);
  });

  // trust: T-156
  test('of a keyring that returns something else is an error that does not show it', async () => {
    const { keyring, me } = await loggedIn();
    keyring.behave({ prints: 'canary\u001b[2J\ncanary' });
    const { code, stderr } = await me.svc('whoami');
    expect(code).toBe(2);
    expect(stderr).toContain('The token (profile default (keyring)) contains an invalid character');
    expect(stderr).not.toContain('canary');
  });

  test('without a keyring is exit 4 before the prompt, and stores nothing', async () => {
    const { address, me } = await user({ PATH: '/nowhere' });
    const { asked, code, stderr } = await me.svc(['login', address, '--keyring'], { tty: true });
    expect([code, asked]).toEqual([4, []]);
    expect(stderr).toContain('The keyring requires secret-tool, which is not on PATH.');
    expect(stderr).toContain(`svc login ${new URL(address).origin}`);
  });

  test('to a locked keyring is exit 4, and the config file is as before', async () => {
    const keyring = fakeKeyring();
    const { login, stored } = await user({ PATH: keyring.bin });
    await login();
    const before = await stored();
    keyring.behave('is locked');
    expect((await login('--keyring')).code).toBe(4);
    expect(await stored()).toEqual(before);
  });

  test('to a keyring that does not store it keeps the token that was there', async () => {
    const { address, keyring, me, service, stored } = await loggedIn();
    const before = [keyring.items(), await stored()];
    keyring.behave('is full');
    const another = { stdin: service.info.tokens.owner };
    expect((await me.svc(['login', address, '--keyring', '--token-file', '-'], another)).code).toBe(4);
    keyring.behave('stores');
    expect([keyring.items(), await stored()]).toEqual(before);
    expect((await me.svc('whoami')).code).toBe(0);
  });

  test('with --dry-run stores nothing', async () => {
    const keyring = fakeKeyring();
    const { login } = await user({ PATH: keyring.bin });
    const { code, stdout } = await login('--keyring', '--dry-run');
    expect([code, keyring.calls()]).toEqual([0, []]);
    expect(stdout).toContain('"keyring": true');
  });

  test('moves a token from the file, and login without it back, so that it is in one place', async () => {
    const keyring = fakeKeyring();
    const { login, stored, token } = await user({ PATH: keyring.bin });
    await login();
    await login('--keyring');
    expect(JSON.stringify(await stored())).not.toContain(token);
    const { stderr } = await login();
    expect(stderr).toContain('plain text');
    expect(keyring.items()).toEqual({});
    const { profiles } = await stored();
    expect(profiles.default).toEqual({ address: expect.any(String), token });
  });

  test('keeps the token to its origin: the address of its profile cannot change to another', async () => {
    const { me } = await loggedIn();
    expect(await me.svc('config set address https://elsewhere.test')).toExit(
      2,
      'svc does not send it to another address.',
    );
  });

  test('with an address that was edited by hand finds no token', async () => {
    const { file, keyring, lookups, me } = await loggedIn();
    await writeFile(file, '{"profiles":{"default":{"address":"http://127.0.0.1:9/api/v2","keyring":true}}}');
    const before = lookups();
    expect((await me.svc('whoami')).code).toBe(4);
    expect([lookups() - before, Object.keys(keyring.items()).length]).toEqual([1, 1]);
  });
});

describe('a token in the keyring', () => {
  test('is removed by svc logout', async () => {
    const { address, keyring, me, stored } = await loggedIn();
    expect((await me.svc('logout --dry-run')).code).toBe(0);
    expect(Object.keys(keyring.items())).toHaveLength(1);
    const { code, stderr } = await me.svc('logout');
    expect([code, keyring.items()]).toEqual([0, {}]);
    expect(stderr).toContain('Removed the token of profile default.');
    expect((await stored()).profiles.default).toEqual({ address: `${address}/api/v2` });
  });

  test('is not removed by svc logout while the keyring is locked: exit 4, and again later', async () => {
    const { keyring, me } = await loggedIn();
    keyring.behave('is locked');
    expect(await me.svc('logout')).toExit(4, 'The keyring is locked, or did not remove the token.');
    keyring.behave('stores');
    expect((await me.svc('logout')).code).toBe(0);
    expect(keyring.items()).toEqual({});
  });

  test('is removed with its profile', async () => {
    const { keyring, me } = await loggedIn();
    const { code, stderr } = await me.svc('profile delete default --yes');
    expect([code, keyring.items()]).toEqual([0, {}]);
    expect(stderr).toContain('The token remains valid');
  });

  test('is not removed with its profile while the keyring is locked: exit 4, and both stay', async () => {
    const { keyring, me, stored } = await loggedIn();
    const before = [keyring.items(), await stored()];
    keyring.behave('is locked');
    expect(await me.svc('profile delete default --yes -o json')).toMatchObject({ code: 4, stdout: '' });
    expect([keyring.items(), await stored()]).toEqual(before);
    expect((await me.svc('profile delete default --yes --dry-run')).code).toBe(0);
    expect(keyring.items()).toEqual(before[0]);
  });

  // trust: T-246
  test('follows its profile to another name, and stays where it is while the keyring is locked or full', async () => {
    const { keyring, me, stored, token } = await loggedIn();
    const before = [keyring.items(), await stored()];
    for (const manner of ['is locked', 'is full'] as const) {
      keyring.behave(manner);
      expect(await me.svc('profile rename default production -o json')).toMatchObject({ code: 4, stdout: '' });
      expect([keyring.items(), await stored()]).toEqual(before);
    }
    keyring.behave('stores');
    expect((await me.svc('profile rename default production')).code).toBe(0);
    expect(Object.entries(keyring.items())).toEqual([[expect.stringContaining('profile=production'), token]]);
    expect((await me.svc('whoami')).code).toBe(0);
  });

  test('is one for each profile, and for each config file', async () => {
    const { address, keyring, login, token } = await loggedIn();
    await login('--keyring', '--profile', 'other');
    const elsewhere = await machine({ PATH: keyring.bin });
    await elsewhere.svc(['login', address, '--keyring', '--token-file', '-'], { stdin: token });
    expect(Object.values(keyring.items())).toEqual([token, token, token]);
  });
});

describe.skipIf(!hasKeyring())('a keyring of gnome-keyring', () => {
  // trust: T-156
  test('stores the token, serves a command, and forgets it', async () => {
    const { env } = await realKeyring();
    const { login, me, stored, token } = await user(env);
    expect((await login('--keyring')).code).toBe(0);
    expect(JSON.stringify(await stored())).not.toContain(token);
    expect((await me.svc('whoami')).stdout).toContain('sol');
    const search = () => spawnSync('secret-tool', ['search', '--all', 'service', 'svc'], { env }).stdout.toString();
    expect(search()).toContain(`secret = ${token}`);
    expect((await me.svc('logout')).code).toBe(0);
    expect(search()).toBe('');
    expect((await me.svc('whoami')).code).toBe(4);
  });

  // trust: T-157
  test('that is locked is exit 4 for a command, for login and for logout, which name svc login', async () => {
    const { env, lock } = await realKeyring();
    const { login, me } = await user(env);
    expect((await login('--keyring')).code).toBe(0);
    await lock();
    for (const { code, stderr } of [await me.svc('whoami'), await login('--keyring'), await me.svc('logout')]) {
      expect(code).toBe(4);
      expect(stderr).toContain('The keyring is locked');
      expect(stderr).toContain('svc login');
    }
  });

  test('that cannot be reached is exit 4', async () => {
    const { login } = await user({ PATH: process.env.PATH ?? '' });
    expect(await login('--keyring')).toExit(4, 'svc login');
    expect(findProgram('secret-tool')).toBeDefined();
  });
});

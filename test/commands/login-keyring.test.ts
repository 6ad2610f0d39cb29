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

/** Returns a user who is logged in, with the token in a fake keyring. */
async function loggedIn() {
  const keyring = fakeKeyring();
  const made = await user({ PATH: keyring.bin });
  expect((await made.login('--keyring')).code).toBe(0);
  return { ...made, keyring, lookups: () => keyring.calls().filter(({ words }) => words[0] === 'lookup').length };
}

describe('login --keyring', () => {
  test('login --keyring stores the token in the keyring, and in the config file only that the keyring has it', async () => {
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
  test('a command reads the token from the keyring once for all requests, and shows it neither in arguments nor in output', async () => {
    const { lookups, keyring, me, token } = await loggedIn();
    const before = lookups();
    const { code, stdout, stderr } = await me.svc('workspace list --organization acme --debug');
    expect([code, lookups() - before]).toEqual([0, 1]);
    expect(stdout + stderr).not.toContain(token);
    expect(JSON.stringify(keyring.calls())).not.toContain(token);
  });

  test.each(['doctor', 'config list', 'auth status', 'profile list', 'workspace list --help'])(
    'svc %s does not look up the token in the keyring',
    async (words) => {
      const { lookups, me } = await loggedIn();
      const before = lookups();
      expect((await me.svc(words)).code).toBe(0);
      expect(lookups()).toBe(before);
    },
  );

  test('a completion does not look up the token in the keyring and offers no names', async () => {
    const { lookups, me } = await loggedIn();
    const before = lookups();
    const { stdout } = await me.svc(['complete', '--', 'workspace', 'show', '']);
    expect([stdout, lookups()]).toEqual(['', before]);
  });

  test('a token in a variable is used without looking up the keyring', async () => {
    const { lookups, me, token } = await loggedIn();
    const before = lookups();
    expect((await me.svc('whoami', { env: { SVC_TOKEN: token } })).code).toBe(0);
    expect(lookups()).toBe(before);
  });

  test('auth status names the keyring as the source of the token without reading it', async () => {
    const { me } = await loggedIn();
    const { stdout } = await me.svc('auth status -o json');
    expect(JSON.parse(stdout)).toMatchObject({ token: { origin: 'profile default (keyring)' }, user: null });
    expect((await me.svc('auth status')).stdout).toContain('not checked (profile default (keyring))');
  });

  test('doctor skips the check of a token in the keyring and says what to type', async () => {
    const { me } = await loggedIn();
    const { stdout } = await me.svc('doctor -o json');
    const { checks }: { checks: { name: string; detail: string; status: string }[] } = JSON.parse(stdout);
    expect(checks.find(({ name }) => name === 'token')).toMatchObject({
      status: 'skipped',
      detail: 'Not checked: the token is in the keyring (profile default (keyring)).',
    });
    expect(checks.find(({ name }) => name === 'platform')).toMatchObject({ status: 'ok' });
  });

  test('svc auth token prints a token from the keyring', async () => {
    const { me, token } = await loggedIn();
    expect((await me.svc('auth token')).stdout).toBe(`${token}\n`);
  });

  test('a keyring that is locked after the login exits with 4 in a command, and the hint is svc login', async () => {
    const { keyring, me, origin, token } = await loggedIn();
    keyring.behave('is locked');
    const { code, stderr } = await me.svc('whoami');
    expect(code).toBe(4);
    expect(stderr).toContain(`The keyring is locked, or has no token for ${origin} (profile default).`);
    expect(stderr).toContain(`svc login ${origin}`);
    expect(stderr).not.toContain(token);
  });

  // trust: T-156
  test('a malformed token from the keyring causes an error that does not show the token', async () => {
    const { keyring, me } = await loggedIn();
    keyring.behave({ prints: 'canary\u001b[2J\ncanary' });
    const { code, stderr } = await me.svc('whoami');
    expect(code).toBe(2);
    expect(stderr).toContain('The token (profile default (keyring)) contains an invalid character');
    expect(stderr).not.toContain('canary');
  });

  test('login --keyring without a keyring exits with 4 before the prompt and stores nothing', async () => {
    const { address, me } = await user({ PATH: '/nowhere' });
    const { asked, code, stderr } = await me.svc(['login', address, '--keyring'], { tty: true });
    expect([code, asked]).toEqual([4, []]);
    expect(stderr).toContain('The keyring requires secret-tool, which is not on PATH.');
    expect(stderr).toContain(`svc login ${new URL(address).origin}`);
  });

  test('login --keyring to a locked keyring exits with 4 and leaves the config file unchanged', async () => {
    const keyring = fakeKeyring();
    const { login, stored } = await user({ PATH: keyring.bin });
    await login();
    const before = await stored();
    keyring.behave('is locked');
    expect((await login('--keyring')).code).toBe(4);
    expect(await stored()).toEqual(before);
  });

  test('login --keyring keeps the previous token if the keyring does not store the new one', async () => {
    const { address, keyring, me, service, stored } = await loggedIn();
    const before = [keyring.items(), await stored()];
    keyring.behave('is full');
    const another = { stdin: service.info.tokens.owner };
    expect((await me.svc(['login', address, '--keyring', '--token-file', '-'], another)).code).toBe(4);
    keyring.behave('stores');
    expect([keyring.items(), await stored()]).toEqual(before);
    expect((await me.svc('whoami')).code).toBe(0);
  });

  test('login --keyring --dry-run stores nothing', async () => {
    const keyring = fakeKeyring();
    const { login } = await user({ PATH: keyring.bin });
    const { code, stdout } = await login('--keyring', '--dry-run');
    expect([code, keyring.calls()]).toEqual([0, []]);
    expect(stdout).toContain('"keyring": true');
  });

  test('login --keyring moves the token from the config file to the keyring, and login without --keyring moves it back', async () => {
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

  test('config set rejects another origin as the address of a profile whose token is in the keyring', async () => {
    const { me } = await loggedIn();
    expect(await me.svc('config set address https://elsewhere.test')).toExit(
      2,
      'svc does not send it to another address.',
    );
  });

  test('a token in the keyring is not used for an address that was edited by hand', async () => {
    const { file, keyring, lookups, me } = await loggedIn();
    await writeFile(file, '{"profiles":{"default":{"address":"http://127.0.0.1:9/api/v2","keyring":true}}}');
    const before = lookups();
    expect((await me.svc('whoami')).code).toBe(4);
    expect([lookups() - before, Object.keys(keyring.items()).length]).toEqual([1, 1]);
  });
});

describe('a token in the keyring', () => {
  test('logout removes the token from the keyring', async () => {
    const { address, keyring, me, stored } = await loggedIn();
    expect((await me.svc('logout --dry-run')).code).toBe(0);
    expect(Object.keys(keyring.items())).toHaveLength(1);
    const { code, stderr } = await me.svc('logout');
    expect([code, keyring.items()]).toEqual([0, {}]);
    expect(stderr).toContain('Removed the token of profile default.');
    expect((await stored()).profiles.default).toEqual({ address: `${address}/api/v2` });
  });

  test('logout exits with 4 while the keyring is locked, and succeeds later', async () => {
    const { keyring, me } = await loggedIn();
    keyring.behave('is locked');
    expect(await me.svc('logout')).toExit(4, 'The keyring is locked, or did not remove the token.');
    keyring.behave('stores');
    expect((await me.svc('logout')).code).toBe(0);
    expect(keyring.items()).toEqual({});
  });

  test('profile delete removes the token from the keyring', async () => {
    const { keyring, me } = await loggedIn();
    const { code, stderr } = await me.svc('profile delete default --yes');
    expect([code, keyring.items()]).toEqual([0, {}]);
    expect(stderr).toContain('The token remains valid');
  });

  test('profile delete exits with 4 while the keyring is locked, and keeps the profile and the token', async () => {
    const { keyring, me, stored } = await loggedIn();
    const before = [keyring.items(), await stored()];
    keyring.behave('is locked');
    expect(await me.svc('profile delete default --yes -o json')).toMatchObject({ code: 4, stdout: '' });
    expect([keyring.items(), await stored()]).toEqual(before);
    expect((await me.svc('profile delete default --yes --dry-run')).code).toBe(0);
    expect(keyring.items()).toEqual(before[0]);
  });

  // trust: T-246
  test('profile rename moves the token in the keyring, and changes nothing while the keyring is locked or full', async () => {
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

  test('the keyring has one token for each profile and each config file', async () => {
    const { address, keyring, login, token } = await loggedIn();
    await login('--keyring', '--profile', 'other');
    const elsewhere = await machine({ PATH: keyring.bin });
    await elsewhere.svc(['login', address, '--keyring', '--token-file', '-'], { stdin: token });
    expect(Object.values(keyring.items())).toEqual([token, token, token]);
  });
});

describe.skipIf(!hasKeyring())('a keyring of gnome-keyring', () => {
  // trust: T-156
  test('a keyring of gnome-keyring stores the token, serves a command, and forgets it', async () => {
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
  test('a locked gnome-keyring exits with 4 in a command, in login and in logout, which name svc login', async () => {
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

  test('login --keyring exits with 4 if gnome-keyring cannot be reached', async () => {
    const { login } = await user({ PATH: process.env.PATH ?? '' });
    expect(await login('--keyring')).toExit(4, 'svc login');
    expect(findProgram('secret-tool')).toBeDefined();
  });
});

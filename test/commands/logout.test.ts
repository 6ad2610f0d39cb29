import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machine, sandbox } from '../support/svc.ts';

const loggedIn = async () => {
  const service = await sandbox();
  const me = await machine();
  const { address, tokens } = service.info;
  await me.svc(['login', address, '--token-file', '-'], { stdin: tokens['site-admin'] });
  const file = async () => readFile(join(me.home, '.config', 'svc', 'config.json'), 'utf8');
  return { me, address, token: tokens['site-admin'], file };
};

test('logout deletes only the token of the profile, and warns that the token remains valid', async () => {
  const { me, address, token, file } = await loggedIn();
  expect(await me.svc('logout')).toFail(0, 'remains valid until it is revoked');
  expect(await file()).not.toContain(token);
  expect(JSON.parse(await file()).profiles.default.address).toBe(`${address}/api/v2`);
  expect((await me.svc('whoami')).code).toBe(4);
});

test('logout of a platform by its host forgets its token', async () => {
  const { me, address, token, file } = await loggedIn();
  expect((await me.svc(['logout', address])).code).toBe(0);
  expect(await file()).not.toContain(token);
});

test('logout of a platform without a login is a usage error that lists the platforms with a login', async () => {
  const { me, address, token, file } = await loggedIn();
  expect(await me.svc('logout elsewhere.test')).toExit(2, address);
  expect(await file()).toContain(token);
});

test('logout without a stored token says so', async () => {
  const { me } = await loggedIn();
  await me.svc('logout');
  expect(await me.svc('logout')).toExit(0, 'has no token');
});

test('logout names a token that stays in the environment, also where none is stored', async () => {
  const { me, token } = await loggedIn();
  for (const message of ['Removed the token', 'Profile default has no token']) {
    const { stderr } = await me.svc('logout', { env: { SVC_TOKEN: token } });
    expect(stderr).toMatch(new RegExp(`${message}[^]*Warning: SVC_TOKEN is still set: svc uses that token\\.\n`));
    expect(stderr).not.toContain(token);
  }
});

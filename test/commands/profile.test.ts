import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Machine, machine, sandbox } from '../support/svc.ts';

const stored = async (me: Machine) =>
  JSON.parse(await readFile(join(me.home, '.config', 'svc', 'config.json'), 'utf8'));

async function withTwo(): Promise<Machine> {
  const me = await machine();
  await me.svc('profile create home --address https://home.test --organization home-org');
  await me.svc('profile create work --address https://work.test');
  return me;
}

describe('profile create', () => {
  test('profile create checks and stores its flags, and makes the first profile the current one', async () => {
    const me = await machine();
    const made = await me.svc(
      'profile create home --address home.test --org acme --registry r.test --timeout 30s --retries 2 -o json',
    );
    expect([made.code, made.stderr]).toEqual([0, 'Created profile home.\n']);
    expect(JSON.parse(made.stdout)).toMatchObject({ name: 'home', current: true, organization: 'acme', token: null });
    expect(await stored(me)).toEqual({
      current: 'home',
      profiles: {
        home: {
          address: 'https://home.test/api/v2',
          organization: 'acme',
          registry: 'r.test',
          timeout: '30s',
          retries: '2',
        },
      },
    });
    expect((await me.svc('profile create work')).stderr).toContain('svc profile use work');
    expect((await stored(me)).current).toBe('home');
  });

  test('profile create reads no setting from the environment', async () => {
    const me = await machine();
    await me.svc('profile create home', { env: { SVC_ADDRESS: 'https://env.test', SVC_ORGANIZATION: 'env' } });
    expect((await stored(me)).profiles.home).toEqual({});
  });

  test.each([
    ['home', ['--organization', 'x'], 'Profile "home" already exists.'],
    ['new', ['--address', 'http://new.test'], 'plain http'],
    ['new', ['--address', 'https://me:canary@new.test'], 'user name'],
    ['new', ['--ca-file', 'gone.pem'], 'ENOENT: no such file or folder'],
    ['new', ['--registry', 'a.test', '--registry', 'b.test'], 'both apply to addresses without a host'],
    ['two words', [], 'Invalid profile name'],
    ['', [], 'Invalid profile name'],
    ['../x', [], 'letters, digits, dots, hyphens and underscores'],
    ['__proto__', [], 'Invalid profile name'],
    ['..', [], 'Invalid profile name'],
    ['ünder', [], 'Invalid profile name'],
    ['x'.repeat(65), [], 'Use up to 64'],
  ])('profile create "%s" %j is a usage error, and nothing is written', async (name, flags, words) => {
    const me = await withTwo();
    const before = await stored(me);
    const { code, stderr } = await me.svc(['profile', 'create', name, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('canary');
    expect(await stored(me)).toEqual(before);
  });
});

test.each(['a', 'a.b-c_d', '127.0.0.1-4000', 'x'.repeat(64), 'constructor'])(
  'a profile may be named %s',
  async (name) => {
    const me = await machine();
    expect((await me.svc(['profile', 'create', name])).code).toBe(0);
    expect(Object.keys((await stored(me)).profiles)).toEqual([name]);
  },
);

describe('profile list', () => {
  test('profile list shows the current profile; for tokens, only that they exist', async () => {
    const service = await sandbox();
    const token = service.info.tokens['site-admin'];
    const me = await withTwo();
    await me.svc(['login', service.info.address, '--profile', 'work', '--token-file', '-'], { stdin: token });
    const { stdout } = await me.svc('profile list -o json');
    expect(stdout).not.toContain(token);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'home', current: false, organization: 'home-org', token: null },
      { name: 'work', current: true, address: `${service.info.address}/api/v2`, token: '***' },
    ]);
    expect((await me.svc('profile list', { tty: true })).stdout).not.toContain(token);
  });

  test('profile list without profiles says how to create one', async () => {
    expect(await (await machine()).svc('profile list -o table')).toFail(0, 'svc login HOST');
  });
});

describe('profile use', () => {
  test('profile use makes a profile current, but a flag and the environment take precedence', async () => {
    const me = await withTwo();
    expect((await me.svc('profile use work')).code).toBe(0);
    expect((await me.svc('config get profile')).stdout).toBe('work\n');
    expect((await me.svc('config get address')).stdout).toBe('https://work.test/api/v2\n');
    expect((await me.svc('config get address --profile home')).stdout).toBe('https://home.test/api/v2\n');
    const env = { SVC_PROFILE: 'home' };
    expect((await me.svc('config get address', { env })).stdout).toBe('https://home.test/api/v2\n');
    expect((await me.svc('profile use work', { env })).stderr).toContain(
      'SVC_PROFILE is set and overrides the current profile.',
    );
  });

  test('profile use suggests a profile for a mistyped name', async () => {
    expect(await (await withTwo()).svc('profile use wokr')).toExit(2, 'Did you mean "work"?');
  });
});

describe('profile delete', () => {
  test('profile delete deletes the profile with its settings and token, and says that the token remains valid', async () => {
    const service = await sandbox();
    const me = await withTwo();
    const token = service.info.tokens.user;
    await me.svc(['login', service.info.address, '--profile', 'work', '--token-file', '-'], { stdin: token });
    const { code, stderr, stdout } = await me.svc('profile delete work --yes -o json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ name: 'work', deleted: true });
    expect(stderr).toContain('remains valid until it is revoked');
    expect(stderr).toContain('svc profile use NAME');
    expect(await stored(me)).toEqual({ profiles: { home: expect.anything() } });
  });
});

test('profile delete of several prompts once, and deletes none if one of them does not exist', async () => {
  const me = await withTwo();
  await me.svc('profile create third');
  const before = await stored(me);
  expect(await me.svc('profile delete work thrid --yes')).toExit(2, 'Did you mean "third"?');
  const { asked, code } = await me.svc('profile delete work third', { tty: true, answers: [false] });
  expect([code, asked, await stored(me)]).toEqual([130, ['Delete profiles work and third?'], before]);
  const { stdout } = await me.svc('profile delete work third --yes -o json');
  expect(JSON.parse(stdout)).toEqual(['work', 'third'].map((name) => ({ name, deleted: true })));
  expect(Object.keys((await stored(me)).profiles)).toEqual(['home']);
});

describe('profile rename', () => {
  test('profile rename keeps the settings, the tokens and the order of profiles, and the current profile stays current', async () => {
    const service = await sandbox();
    const me = await withTwo();
    const token = service.info.tokens.user;
    await me.svc(['login', service.info.address, '--profile', 'home', '--token-file', '-'], { stdin: token });
    const before = await stored(me);
    const { code, stderr, stdout } = await me.svc('profile rename home production -o json');
    expect([code, stderr]).toEqual([0, 'Renamed profile home to production.\n']);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'production', current: true, token: '***' });
    const { current, profiles } = await stored(me);
    expect(Object.entries(profiles)).toEqual([
      ['production', before.profiles.home],
      ['work', before.profiles.work],
    ]);
    expect(current).toBe('production');
    expect((await me.svc('whoami --jq .attributes.username')).stdout).toBe('uma\n');
  });

  test('profile rename of a profile that is not current does not make it current, and warns about SVC_PROFILE', async () => {
    const me = await withTwo();
    const { stderr, stdout } = await me.svc('profile rename work staging -o json', { env: { SVC_PROFILE: 'work' } });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'staging', current: false });
    expect(stderr).toContain('SVC_PROFILE is set to work, which no longer exists.');
    expect((await stored(me)).current).toBe('home');
  });

  test.each([
    [['wokr', 'x'], 'Did you mean "work"?'],
    [['work', 'home'], 'Profile "home" already exists.'],
    [['work', 'work'], 'Profile "work" already exists.'],
    [['work', 'two words'], 'Invalid profile name'],
    [['work', '__proto__'], 'Invalid profile name'],
    [['work'], '<new-name>'],
    [[], '<profile> <new-name>'],
  ])('profile rename rejects %j, and writes nothing', async (words, message) => {
    const me = await withTwo();
    const before = await stored(me);
    expect(await me.svc(['profile', 'rename', ...words])).toExit(2, message);
    expect(await stored(me)).toEqual(before);
  });

  test('profile rename prompts for both names on a terminal', async () => {
    const me = await withTwo();
    const { asked, code } = await me.svc('profile rename', { tty: true, answers: ['work', 'staging'] });
    expect([code, asked]).toEqual([0, ['Profile', 'New name']]);
    expect(Object.keys((await stored(me)).profiles)).toEqual(['home', 'staging']);
  });

  test('profile rename --dry-run writes nothing', async () => {
    const me = await withTwo();
    const before = await stored(me);
    expect(await me.svc('profile rename work staging --dry-run')).toMatchObject({ code: 0 });
    expect(await stored(me)).toEqual(before);
  });
});

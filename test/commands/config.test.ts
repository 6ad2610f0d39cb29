import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingKeys } from '../../src/cli/settings/table.ts';
import { type Machine, machine, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const pathOf = (me: Machine) => join(me.home, '.config', 'svc', 'config.json');
const stored = async (me: Machine) => JSON.parse(await readFile(pathOf(me), 'utf8'));

async function machineWith(config: unknown, env: Record<string, string> = {}): Promise<Machine> {
  const me = await machine(env);
  await mkdir(join(me.home, '.config', 'svc'), { recursive: true, mode: 0o700 });
  await writeFile(pathOf(me), typeof config === 'string' ? config : JSON.stringify(config));
  return me;
}

/** Key to [value, origin]. */
async function listed(me: Machine, words = '', env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await me.svc(`config list -o json ${words}`.trim(), { env });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const rows = JSON.parse(stdout) as { key: string; value: string | null; origin: string }[];
  return Object.fromEntries(rows.map(({ key, value, origin }) => [key, [value, origin]]));
}

/** The settings of NATS without a value. */
const natsUnset = Object.fromEntries(
  settingKeys.flatMap((key) => (key.startsWith('nats') ? [[key, [null, 'not set']]] : [])),
);

const home = {
  current: 'home',
  profiles: {
    home: {
      address: 'https://home.test/api/v2',
      token: 'canary-token',
      organization: 'home-org',
      registry: 'home.test',
      output: 'yaml',
      timeout: '40s',
      retries: 2,
      'ca-file': '/ca.pem',
      color: 'never',
      tool: 'tofu',
      nats: 'nats://nats.test:4222',
    },
    work: { address: 'https://work.test/api/v2' },
  },
};

describe('config list', () => {
  test('config list without any settings shows the defaults, and "not set" for the other settings', async () => {
    expect(await listed(await machine({ SVC_RETRIES: undefined }))).toEqual({
      profile: ['default', 'default'],
      address: [null, 'not set'],
      organization: [null, 'not set'],
      registry: ['registry.terraform.io', 'default'],
      output: ['json', 'flag --output'],
      timeout: ['per phase: connect 10s, headers 30s, idle 30s', 'default'],
      retries: ['3 to 5, by status', 'default'],
      'ca-file': [null, 'not set'],
      color: ['auto', 'default'],
      tool: [null, 'not set'],
      ...natsUnset,
      token: [null, 'not set'],
    });
  });

  test('config list shows each value of the profile with its origin; for the token, only the origin', async () => {
    const me = await machineWith(home);
    me.env.SVC_RETRIES = undefined;
    const path = pathOf(me);
    const origin = `profile home (${path})`;
    expect(await listed(me)).toEqual({
      profile: ['home', `config file ${path}`],
      address: ['https://home.test/api/v2', origin],
      organization: ['home-org', origin],
      registry: ['home.test', origin],
      output: ['json', 'flag --output'],
      timeout: ['40s', origin],
      retries: ['2', origin],
      'ca-file': ['/ca.pem', origin],
      color: ['never', origin],
      tool: ['tofu', origin],
      ...natsUnset,
      nats: ['nats://nats.test:4222', origin],
      token: ['***', origin],
    });
  });

  test.each<[key: string, flag: string, typed: string, variable: string, env: string]>([
    ['address', '--address https://flag.test/x', 'https://flag.test/x', 'SVC_ADDRESS', 'https://env.test/x'],
    ['organization', '--organization flag', 'flag', 'SVC_ORGANIZATION', 'env'],
    ['organization', '--org flag', 'flag', 'SVC_ORGANIZATION', 'env'],
    ['registry', '--registry flag.test', 'flag.test', 'SVC_REGISTRY', 'env.test'],
    ['timeout', '--timeout 1500ms', '1500ms', 'SVC_TIMEOUT', '9s'],
    ['timeout', '--timeout 2m', '120s', 'SVC_TIMEOUT', '9s'],
    ['retries', '--retries 7', '7', 'SVC_RETRIES', '9'],
    ['ca-file', '--ca-file flag.pem', 'flag.pem', 'SVC_CA_FILE', 'env.pem'],
    ['color', '--color always', 'always', 'NO_COLOR', 'never'],
    ['color', '--no-color', 'never', 'FORCE_COLOR', 'always'],
  ])(
    'config list shows %s: %s takes precedence over the environment, and the environment over the profile',
    async (key, flag, typed, variable, env) => {
      const me = await machineWith(home);
      const value = variable === 'NO_COLOR' || variable === 'FORCE_COLOR' ? '1' : env;
      const word = flag
        .split(' ')[0]
        ?.replace('--org', '--organization')
        .replace('--organizationanization', '--organization');
      expect((await listed(me, flag, { [variable]: value }))[key]).toEqual([typed, `flag ${word}`]);
      expect((await listed(me, '', { [variable]: value }))[key]).toEqual([env, `environment ${variable}`]);
      expect((await listed(me, '', { SVC_RETRIES: '', [variable]: '' }))[key]?.[1]).toContain('profile home');
    },
  );

  test('config list shows the output format that --json, -o or --jq sets, otherwise that of the environment, then of the profile', async () => {
    const me = await machineWith(home);
    const output = async (words: string, env: Record<string, string> = {}) =>
      (await me.svc(`config list --show-origin ${words}`.trim(), { env })).stdout;
    expect(await output('--json')).toContain('"flag --json"');
    expect(await output('-o csv', { SVC_OUTPUT: 'json' })).toContain('output,csv,--output');
    expect(await output('--jq .[4].origin', { SVC_OUTPUT: 'csv' })).toContain('flag --jq');
    expect(await output('', { SVC_OUTPUT: 'csv' })).toContain('output,csv,SVC_OUTPUT');
    expect(await output('')).toContain('- key: profile');
  });

  test('config list on a terminal shows the origin of each value, and fits the width of the terminal', async () => {
    const me = await machineWith({ ...home, profiles: { home: { ...home.profiles.home, output: 'table' } } });
    expect((await me.svc('config list -o tsv')).stdout).not.toContain('profile home');
    const options = { tty: true, columns: 80, env: { SVC_TIMEOUT: '9s' } };
    const { stdout } = await me.svc('config list --retries 7', options);
    expect(stdout).toContain('ORIGIN');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/profile +home +config file\n/);
    expect(stdout).toMatch(/organization +home-org +profile home\n/);
    expect(stdout).toMatch(/timeout +9s +SVC_TIMEOUT\n/);
    expect(stdout).toMatch(/retries +7 +--retries\n/);
    expect(stdout).toContain('***');
    expect(stdout).not.toContain('canary');
  });

  test('config list shows that the environment contains a token', async () => {
    const me = await machineWith(home);
    expect((await listed(me, '', { SVC_TOKEN: 'env-canary' })).token).toEqual(['***', 'environment SVC_TOKEN']);
    expect((await listed(me, '--profile work')).token).toEqual([null, 'not set']);
  });

  test('config list shows an invalid address without its password', async () => {
    const me = await machine();
    for (const address of ['https://me:canary@svc.test', 'me:canary@svc.test', 'http://canary@svc.test:99999']) {
      const rows = await listed(me, '', { SVC_ADDRESS: address });
      expect(JSON.stringify(rows)).not.toContain('canary');
      expect(rows.address?.[0]).toContain('***@svc.test');
      expect(rows.token?.[0]).toBeNull();
    }
  });

  test.each([
    ['timeout', 5, 'must have a unit: 5s or 5m'],
    ['retries', 2.5, 'must be a whole number, 0 or more, not "2.5"'],
    ['retries', 'many', 'must be 0 or more, not "many"'],
    ['retries', '9999999999', 'must be 0 to 999999999, not "9999999999"'],
  ])('config list and config get warn about an invalid %s in the config file: %j', async (key, value, words) => {
    const me = await machineWith({ profiles: { default: { [key]: value } } }, { SVC_RETRIES: '' });
    for (const command of ['config list', `config get ${key}`]) {
      const { code, stdout, stderr } = await me.svc(command);
      expect(code).toBe(0);
      expect(stdout).toContain(String(value));
      expect(stderr).toContain(`Warning: ${key} of profile default (${pathOf(me)}) ${words}`);
    }
  });
});

describe('a profile that does not exist', () => {
  const all = { SVC_ADDRESS: 'http://127.0.0.1:1', SVC_TOKEN: 't', SVC_ORGANIZATION: 'o', SVC_REGISTRY: 'r.test' };

  test.each([
    'whoami',
    'banner list',
    'banner list --anonymous',
    'auth token',
    'auth status',
    'config list',
    'config get address',
    'config set organization x',
    'logout',
    'logout home.test',
    'module versions a/b/c',
    'module versions a/b/c --registry r.test',
    'api account/details',
  ])('svc %s rejects a missing profile, whatever the environment supplies', async (words) => {
    const me = await machineWith(home, all);
    for (const asked of [
      await me.svc(`${words} --profile wrok`),
      await me.svc(words, { env: { SVC_PROFILE: 'wrok' } }),
    ]) {
      expect([asked.code, asked.stdout]).toEqual([2, '']);
      expect(asked.stderr).toContain('No profile "wrok"');
      expect(asked.stderr).toMatch(/Did you mean "work"\?|Profiles: home, work/);
    }
    expect(await stored(me)).toEqual(home);
  });

  test.each(['profile list', 'config path', 'profile use work', 'profile create wrok'])(
    'svc %s accepts a missing profile, because the command helps to correct the profile',
    async (words) => {
      const me = await machineWith(home, all);
      expect((await me.svc(words, { env: { SVC_PROFILE: 'wrok' } })).code).toBe(0);
    },
  );
});

describe('config get', () => {
  test('config get prints the value in force and nothing else', async () => {
    const me = await machineWith({ ...home, profiles: { home: { organization: 'home-org' } } });
    expect(await me.svc('config get organization')).toMatchObject({ code: 0, stdout: 'home-org\n', stderr: '' });
    expect((await me.svc('config get organization --org typed')).stdout).toBe('typed\n');
    expect((await me.svc('config get profile')).stdout).toBe('home\n');
    expect((await me.svc('config get registry')).stdout).toBe('registry.terraform.io\n');
    expect(JSON.parse((await me.svc('config get organization -o json')).stdout)).toEqual({
      key: 'organization',
      value: 'home-org',
      origin: `profile home (${pathOf(me)})`,
    });
  });

  test('config get exits with 3 for a setting that is not set', async () => {
    expect(await (await machine()).svc('config get organization')).toFail(3, 'svc config set organization');
  });

  test('config get never prints a token', async () => {
    const { code, stderr, stdout } = await (await machineWith(home)).svc('config get token');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('svc auth token');
    expect(stderr).not.toContain('canary');
  });
});

describe('config set', () => {
  test.each([
    ['organization', 'acme', 'acme'],
    ['address', 'svc.test', 'https://svc.test/api/v2'],
    ['address', 'http://127.0.0.1:4000/', 'http://127.0.0.1:4000/api/v2'],
    ['registry', 'registry.test', 'registry.test'],
    ['registry', 'https://registry.test/v1/modules/', 'https://registry.test/v1/modules/'],
    ['registry', 'a.test=https://registry.test/v1/modules/', 'a.test=https://registry.test/v1/modules/'],
    ['output', 'ndjson', 'ndjson'],
    ['timeout', '1h30m', '1h30m'],
    ['retries', '0', '0'],
    ['color', 'always', 'always'],
    ['tool', 'tofu', 'tofu'],
    ['nats', 'tls://a.test,b.test:4223', 'tls://a.test,b.test:4223'],
    ['nats-creds-file', '/keys/me.creds', '/keys/me.creds'],
  ])(
    'config set %s %s stores the value for the current profile and applies it from then on',
    async (key, value, kept) => {
      const me = await machine({ SVC_RETRIES: undefined });
      const { code, stderr } = await me.svc(['config', 'set', key, value, '-o', 'table']);
      expect([code, stderr]).toEqual([0, `Set ${key} to ${kept} in profile default.\n`]);
      expect(await stored(me)).toEqual({ profiles: { default: { [key]: kept } } });
      // The list is read as JSON, which is then the output in force.
      const inForce = key === 'output' ? ['json', expect.any(String)] : [kept, `profile default (${pathOf(me)})`];
      expect((await listed(me))[key]).toEqual(inForce);
    },
  );

  test.each([
    ['address', 'http://svc.test', 'plain http'],
    ['address', 'ftp://svc.test', 'http or https'],
    ['address', 'https://me:canary@svc.test', 'user name or a password'],
    ['address', 'me:canary@svc.test:99999', 'is not a URL'],
    ['registry', 'https://registry.test/v1/modules', 'does not end in a slash'],
    ['registry', 'regis_try', 'not a registry host'],
    ['registry', 'canary@registry.test', 'not a registry host'],
    ['registry', 'a.test=https://me:canary@registry.test/', 'user name or a password'],
    ['organization', 'two words', 'cannot contain spaces'],
    ['organization', '', 'cannot contain spaces'],
    ['output', 'jsno', 'Did you mean "json"?'],
    ['timeout', '5 parsecs', 'timeout must be a duration such as'],
    ['timeout', '0s', 'timeout must be longer than 0s, not "0s"'],
    ['timeout', '5', 'timeout must have a unit: 5s or 5m'],
    ['retries', 'many', 'retries must be 0 or more, not "many"'],
    ['color', 'blue', 'Invalid value "blue" for color. Choose from: auto, always, never'],
    ['tool', 'tofoo', 'Invalid value "tofoo" for tool. Choose from: terraform, tofu'],
    ['ca-file', 'gone.pem', 'ENOENT: no such file or folder'],
    ['nats', 'https://nats.test', 'nats must be nats://HOST:4222'],
    ['nats', 'nats://me:canary@nats.test', 'must not contain credentials'],
    ['token', 'canary', 'svc login'],
    ['profile', 'work', 'svc profile use'],
    ['adress', 'svc.test', 'Did you mean "address"?'],
    ['xyzzy', '1', 'Settings: address'],
  ])('config set %s "%s" is a usage error, and nothing is written', async (key, value, words) => {
    const me = await machine();
    const { code, stderr, stdout } = await me.svc(['config', 'set', key, value]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('canary');
    await expect(readFile(pathOf(me))).rejects.toThrow('ENOENT');
  });

  test('config set keeps every other setting, also an unknown one', async () => {
    const me = await machineWith({ ...home, theme: 'dark', profiles: { ...home.profiles, odd: { future: [1] } } });
    expect((await me.svc('config set organization other')).code).toBe(0);
    expect(await stored(me)).toEqual({
      ...home,
      theme: 'dark',
      profiles: { ...home.profiles, home: { ...home.profiles.home, organization: 'other' }, odd: { future: [1] } },
    });
  });

  test('config set changes another profile with --profile, and never creates a missing one', async () => {
    const me = await machineWith(home);
    expect((await me.svc('config set organization x --profile work')).code).toBe(0);
    expect((await stored(me)).profiles.work.organization).toBe('x');
    expect((await me.svc('config set organization x --profile nowhere')).code).toBe(2);
    expect(Object.keys((await stored(me)).profiles)).toEqual(['home', 'work']);
  });

  test('config set warns if the environment overrides the setting', async () => {
    expect(await (await machine()).svc('config set organization x', { env: { SVC_ORGANIZATION: 'y' } })).toExit(
      0,
      'Warning: SVC_ORGANIZATION is set and overrides the profile.',
    );
  });

  test.each([
    ['organization', 'NAME', 'NAME'],
    ['organization', '<name>', '<name>'],
    ['registry', 'HOST=URL', 'HOST'],
    ['address', 'URL', 'URL'],
    ['nats-creds-file', 'PATH', 'PATH'],
  ])(
    'config set stores a placeholder from the help with a warning, because it could be a real name: %s %s',
    async (key, text, word) => {
      const me = await machine();
      expect(await me.svc(['config', 'set', key, text])).toExit(
        0,
        `Warning: ${word} is a placeholder of the help. To remove it: svc config unset ${key}\n`,
      );
      for (const name of ['name', 'ACME', 'NAME-2']) {
        expect((await me.svc(['config', 'set', 'organization', name])).stderr).not.toContain('placeholder');
      }
    },
  );

  // trust: T-118
  test('config set and config unset reject a change of the address that would move a stored token to another origin', async () => {
    const me = await machineWith(home);
    for (const words of [
      'set address https://evil.test',
      'set address https://home.test:8443',
      'set address http://127.0.0.1:1',
      'unset address',
    ]) {
      expect(await me.svc(`config ${words}`)).toExit(2, 'Profile home has a token for https://home.test');
    }
    expect(await stored(me)).toEqual(home);
    expect((await me.svc('config set address https://home.test/other')).code).toBe(0);
    expect((await me.svc('config set address https://evil.test --profile work')).code).toBe(0);
  });

  test('config set --dry-run shows the new file without tokens and does not write it', async () => {
    const me = await machineWith(home);
    const { code, stdout } = await me.svc('config set organization x --dry-run -o json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body.profiles.home).toMatchObject({ organization: 'x', token: '***' });
    expect(await stored(me)).toEqual(home);
  });
});

describe('a profile with an invalid format or colour', () => {
  const wrong = { profiles: { default: { output: 'xml', color: 'pink' } } };

  test('an invalid output format in a profile is reported before a command changes anything', async () => {
    const me = await machineWith(wrong);
    expect(await me.svc('profile create work')).toExit(
      2,
      `Invalid value "xml" for output of profile default (${pathOf(me)}).`,
    );
    expect(await stored(me)).toEqual(wrong);
  });

  test('config set and config unset correct an invalid format and colour of a profile', async () => {
    const me = await machineWith(wrong);
    expect(await me.svc('config set output csv')).toMatchObject({ code: 0 });
    expect(await me.svc('config unset color')).toMatchObject({ code: 0 });
    expect(await stored(me)).toEqual({ profiles: { default: { output: 'csv' } } });
  });
});

describe('config unset', () => {
  test('config unset removes a setting, and says so if it was not set', async () => {
    const me = await machineWith(home);
    expect((await me.svc('config unset organization')).stderr).toContain('Removed organization from profile home.');
    expect((await stored(me)).profiles.home.organization).toBeUndefined();
    expect((await me.svc('config unset organization')).stderr).toContain('is not set in profile home');
    expect((await me.svc('config unset organisation')).stderr).toContain('Did you mean \\"organization\\"?');
    expect((await me.svc('config unset token')).stderr).toContain('svc logout');
  });
});

describe('config path', () => {
  test('config path prints the path of the config file, even if the file is damaged or missing', async () => {
    for (const me of [await machine(), await machineWith('{"profiles":{"home":{"tok')]) {
      expect(await me.svc('config path')).toMatchObject({ code: 0, stdout: `${pathOf(me)}\n`, stderr: '' });
    }
  });
});

describe('settings of a profile', () => {
  test('the output setting of a profile applies unless a flag is given', async () => {
    const me = await machineWith({ profiles: { default: { output: 'json' } } });
    expect(JSON.parse((await me.svc('sandbox routes')).stdout)).toBeInstanceOf(Array);
    expect((await me.svc('sandbox routes -o csv')).stdout).not.toMatch(/^\[/);
  });

  test('the color setting of a profile applies', async () => {
    const me = await machineWith({ profiles: { default: { color: 'always', output: 'table' } } });
    expect((await me.svc('profile list')).stdout).toContain('\u001b[');
    expect((await me.svc('profile list', { env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[');
  });

  test('the timeout and retries settings of a profile apply', async () => {
    const silent = await tinyServer(() => {});
    const me = await machineWith({ profiles: { default: { timeout: '1500ms', retries: 0 } } });
    const env = { SVC_RETRIES: '', SVC_ADDRESS: silent.url };
    expect(await me.svc('banner list', { env })).toExit(6, "didn't respond in time");
    expect(silent.seen).toHaveLength(1);
  });

  test.each([
    ['timeout', 'soon', 'must be a duration'],
    ['retries', 'many', 'must be 0 or more'],
    ['output', 'xml', 'Choose from: table, json, ndjson, yaml, csv, tsv, raw\n'],
    ['color', 'blue', 'Choose from: auto'],
  ])(
    'rejects the invalid %s "%s" that was written into the config file by hand, and names the file',
    async (key, value, words) => {
      const service = await sandbox();
      const me = await machineWith({ profiles: { default: { [key]: value } } });
      const env = { SVC_RETRIES: '', SVC_ADDRESS: service.info.address };
      expect(await me.svc('banner list', { env, tty: key === 'color' })).toExit(
        2,
        `${key} of profile default (${pathOf(me)})`,
        words,
      );
    },
  );
});

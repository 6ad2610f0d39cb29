import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { byDefault } from '../../../src/base/value-origin.ts';
import type { Config } from '../../../src/cli/settings/config.ts';
import { configFolder } from '../../../src/cli/settings/paths.ts';
import { Settings } from '../../../src/cli/settings/resolve.ts';
import type { Store } from '../../../src/cli/settings/store.ts';
import type { GlobalFlags } from '../../../src/cli/settings/table.ts';

const config: Config = {
  current: 'home',
  profiles: {
    home: { address: 'https://home.test/api/v2', organization: 'home-org', registry: 'home-registry.test' },
    work: { address: 'https://work.test/api/v2', organization: 'work-org' },
  },
};
const unused = { check: () => 'private' as const, ignore: () => {}, change: async () => {} };
const held = (value: Config): Store => ({ path: '/x/config.json', read: () => value, stored: () => value, ...unused });
const settings = (flags: GlobalFlags = {}, env: Record<string, string> = {}, value: Config = config) =>
  new Settings(held(value), env, flags);

describe('a flag takes precedence over the environment, the environment over the profile', () => {
  type Of = 'organization' | 'address' | 'profile';
  const home = 'profile home (/x/config.json)';
  test.each<[of: Of, title: string, flags: GlobalFlags, env: Record<string, string>, value: string, origin: string]>([
    ['organization', 'profile', {}, {}, 'home-org', home],
    ['organization', 'environment', {}, { SVC_ORGANIZATION: 'env-org' }, 'env-org', 'SVC_ORGANIZATION'],
    ['organization', 'flag', { organization: 'o' }, { SVC_ORGANIZATION: 'env-org' }, 'o', '--organization'],
    ['organization', 'an empty variable says nothing', {}, { SVC_ORGANIZATION: '' }, 'home-org', home],
    ['organization', 'another profile', { profile: 'work' }, {}, 'work-org', 'profile work (/x/config.json)'],
    ['address', 'profile', {}, {}, 'https://home.test/api/v2', home],
    ['address', 'environment', {}, { SVC_ADDRESS: 'e.test' }, 'https://e.test/api/v2', 'SVC_ADDRESS'],
    ['address', 'flag', { address: 'f.test' }, { SVC_ADDRESS: 'e.test' }, 'https://f.test/api/v2', '--address'],
    ['profile', 'config file', {}, {}, 'home', 'config file /x/config.json'],
    ['profile', 'environment', {}, { SVC_PROFILE: 'work' }, 'work', 'SVC_PROFILE'],
    ['profile', 'flag', { profile: 'home' }, { SVC_PROFILE: 'work' }, 'home', '--profile'],
  ])(
    'the %s comes from the flag, else the environment, else the profile: %s',
    (of, _title, flags, env, value, origin) => {
      const all = settings(flags, env);
      const found = of === 'organization' ? all.lookup(of) : all[of]();
      expect([String(found?.value), String(found?.origin)]).toEqual([value, origin]);
    },
  );

  test.each<[title: string, flags: GlobalFlags, env: Record<string, string>, expected: [string, string][]]>([
    ['profile', {}, {}, [['home-registry.test', 'profile home (/x/config.json)']]],
    ['environment', {}, { SVC_REGISTRY: 'env.test' }, [['env.test', 'SVC_REGISTRY']]],
    [
      'several flags, in their order',
      { registry: ['a.test', 'b.test=https://c.test/'] },
      { SVC_REGISTRY: 'env.test' },
      [
        ['a.test', '--registry'],
        ['b.test=https://c.test/', '--registry'],
      ],
    ],
    ['nowhere', { profile: 'work' }, {}, []],
  ])('the registry comes from the flag, else the environment, else the profile: %s', (_title, flags, env, expected) => {
    expect(
      settings(flags, env)
        .registries()
        .map(({ value, origin }) => [value, String(origin)]),
    ).toEqual(expected);
  });
});

describe('a value', () => {
  const stored = (profile: Config['profiles'][string]): Config => ({ profiles: { default: profile } });

  test('a setting is parsed the same way from a flag, a variable and the config file', () => {
    expect(settings({ timeout: 1500 }, { SVC_TIMEOUT: '9s' }).lookup('timeout')?.value).toBe(1500);
    expect(settings({}, { SVC_TIMEOUT: '9s' }).lookup('timeout')?.value).toBe(9000);
    expect(settings({}, {}, stored({ timeout: '2m' })).lookup('timeout')?.value).toBe(120_000);
    expect(settings({}, {}, stored({ retries: 2 })).lookup('retries')?.value).toBe(2);
    expect(settings({}, { SVC_REGISTRY: 'a.test, b.test' }).registries()).toMatchObject([
      { value: 'a.test' },
      { value: 'b.test' },
    ]);
    expect(settings().lookup('timeout')?.value).toBeUndefined();
  });

  test('an invalid value is reported with its source', () => {
    const words = (given: ReturnType<typeof settings>) => () => given.lookup('timeout')?.value;
    expect(words(settings({}, { SVC_TIMEOUT: '5' }))).toThrow('the environment variable SVC_TIMEOUT must have a unit');
    expect(words(settings({}, {}, stored({ timeout: 5 })))).toThrow(
      'timeout of profile default (/x/config.json) must have a unit',
    );
  });

  test.each<[flags: GlobalFlags, origin: string]>([
    [{ json: true, output: 'yaml' }, '--json'],
    [{ output: 'json', jq: '.' }, '--output'],
    [{ jq: '.' }, '--jq'],
  ])('output is json for every flag that implies JSON: %j', (flags, origin) => {
    expect(settings(flags).lookup('output')?.value).toBe('json');
    const typed = settings(flags).typed('output');
    expect([typed?.value, String(typed?.origin)]).toEqual(['json', origin]);
  });

  test('a switch is true for its flag, and for a variable that is neither 0 nor false', () => {
    expect(settings({ debug: true }).lookup('debug')?.value).toBe(true);
    expect(settings({ input: false }).lookup('no-input')?.value).toBe(true);
    expect(settings({ input: true }).lookup('no-input')?.value).toBeUndefined();
    expect(['1', 'yes', '0', 'false'].map((text) => settings({}, { SVC_DEBUG: text }).lookup('debug')?.value)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('settings that are not set anywhere', () => {
  const empty: Config = { profiles: {} };

  test('the profile is named default, and there is no organization', () => {
    const nothing = settings({}, {}, empty);
    expect(nothing.profile()).toEqual({ value: 'default', origin: byDefault, held: {} });
    expect(nothing.lookup('organization')).toBeUndefined();
    expect(nothing.knownAddress()).toBeUndefined();
  });

  test('a missing address is a usage error', () => {
    expect(() => settings({}, {}, empty).address()).toThrow(UsageError);
    expect(() => settings({}, {}, empty).address()).toThrow('No platform address.');
  });
});

test('the error for a missing profile shows where its name came from', () => {
  expect(() => settings({ profile: 'wrok' }).address()).toThrow('No profile "wrok" (--profile).');
  expect(() => settings({}, { SVC_PROFILE: 'wrok' }).address()).toThrow('(SVC_PROFILE)');
});

test('a missing profile is rejected, except in commands that create it', () => {
  const asked = settings(
    { address: 'flag.test' },
    { SVC_PROFILE: 'wrok', SVC_ORGANIZATION: 'o', SVC_REGISTRY: 'r.test' },
  );
  const missing = 'No profile "wrok" (SVC_PROFILE).';
  expect(() => asked.address()).toThrow(missing);
  expect(() => asked.lookup('organization')).toThrow(missing);
  expect(() => asked.registries()).toThrow(missing);
  expect(() => asked.lookup('timeout')).toThrow(missing);
  expect(asked.lookup('output')).toBeUndefined();
  expect(asked.profile()).toMatchObject({ value: 'wrok', held: {} });
  asked.allowMissingProfile();
  expect(asked.address().value.href).toBe('https://flag.test/api/v2');
});

test('the error for a missing profile lists the profiles or suggests the intended one', () => {
  const hintOf = (profile: string) => {
    try {
      settings({ profile }).address();
    } catch (error) {
      return (error as UsageError).hint;
    }
  };
  expect(hintOf('other')).toBe('Profiles: home, work');
  expect(hintOf('wrok')).toBe('Did you mean "work"?');
});

test('a rejected address is reported with its source', () => {
  expect(() => settings({}, { SVC_ADDRESS: 'http://svc.test' }).address()).toThrow(
    /^The address \(SVC_ADDRESS\) is plain http/,
  );
  expect(settings({ insecureHttp: true }, { SVC_ADDRESS: 'http://svc.test' }).address().value.href).toBe(
    'http://svc.test/api/v2',
  );
});

test.each<[title: string, env: Record<string, string>, expected: string]>([
  ['in the home folder', {}, '/home/me/.config/svc'],
  ['where XDG_CONFIG_HOME says', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/svc'],
  ['in the folder that SVC_CONFIG_DIR names', { SVC_CONFIG_DIR: '/own', XDG_CONFIG_HOME: '/xdg' }, '/own'],
  ['never below the current folder', { XDG_CONFIG_HOME: 'xdg' }, '/home/me/.config/svc'],
])('the config file is %s', (_title, env, expected) => {
  expect(configFolder(env, '/home/me')).toBe(expected);
});

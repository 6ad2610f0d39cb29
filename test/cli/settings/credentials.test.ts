import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../../src/base/secrets.ts';
import { ValueOrigin } from '../../../src/base/value-origin.ts';
import type { Config } from '../../../src/cli/settings/config.ts';
import { Credentials, hostInVariable, tokenVariable } from '../../../src/cli/settings/credentials.ts';
import { Settings } from '../../../src/cli/settings/resolve.ts';
import type { GlobalFlags } from '../../../src/cli/settings/table.ts';

const profiles: Config['profiles'] = {
  home: { address: 'https://home.test/api/v2', token: 'home-token' },
  again: { address: 'https://home.test/other', token: 'again-token' },
  work: { address: 'https://work.test:8443/api/v2', token: 'work-token' },
  bare: { token: 'bare-token' },
  empty: { address: 'https://empty.test/api/v2' },
};

const credentials = (env: Record<string, string> = {}, flags: GlobalFlags = {}, current = 'home') => {
  const unused = { check: () => 'private' as const, ignore: () => {}, change: async () => {} };
  const read = () => ({ profiles, current });
  const store = { path: '/x/config.json', read, stored: read, ...unused };
  const secrets = createSecrets();
  return {
    secrets,
    tokens: new Credentials(new Settings(store, env, flags), { env, signal: new AbortController().signal }, secrets),
  };
};
const tokenFor = (origin: string, env: Record<string, string> = {}, flags: GlobalFlags = {}, current = 'home') =>
  credentials(env, flags, current).tokens.find(origin);

describe('the token for an origin', () => {
  const all = { SVC_TOKEN_HOME_TEST: 'host-token', SVC_TOKEN: 'any-token', TF_TOKEN_home_test: 'tf-token' };
  test.each<[title: string, env: Record<string, string>, value: string, origin: string]>([
    ['the variable of the host first', all, 'host-token', 'SVC_TOKEN_HOME_TEST'],
    ['then SVC_TOKEN', { SVC_TOKEN: 'any-token', TF_TOKEN_home_test: 'tf' }, 'any-token', 'SVC_TOKEN'],
    ["then the ecosystem's variable of the host", { TF_TOKEN_home_test: 'tf' }, 'tf', 'TF_TOKEN_home_test'],
    ['then the profile', {}, 'home-token', 'profile home (/x/config.json)'],
    ['a variable without the line end it was read with', { SVC_TOKEN: 'any-token\n' }, 'any-token', 'SVC_TOKEN'],
    [
      'not from an empty variable',
      { SVC_TOKEN: '', SVC_TOKEN_HOME_TEST: '' },
      'home-token',
      'profile home (/x/config.json)',
    ],
  ])('the token for an origin comes from %s', (_title, env, value, origin) => {
    const found = tokenFor('https://home.test', env);
    expect([found?.value, String(found?.origin)]).toEqual([value, origin]);
  });

  test('the token of the profile in use takes precedence over a profile of the same origin', () => {
    expect(tokenFor('https://home.test', {}, {}, 'again')?.value).toBe('again-token');
  });

  test('the token of another profile is used if only that profile has the origin', () => {
    expect(tokenFor('https://work.test:8443')?.value).toBe('work-token');
  });

  test('a token that was just entered takes precedence over every other token of its origin, and is used for no other origin', () => {
    const { tokens: made } = credentials({ SVC_TOKEN: 'any-token' });
    made.setForRun('https://home.test', 'fresh-token', new ValueOrigin('entered', '', 'just entered'));
    expect(made.find('https://home.test')?.value).toBe('fresh-token');
    expect(made.find('https://work.test:8443')?.value).toBe('work-token');
  });
});

describe('SVC_TOKEN is only for the origin of the address in force', () => {
  const env = { SVC_TOKEN: 'any-token' };
  test.each<[title: string, origin: string, flags: GlobalFlags, expected: string | undefined]>([
    ['the address', 'https://home.test', {}, 'any-token'],
    ['another host', 'https://elsewhere.test', {}, undefined],
    ['another port of the same host', 'https://home.test:8443', {}, undefined],
    ['the same host without encryption', 'http://home.test', {}, undefined],
    ['a host below it', 'https://api.home.test', {}, undefined],
    ['the address that a flag names', 'https://flag.test', { address: 'flag.test' }, 'any-token'],
    ['the profile, while a flag names another address', 'https://home.test', { address: 'flag.test' }, 'home-token'],
  ])('SVC_TOKEN is only for the origin of the address in force: %s', (_title, origin, flags, expected) => {
    expect(tokenFor(origin, env, flags)?.value).toBe(expected);
  });
});

describe('a profile’s token never goes to another origin', () => {
  // trust: T-118
  test.each([
    ['another host', 'https://elsewhere.test'],
    ['another port', 'https://home.test:8443'],
    ['the port of a profile without its port', 'https://work.test'],
    ['without encryption', 'http://home.test'],
    ['a profile without a token', 'https://empty.test'],
  ])('a profile’s token never goes to another origin: %s', (_title, origin) => {
    expect(tokenFor(origin)).toBeUndefined();
  });

  test('the token of a profile without an address is never sent', () => {
    expect(tokenFor('https://elsewhere.test', {}, {}, 'bare')).toBeUndefined();
  });

  // trust: T-118
  test('the token of a profile is not sent to the address of a flag', () => {
    expect(tokenFor('https://elsewhere.test', {}, { profile: 'home', address: 'elsewhere.test' })).toBeUndefined();
  });
});

describe('the host that the name of a variable encodes', () => {
  test.each([
    ['example_com', 'example.com'],
    ['EXAMPLE_COM', 'example.com'],
    ['my__host_example_com', 'my-host.example.com'],
    ['my-host_example_com', 'my-host.example.com'],
    ['xn____caf__dma_fr', 'xn--caf-dma.fr'],
    ['localhost', 'localhost'],
  ])('the suffix %s of a variable stands for the host %s', (suffix, host) => {
    expect(hostInVariable(suffix)).toBe(host);
  });

  test.each(['TF_TOKEN_my__host_test', 'TF_TOKEN_my-host_test', 'TF_TOKEN_MY__HOST_TEST', 'SVC_TOKEN_MY__HOST_TEST'])(
    'the variable %s is for my-host.test and no other host',
    (name) => {
      expect(tokenFor('https://my-host.test', { [name]: 'canary' })).toEqual({
        value: 'canary',
        origin: new ValueOrigin('environment', name),
      });
      expect(tokenFor('https://my.host.test', { [name]: 'canary' })).toBeUndefined();
    },
  );

  test('a host in the name of a variable may be internationalised, and is compared in its ASCII form', () => {
    expect(tokenFor('https://xn--caf-dma.fr', { TF_TOKEN_xn____caf__dma_fr: 'canary' })?.value).toBe('canary');
    expect(tokenFor('https://xn--caf-dma.fr', { TF_TOKEN_café_fr: 'canary' })?.value).toBe('canary');
  });
});

describe('the variable for an origin', () => {
  test.each([
    ['https://modules.test', 'SVC_TOKEN_MODULES_TEST'],
    ['https://my-modules.test:8443', 'SVC_TOKEN_MY__MODULES_TEST_8443'],
    ['http://127.0.0.1:4713', 'SVC_TOKEN_127_0_0_1_4713'],
    ['http://localhost:4713', 'SVC_TOKEN_LOCALHOST_4713'],
    ['https://[::1]:8443', 'SVC_TOKEN_[::1]_8443'],
  ])('the variable for %s is %s, and svc looks it up for that origin', (origin, name) => {
    expect(tokenVariable(origin)).toBe(name);
    expect(tokenFor(origin, { [name]: 'canary' })?.value).toBe('canary');
  });

  test('the hint for a rejected token of a registry names the variable of the origin, and that of a platform names svc login', () => {
    const { tokens } = credentials();
    expect(tokens.hintFor('https://modules.test', 'registry')).toBe('Set SVC_TOKEN_MODULES_TEST to a valid token.');
    for (const [origin, audience] of [
      ['https://home.test', 'registry'],
      ['https://empty.test', 'registry'],
      ['https://modules.test', 'platform'],
      ['https://modules.test', undefined],
    ] as const) {
      expect(tokens.hintFor(origin, audience)).toBe(`svc login ${origin}`);
    }
  });
});

test('a token is masked in all output once it has been used', () => {
  const { secrets, tokens } = credentials();
  tokens.find('https://home.test');
  expect(secrets.hide('it is home-token')).toBe('it is ***');
});

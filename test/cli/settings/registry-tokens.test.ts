import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { portOf } from '../../../src/base/origin.ts';
import { createSecrets } from '../../../src/base/secrets.ts';
import { ValueOrigin } from '../../../src/base/value-origin.ts';
import type { Config } from '../../../src/cli/settings/config.ts';
import { type Audience, Credentials } from '../../../src/cli/settings/credentials.ts';
import { ecosystemTokens } from '../../../src/cli/settings/ecosystem.ts';
import { Settings } from '../../../src/cli/settings/resolve.ts';
import type { GlobalFlags } from '../../../src/cli/settings/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const profiles: Config['profiles'] = {
  home: { address: 'https://home.test/api/v2', token: 'profile-token' },
  broken: { address: 'not a url', token: 'broken-token' },
};

/** The key of an origin in the tokens of the credentials file. */
const hostAndPort = (origin: string) => `${new URL(origin).hostname}:${portOf(new URL(origin))}`;

interface Asked {
  env?: Record<string, string>;
  flags?: GlobalFlags;
  audience?: Audience;
  file?: Record<string, string>;
}

function tokenFor(origin: string, { env = {}, flags = {}, audience, file = {} }: Asked = {}) {
  const unused = { check: () => 'private' as const, ignore: () => {}, change: async () => {} };
  const read = () => ({ profiles, current: 'home' });
  const store = { path: '/x/config.json', read, stored: read, ...unused };
  const from = new ValueOrigin('file', '/f', 'credentials file /f');
  const ecosystem = () =>
    new Map(Object.entries(file).map(([each, value]) => [hostAndPort(each), { value, origin: from }]));
  const settings = new Settings(store, env, flags);
  return new Credentials(settings, { env, signal: new AbortController().signal }, createSecrets(), ecosystem).find(
    origin,
    audience,
  );
}

describe('the order of tokens for a registry and a platform', () => {
  const file = { 'https://home.test': 'file-token', 'https://elsewhere.test': 'file-token' };
  const env = { TF_TOKEN_home_test: 'tf-token' };
  test.each<[title: string, audience: Audience, asked: Asked, value: string, origin: string]>([
    ['a registry: the host variable', 'registry', { env, file }, 'tf-token', 'TF_TOKEN_home_test'],
    ['a registry: then the profile', 'registry', { file }, 'profile-token', 'profile home (/x/config.json)'],
    ['a platform: the profile', 'platform', { env, file }, 'profile-token', 'profile home (/x/config.json)'],
  ])('the order of tokens differs between a registry and a platform: %s', (_title, audience, asked, value, origin) => {
    const found = tokenFor('https://home.test', { ...asked, audience });
    expect([found?.value, String(found?.origin)]).toEqual([value, origin]);
  });

  test.each<Audience>(['registry', 'platform'])(
    'the credentials file is the last source of a token for a %s',
    (audience) => {
      expect(tokenFor('https://elsewhere.test', { file, audience })?.value).toBe('file-token');
      const variable = { TF_TOKEN_elsewhere_test: 'tf-token' };
      expect(tokenFor('https://elsewhere.test', { file, audience, env: variable })?.value).toBe('tf-token');
    },
  );

  test('SVC_TOKEN goes to the registry on the platform’s own origin, and to no other registry', () => {
    expect(tokenFor('https://home.test', { env: { SVC_TOKEN: 'any' }, audience: 'registry' })?.value).toBe('any');
    expect(tokenFor('https://elsewhere.test', { env: { SVC_TOKEN: 'any' }, audience: 'registry' })).toBeUndefined();
  });
});

describe('a variable of a host with a port', () => {
  test.each([
    ['SVC_TOKEN_REG_TEST_8443', 'https://reg.test:8443', true],
    ['SVC_TOKEN_REG_TEST_8443', 'https://reg.test', false],
    ['SVC_TOKEN_REG_TEST_8443', 'https://reg.test:8444', false],
    ['TF_TOKEN_reg_test:8443', 'https://reg.test:8443', true],
    ['TF_TOKEN_reg_test:08443', 'https://reg.test:8443', true],
    ['TF_TOKEN_reg_test:443', 'https://reg.test', true],
    ['TF_TOKEN_reg_test', 'https://reg.test:8443', true],
    ['TF_TOKEN_reg.test', 'https://reg.test', true],
    ['TF_TOKEN_REG_TEST', 'https://reg.test', true],
    ['tf_token_reg_test', 'https://reg.test', true],
    ['SVC_TOKEN_127_0_0_1', 'http://127.0.0.1:4000', true],
    ['SVC_TOKEN_127_0_0_1_4000', 'http://127.0.0.1:4000', true],
    ['SVC_TOKEN_127_0_0_1_4000', 'http://127.0.0.1:4001', false],
    ['SVC_TOKEN_localhost_4000', 'http://localhost:4000', true],
    ['TF_TOKEN_xn____caf__dma_fr', 'https://xn--caf-dma.fr', true],
    ['TF_TOKEN_test', 'https://reg.test', false],
    ['TF_TOKEN_', 'https://reg.test', false],
  ])('the variable %s applies to %s: %s', (name, origin, expected) => {
    expect(tokenFor(origin, { env: { [name]: 'canary' } })?.value).toBe(expected ? 'canary' : undefined);
  });

  test('the variable of a host with a port takes precedence over the variable of the host alone', () => {
    const env = { SVC_TOKEN_REG_TEST: 'of-host', SVC_TOKEN_REG_TEST_8443: 'of-port' };
    expect(tokenFor('https://reg.test:8443', { env })?.value).toBe('of-port');
    expect(tokenFor('https://reg.test', { env })?.value).toBe('of-host');
  });
});

describe('plain http to another machine gets no token', () => {
  const env = { SVC_TOKEN_HOME_TEST: 'canary', TF_TOKEN_home_test: 'canary' };
  const file = { 'http://home.test': 'canary' };
  // trust: T-47
  test('plain http to another machine gets no token from any source', () => {
    expect(tokenFor('http://home.test', { env, file })).toBeUndefined();
  });
  // trust: T-47
  test('plain http to another machine gets a token with --insecure-http', () => {
    expect(tokenFor('http://home.test', { env, flags: { insecureHttp: true } })?.value).toBe('canary');
  });
});

test('a token with a character that no header can contain is rejected with its source, and not shown', () => {
  const ask = () => tokenFor('https://home.test', { env: { SVC_TOKEN: 'canary\nx' } });
  expect(ask).toThrow(/^The token \(SVC_TOKEN\) contains an invalid character/);
  expect(ask).not.toThrow(/canary/);
});

describe('the credentials file of the stock CLI', () => {
  let home: string;
  let path: string;
  let warned: string[];
  beforeEach(async () => {
    warned = [];
    home = temporaryFolder();
    path = join(home, '.terraform.d', 'credentials.tfrc.json');
    await mkdir(join(home, '.terraform.d'));
  });
  const find = (origin: string) =>
    ecosystemTokens({ env: {}, home }, (words) => void warned.push(words))().get(hostAndPort(origin));

  test.each([
    ['https://reg.test', 'reg.test'],
    ['https://reg.test', 'REG.test'],
    ['https://reg.test', 'reg.test:443'],
    ['https://reg.test:8443', 'reg.test:8443'],
    ['https://xn--caf-dma.fr', 'café.fr'],
    ['http://localhost:4000', 'localhost:4000'],
  ])('the credentials file of the stock CLI has a token for %s under %s', async (origin, host) => {
    const text = JSON.stringify({ credentials: { 'other.test': { token: 'other' }, [host]: { token: 'canary' } } });
    await writeFile(path, text);
    expect(JSON.parse(JSON.stringify(find(origin)))).toEqual({ value: 'canary', origin: `credentials file ${path}` });
    expect(warned).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test.each([
    ['https://reg.test:8443', 'reg.test'],
    ['https://reg.test', 'reg.test:8443'],
    ['https://api.reg.test', 'reg.test'],
  ])('the credentials file of the stock CLI has no token for %s under %s', async (origin, host) => {
    await writeFile(path, JSON.stringify({ credentials: { [host]: { token: 'canary' } } }));
    expect(find(origin)).toBeUndefined();
  });

  test('entries of other shapes in the credentials file of the stock CLI are ignored', async () => {
    await writeFile(
      path,
      JSON.stringify({ credentials: { 'reg.test': { token: 7 }, 'b.test': 'x', '': { token: 'y' } } }),
    );
    expect(find('https://reg.test')).toBeUndefined();
    expect(find('https://b.test')).toBeUndefined();
    expect(warned).toEqual([]);
  });

  test('the credentials file of the stock CLI may be missing or contain no credentials', async () => {
    expect(find('https://reg.test')).toBeUndefined();
    await writeFile(path, '{}');
    expect(find('https://reg.test')).toBeUndefined();
    expect(warned).toEqual([]);
  });

  test.each([
    ['half-written', '{"credentials":{"reg.test":{"token":"cana', 'it is not JSON'],
    ['empty', '', 'it is not JSON'],
    ['a list', '[]', 'it is not a JSON object'],
    ['of another shape', '{"credentials":["canary"]}', '"credentials" is not a JSON object'],
    ['endless', `"${'x'.repeat(1024 * 1024)}"`, 'EFBIG: the file is too large'],
  ])('the credentials file of the stock CLI is skipped with a warning if it is %s', async (_title, text, words) => {
    await writeFile(path, text);
    expect(find('https://reg.test')).toBeUndefined();
    expect(warned).toEqual([`Cannot use the credentials file ${path} (${words}).`]);
  });

  test('a folder in place of the credentials file causes one warning, which names it', async () => {
    await mkdir(path);
    const tokens = ecosystemTokens({ env: {}, home }, (words) => void warned.push(words));
    expect([tokens().size, tokens().size]).toEqual([0, 0]);
    expect(warned).toEqual([`Cannot use the credentials file ${path} (EISDIR: it is a folder).`]);
  });
});

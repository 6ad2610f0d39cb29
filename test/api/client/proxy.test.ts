import { describe, expect, test } from 'vitest';
import { proxies } from '../../../src/api/client/proxy.ts';
import { namesProxy } from '../../../src/api/client/proxy-variables.ts';
import { UsageError } from '../../../src/base/errors.ts';
import { createSecrets } from '../../../src/base/secrets.ts';

const chosen = (env: Record<string, string>, url: string) => proxies(env, createSecrets())(new URL(url))?.label;
const through = (noProxy: string, url: string) =>
  chosen({ HTTPS_PROXY: 'http://proxy.test:3128', HTTP_PROXY: 'http://proxy.test:3128', NO_PROXY: noProxy }, url) !==
  undefined;

describe('the proxy of a URL', () => {
  test.each<[title: string, env: Record<string, string>, url: string, expected: string | undefined]>([
    ['HTTPS_PROXY for https', { HTTPS_PROXY: 'http://p.test:1' }, 'https://svc.test', 'http://p.test:1 (HTTPS_PROXY)'],
    ['HTTP_PROXY for http', { HTTP_PROXY: 'http://p.test:1' }, 'http://svc.test', 'http://p.test:1 (HTTP_PROXY)'],
    ['none for https if only HTTP_PROXY is set', { HTTP_PROXY: 'http://p.test:1' }, 'https://svc.test', undefined],
    ['none for http if only HTTPS_PROXY is set', { HTTPS_PROXY: 'http://p.test:1' }, 'http://svc.test', undefined],
    [
      'the variable in lower case first',
      { HTTPS_PROXY: 'http://upper.test:1', https_proxy: 'http://lower.test:1' },
      'https://svc.test',
      'http://lower.test:1 (https_proxy)',
    ],
    ['none from an empty variable', { HTTPS_PROXY: '' }, 'https://svc.test', undefined],
    [
      'a proxy without a scheme',
      { HTTPS_PROXY: 'p.test:3128' },
      'https://svc.test',
      'http://p.test:3128 (HTTPS_PROXY)',
    ],
    ['a proxy over https', { HTTPS_PROXY: 'https://p.test' }, 'https://svc.test', 'https://p.test (HTTPS_PROXY)'],
    ['none for this machine', { HTTP_PROXY: 'http://p.test:1' }, 'http://127.0.0.1:80', undefined],
    ['none for localhost', { HTTPS_PROXY: 'http://p.test:1' }, 'https://localhost', undefined],
    [
      "none from a visitor's header in a web server's script",
      { HTTP_PROXY: 'http://evil.test:1', REQUEST_METHOD: 'GET' },
      'http://svc.test',
      undefined,
    ],
  ])('the proxy of a URL is chosen: %s', (_title, env, url, expected) => {
    expect(chosen(env, url)).toBe(expected);
  });

  test('URLs with the same proxy share its object and its connections', () => {
    const proxyFor = proxies({ HTTPS_PROXY: 'http://p.test:1' }, createSecrets());
    expect(proxyFor(new URL('https://a.test'))).toBe(proxyFor(new URL('https://b.test')));
  });
});

describe('NO_PROXY', () => {
  test.each<[entry: string, url: string, proxied: boolean]>([
    ['', 'https://svc.test', true],
    ['*', 'https://svc.test', false],
    ['svc.test', 'https://svc.test', false],
    ['svc.test', 'https://api.svc.test', false],
    ['svc.test', 'https://mysvc.test', true],
    ['svc.test', 'https://svc.test.evil.test', true],
    ['.svc.test', 'https://api.svc.test', false],
    ['*.svc.test', 'https://api.svc.test', false],
    ['SVC.test', 'https://svc.test', false],
    ['svc.test:8443', 'https://svc.test:8443', false],
    ['svc.test:8443', 'https://svc.test', true],
    ['svc.test:443', 'https://svc.test', false],
    ['svc.test:80', 'http://svc.test', false],
    ['a.test, svc.test', 'https://svc.test', false],
    ['a.test svc.test', 'https://svc.test', false],
    ['10.0.0.5', 'https://10.0.0.5', false],
    ['10.0.0.0/8', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://11.1.2.3', true],
    ['10.0.0.0/8', 'https://10.0.0.0.svc.test', true],
    ['0.0.5', 'https://10.0.0.5', true],
    ['fd00::/8', 'https://[fd12::1]', false],
    ['[fd12::1]', 'https://[fd12::1]', false],
    ['fd12::1', 'https://[fd12::1]', false],
    ['[fd12::1]:8443', 'https://[fd12::1]:8443', false],
    ['[fd12::1]:8443', 'https://[fd12::1]', true],
    ['fd12:0:0:0:0:0:0:1', 'https://[fd12::1]', false],
    ['FD12:0000::0001', 'https://[fd12::1]', false],
    ['[fd12:0:0:0:0:0:0:1]:8443', 'https://[fd12::1]:8443', false],
    ['[fd12:0:0:0:0:0:0:1]:8443', 'https://[fd12::1]', true],
    ['svc.test.', 'https://svc.test', false],
    ['.svc.test.', 'https://api.svc.test', false],
    ['svc.test.:8443', 'https://svc.test.:8443', false],
    ['10.0.0.0/99', 'https://10.1.2.3', true],
    ['café.test', 'https://xn--caf-dma.test', false],
    [',.,', 'https://svc.test', true],
  ])('NO_PROXY "%s" and the URL %s: the proxy is used: %s', (entry, url, proxied) => {
    expect(through(entry, url)).toBe(proxied);
  });

  test('no_proxy in lower case takes precedence', () => {
    const env = { HTTPS_PROXY: 'http://p.test:1', NO_PROXY: 'svc.test', no_proxy: 'other.test' };
    expect(chosen(env, 'https://svc.test')).toBeDefined();
  });
});

describe('the user name and password of a proxy', () => {
  const env = { HTTPS_PROXY: 'http://me:p%40ss-canary@p.test:1' };

  // trust: T-50
  test('the user name and password of a proxy are decoded, sent to the proxy and never shown', () => {
    const secrets = createSecrets();
    const proxy = proxies(env, secrets)(new URL('https://svc.test'));
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from('me:p@ss-canary').toString('base64')}`);
    expect(`${proxy?.label} ${proxy?.url.href}`).not.toMatch(/canary|me:/);
    expect(secrets.hide(`${proxy?.authorization} p@ss-canary`)).toBe('Basic *** ***');
  });

  test.each([
    ['socks5://me:canary@p.test', 'is not an http or https URL'],
    ['http://me:canary@', 'is not a URL'],
    ['http://me:canary@p.test:99999', 'is not a URL'],
    ['me:canary@p.test:99999', 'is not a URL'],
  ])('the user name and password of a proxy are not in the error about %s', (value, words) => {
    const ask = () => chosen({ HTTPS_PROXY: value }, 'https://svc.test');
    expect(ask).toThrow(UsageError);
    expect(ask).toThrow(words);
    expect(ask).toThrow(/^The environment variable HTTPS_PROXY(?!.*canary)/);
  });

  test('a user name without a password is sent, and a percent sign that encodes nothing is sent as it is', () => {
    const authorization = (value: string) =>
      proxies({ HTTPS_PROXY: value }, createSecrets())(new URL('https://svc.test'))?.authorization;
    expect(authorization('http://me@p.test')).toBe(`Basic ${Buffer.from('me:').toString('base64')}`);
    expect(authorization('http://me:100%@p.test')).toBe(`Basic ${Buffer.from('me:100%').toString('base64')}`);
  });
});

test.each([
  [{}, false],
  [{ HTTPS_PROXY: '' }, false],
  [{ NO_PROXY: '*' }, false],
  [{ HTTPS_PROXY: 'http://p.test' }, true],
  [{ http_proxy: 'http://p.test' }, true],
])('the environment %j names a proxy: %s', (env, expected) => {
  expect(namesProxy(env)).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { isLoopback, platformUrl, serviceUrl } from '../../../src/base/origin.ts';

const at = (text: string, insecureHttp = false) => platformUrl(text, { source: 'The address', insecureHttp }).href;

describe('the URL of the platform', () => {
  test.each([
    ['a bare host means https and /api/v2', 'svc.test', 'https://svc.test/api/v2'],
    ['a bare host with a port', 'svc.test:8443', 'https://svc.test:8443/api/v2'],
    ['the port of https is the default', 'https://svc.test:443', 'https://svc.test/api/v2'],
    ['a URL without a path gets /api/v2', 'https://svc.test/', 'https://svc.test/api/v2'],
    ['a path is kept', 'https://svc.test/prefix/api/v2', 'https://svc.test/prefix/api/v2'],
    ['slashes at the end go', 'https://svc.test/api/v2//', 'https://svc.test/api/v2'],
    ['the scheme may be in capitals', 'HTTPS://SVC.test', 'https://svc.test/api/v2'],
    ['plain http to this machine', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/api/v2'],
    ['plain http to this machine by name', 'http://localhost:4000', 'http://localhost:4000/api/v2'],
    ['plain http to this machine over IPv6', 'http://[::1]:4000', 'http://[::1]:4000/api/v2'],
  ])('the URL of the platform: %s', (_title, text, expected) => {
    expect(at(text)).toBe(expected);
  });

  test('the URL of the platform may be plain http anywhere with --insecure-http', () => {
    expect(at('http://svc.test', true)).toBe('http://svc.test/api/v2');
  });

  test.each([
    ['plain http beyond this machine', 'http://svc.test', /plain http/],
    ['plain http to a name that only looks local', 'http://localhost.evil.test', /plain http/],
    ['plain http to an address that only looks local', 'http://127.0.0.1.evil.test', /plain http/],
    ['plain http to every address of this machine', 'http://0.0.0.0', /plain http/],
    ['another protocol', 'ftp://svc.test', /must be an http or https URL/],
    ['a file', 'file:///etc/passwd', /must be an http or https URL/],
    ['a user name', 'https://me@svc.test', /user name or a password/],
    ['a password', 'https://:pass@svc.test', /user name or a password/],
    ['a query', 'https://svc.test/?x=1', /query or a fragment/],
    ['a fragment', 'https://svc.test/#x', /query or a fragment/],
    ['nothing', '', /is not a URL/],
    ['a host after slashes', '//svc.test', /is not a URL/],
    ['a path', '/svc.test', /is not a URL/],
    ['a share', '\\\\svc.test\\x', /is not a URL/],
    ['words', 'not a url', /is not a URL/],
    ['a port too high', 'https://svc.test:99999', /is not a URL/],
  ])('the URL of the platform rejects %s', (_title, text, words) => {
    expect(() => at(text)).toThrow(UsageError);
    expect(() => at(text)).toThrow(words);
    expect(() => at(text)).toThrow(/^The address/);
  });

  test('the error for an invalid URL of the platform does not show its password', () => {
    expect(() => at('https://me:canary@svc.test:99999')).toThrow(/^(?!.*canary)/);
  });
});

test('the URL of another service keeps its path and its final slash', () => {
  expect(serviceUrl('https://r.test/v1/modules/', { source: 'It', insecureHttp: false }).href).toBe(
    'https://r.test/v1/modules/',
  );
});

test.each([
  ['localhost', true],
  ['api.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['[::1]', true],
  ['10.0.0.1', false],
  ['128.0.0.1', false],
  ['localhost.test', false],
  ['notlocalhost', false],
  ['0.0.0.0', false],
  ['[::]', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import type { Headers } from '../../../src/api/client/headers.ts';
import { isRedirect, redirectTarget } from '../../../src/api/client/redirects.ts';
import { ProtocolError } from '../../../src/base/errors.ts';

const headers = (location: string | undefined): Headers => {
  const lines: [string, string][] = location === undefined ? [] : [['location', location]];
  const all = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value);
  return { all, get: (name) => all(name)[0], lines: () => lines };
};
const target = (location: string | undefined, url = 'https://a.test/v1/x?y=1', method = 'GET') =>
  redirectTarget({ method, url: new URL(url) }, headers(location)).href;

test.each([
  [301, true],
  [302, true],
  [303, true],
  [307, true],
  [308, true],
  [300, false],
  [304, false],
  [200, false],
  [404, false],
])('status %i is a redirect: %s', (status, expected) => {
  expect(isRedirect(status)).toBe(expected);
});

describe('the target of a redirect', () => {
  test.each([
    ['to a path of the same host', '/v2/x', 'https://a.test/v2/x'],
    ['to a name beside it', 'z', 'https://a.test/v1/z'],
    ['to another host over https', 'https://b.test/z', 'https://b.test/z'],
    ['to another host with the scheme of the request', '//b.test/z', 'https://b.test/z'],
    ['to a URL without the fragment', '/z#part', 'https://a.test/z'],
  ])('a redirect leads %s', (_title, location, expected) => {
    expect(target(location)).toBe(expected);
  });

  test('a redirect from plain http to https is followed', () => {
    expect(target('https://a.test/z', 'http://a.test/x')).toBe('https://a.test/z');
  });
});

describe('a redirect is rejected', () => {
  // trust: T-42
  test.each<[title: string, location: string | undefined, method: string, words: RegExp]>([
    ['from https to plain http', 'http://a.test/z', 'GET', /from https to plain http/],
    ['from https to plain http on this machine', 'http://127.0.0.1/z', 'GET', /from https to plain http/],
    ['to a file', 'file:///etc/passwd', 'GET', /to file:/],
    ['to a script', 'javascript:alert(1)', 'GET', /to javascript:/],
    ['to another protocol', 'ftp://a.test/z', 'GET', /to ftp:/],
    ['to a URL with a user name', 'https://me:pass@a.test/z', 'GET', /user name/],
    ['to an invalid URL', 'https://[', 'GET', /not a URL/],
    ['without a location', undefined, 'GET', /without a location/],
    ['with an empty location', '', 'GET', /without a location/],
    ['for a POST', '/z', 'POST', /writes are not redirected/],
    ['for a PATCH', '/z', 'PATCH', /writes are not redirected/],
    ['for a DELETE', '/z', 'DELETE', /writes are not redirected/],
  ])('a redirect %s is rejected', (_title, location, method, words) => {
    const rejected = () => target(location, 'https://a.test/x', method);
    expect(rejected).toThrow(ProtocolError);
    expect(rejected).toThrow(words);
    expect(rejected).toThrow(`${method} https://a.test/x`);
  });
});

import { describe, expect, test } from 'vitest';
import { SvcError } from '../../../src/base/errors.ts';
import { type HostOptions, parseHost } from '../../../src/modules/address/hostname.ts';
import fc, { anyText, forAll, runs } from '../../support/properties.ts';
import { thrown } from '../../support/thrown.ts';

const rejectionOf = (text: string, options?: HostOptions) => thrown(() => parseHost(text, options));

describe('a host is normalised', () => {
  test.each([
    ['a plain name stays', 'app.example.com', 'app.example.com', 'app.example.com'],
    ['capitals become small', 'App.Example.COM', 'app.example.com', 'app.example.com'],
    ['a port stays', 'example.com:8443', 'example.com:8443', 'example.com:8443'],
    ['port 443 is dropped', 'example.com:443', 'example.com', 'example.com'],
    ['leading zeros leave a port', 'example.com:08080', 'example.com:8080', 'example.com:8080'],
    ['port 443 with zeros is dropped too', 'example.com:000443', 'example.com', 'example.com'],
    ['the highest port is fine', 'example.com:65535', 'example.com:65535', 'example.com:65535'],
    ['Unicode is compared as punycode', 'Испытание.com', 'xn--80akhbyknj4f.com', 'испытание.com'],
    ['Unicode keeps its port', 'münchen.example:8080', 'xn--mnchen-3ya.example:8080', 'münchen.example:8080'],
    ['an ideographic full stop is a dot', 'example。com', 'example.com', 'example.com'],
    ['fullwidth letters are folded', 'ｅｘａｍｐｌｅ.com', 'example.com', 'example.com'],
    ['an IPv4 address is a host', '127.0.0.1:8080', '127.0.0.1:8080', '127.0.0.1:8080'],
  ])('a host is normalised: %s', (_title, text, ascii, display) => {
    expect(parseHost(text)).toEqual({ ascii, display });
  });

  test.each([
    ['localhost is fine in a setting', 'localhost:8080', 'localhost:8080', 'localhost:8080'],
    ['punycode is fine in a setting', 'xn--mnchen-3ya.example', 'xn--mnchen-3ya.example', 'münchen.example'],
    ['two hyphens are fine in a setting', 'my--registry.example', 'my--registry.example', 'my--registry.example'],
  ])('a host is normalised: %s', (_title, text, ascii, display) => {
    expect(parseHost(text, { typed: 'setting' })).toEqual({ ascii, display });
  });
});

describe('a host is rejected with its reason', () => {
  test.each([
    ['nothing', '', 'it is empty'],
    ['an https URL', 'https://example.com/x', 'it starts with a scheme'],
    ['an http scheme without slashes', 'http:example.com', 'it starts with a scheme'],
    ['another scheme', 'ssh://example.com', 'it starts with a scheme'],
    ['a path', 'example.com/modules', 'it is more than a host and a port'],
    ['a user', 'me@example.com', 'it is more than a host and a port'],
    ['a query', 'example.com?x', 'it is more than a host and a port'],
    ['a backslash', 'example.com\\x', 'it is more than a host and a port'],
    ['an IPv6 address in brackets', '[::1]:8080', 'IPv6 addresses are not supported'],
    ['a bare IPv6 address', '::1', 'it has more than one colon'],
    ['two ports', 'example.com:1:2', 'it has more than one colon'],
    ['an empty port', 'example.com:', 'its port is not a number'],
    ['a port in letters', 'example.com:https', 'its port is not a number'],
    ['a signed port', 'example.com:+80', 'its port is not a number'],
    ['a port in other digits', 'example.com:８０', 'its port is not a number'],
    ['a port too high', 'example.com:65536', 'its port is not a number from 1 to 65535'],
    ['port zero', 'example.com:0', 'its port is not a number from 1 to 65535'],
    ['a port alone', ':8080', 'it has an empty label'],
    ['two dots in a row', 'example..com', 'it has an empty label'],
    ['a dot in front', '.example.com', 'it has an empty label'],
    ['a dot at the end', 'example.com.', 'it has an empty label'],
    ['punycode', 'xn--mnchen-3ya.example', 'it is written in punycode'],
    ['punycode in capitals', 'XN--mnchen-3ya.example', 'it is written in punycode'],
    ['punycode in fullwidth letters', 'ｘｎ--mnchen-3ya.example', 'it is written in punycode'],
    ['hyphens where punycode has them', 'my--registry.example', 'it is written in punycode'],
    ['a space', 'exam ple.com', 'it contains a character that is not allowed in a host name'],
    ['a percent sign', 'ex%61mple.com', 'it contains a character that is not allowed in a host name'],
    ['an invisible hyphen', 'exam\u00adple.com', 'it contains a character that is not allowed in a host name'],
    ['a line break', 'example.com\n', 'it contains a character that is not allowed in a host name'],
    ['an underscore', 'my_registry.example.com', '"my_registry" is not a label'],
    ['a hyphen in front', '-example.com', '"-example" is not a label'],
    ['a hyphen at the end of a label', 'example-.com', '"example-" is not a label'],
    ['a label too long', `${'a'.repeat(64)}.com`, 'one of its labels is longer than 63 characters'],
    ['a name too long', `${'a.'.repeat(130)}com`, 'it is longer than 253 characters'],
    ['a short IPv4 address', '127.1', 'it reads as an IPv4 address'],
    ['a hexadecimal IPv4 address', '0x7f.0.0.1', 'it reads as an IPv4 address'],
    ['a name without a dot', 'localhost', 'the host of a module address must contain a dot'],
    ['a name without a dot, with a port', 'localhost:8080', 'the host of a module address must contain a dot'],
  ])('a host is rejected with its reason: %s', (_title, text, reason) => {
    const error = rejectionOf(text);
    expect(error.message).toContain(reason);
    expect(error.hint).toBeTruthy();
  });

  test.each([
    ['punycode is answered with the readable name', 'xn--mnchen-3ya.example', 'münchen.example'],
    ['a URL is answered with its host', 'https://example.com:8443/modules', ' example.com:8443'],
    ['localhost is answered with the flag', 'localhost', '--registry localhost'],
  ])('the hint for a rejected host says what to write: %s', (_title, text, hint) => {
    expect(rejectionOf(text).hint).toContain(hint);
  });

  test('a host in a setting is rejected if it starts with a scheme', () => {
    expect(rejectionOf('https://localhost', { typed: 'setting' }).message).toContain('it starts with a scheme');
  });
});

describe('random text', () => {
  const hostLike = fc.stringMatching(/^[a-zA-Zäж0-9.:_\-%。/@[\]]{0,30}$/);

  test('parsing any text gives a host or an SvcError', () => {
    forAll([fc.oneof(anyText(), hostLike)], runs(2000), (text) => {
      try {
        expect(parseHost(text).ascii).toMatch(/^[a-z0-9.-]+(:\d+)?$/);
      } catch (error) {
        expect(error).toBeInstanceOf(SvcError);
      }
    });
  });

  test('normalising a host twice changes nothing, and a URL keeps the host', () => {
    forAll([fc.domain(), fc.nat(65535)], (domain, port) => {
      let host: string;
      try {
        host = parseHost(`${domain}:${port}`, { typed: 'setting' }).ascii;
      } catch {
        return;
      }
      expect(parseHost(host, { typed: 'setting' }).ascii).toBe(host);
      expect(new URL(`https://${host}/`).host).toBe(host);
    });
  });
});

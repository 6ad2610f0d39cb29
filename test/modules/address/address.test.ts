import { describe, expect, test } from 'vitest';
import { SvcError } from '../../../src/base/errors.ts';
import {
  cleanSubdir,
  formatAddress,
  parseAddress,
  parseStockAddress,
  splitSubdir,
} from '../../../src/modules/address/address.ts';
import fc, { anyText, forAll, runs } from '../../support/properties.ts';
import { thrown } from '../../support/thrown.ts';

const rejectionOf = (text: string) => thrown(() => parseAddress(text));

/** An address with its host and constraint as plain text. */
function flat(text: string) {
  const { host, constraint, text: _text, ...rest } = parseAddress(text);
  const all = { ...rest, host: host?.ascii, constraint: constraint?.text };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const consul = { namespace: 'hashicorp', name: 'consul', provider: 'aws' };

describe('an address is read', () => {
  test.each([
    ['three parts', 'hashicorp/consul/aws', consul],
    ['white space around it is dropped', ' hashicorp/consul/aws\n', consul],
    ['four parts start with a host', 'app.example.com/hashicorp/consul/aws', { ...consul, host: 'app.example.com' }],
    ['a host with a port', 'app.example.com:8443/hashicorp/consul/aws', { ...consul, host: 'app.example.com:8443' }],
    ['a host is normalised', 'München.example:443/hashicorp/consul/aws', { ...consul, host: 'xn--mnchen-3ya.example' }],
    ['gitlab.com is a registry', 'gitlab.com/hashicorp/consul/aws', { ...consul, host: 'gitlab.com' }],
    ['capitals stay', 'HashiCorp/Consul_1-x/aws2', { namespace: 'HashiCorp', name: 'Consul_1-x', provider: 'aws2' }],
    [
      '64 characters are fine',
      `${'n'.repeat(64)}/${'m'.repeat(64)}/${'p'.repeat(64)}`,
      { namespace: 'n'.repeat(64), name: 'm'.repeat(64), provider: 'p'.repeat(64) },
    ],
    ['a folder', 'hashicorp/consul/aws//modules/agents', { ...consul, subdir: 'modules/agents' }],
    ['a folder is cleaned', 'hashicorp/consul/aws//./modules//x/../agents/', { ...consul, subdir: 'modules/agents' }],
    ['an empty folder is ignored', 'hashicorp/consul/aws//', consul],
    ['the top folder is ignored', 'hashicorp/consul/aws//./x/..', consul],
    ['an exact version', 'hashicorp/consul/aws@1.2.3', { ...consul, version: '1.2.3' }],
    ['an exact version with a v', 'hashicorp/consul/aws@v1.2.3', { ...consul, version: '1.2.3' }],
    ['an exact version of four numbers', 'hashicorp/consul/aws@1.2.3.4', { ...consul, version: '1.2.3.4' }],
    ['an exact prerelease', 'hashicorp/consul/aws@1.2.3-beta.1+m', { ...consul, version: '1.2.3-beta.1+m' }],
    ['an exact prerelease without a dash', 'hashicorp/consul/aws@1.2.3rc1', { ...consul, version: '1.2.3-rc1' }],
    ['= is a constraint', 'hashicorp/consul/aws@=1.2.3', { ...consul, constraint: '=1.2.3' }],
    ['a short version is a constraint', 'hashicorp/consul/aws@1.2', { ...consul, constraint: '1.2' }],
    ['~> is a constraint', 'hashicorp/consul/aws@~> 1.2', { ...consul, constraint: '~> 1.2' }],
    ['a list is a constraint', 'hashicorp/consul/aws@ >= 1, < 2 ', { ...consul, constraint: '>= 1, < 2' }],
    [
      'all parts together',
      'h.test/hashicorp/consul/aws//x@1.0.0',
      { ...consul, host: 'h.test', subdir: 'x', version: '1.0.0' },
    ],
    ['a folder may contain an @', 'hashicorp/consul/aws//a@b@1.0.0', { ...consul, subdir: 'a@b', version: '1.0.0' }],
  ])('an address is read: %s', (_title, text, expected) => {
    expect(flat(text)).toEqual(expected);
  });

  test('an address keeps the text as typed, without outer spaces', () => {
    expect(parseAddress(' a/b/c@v1.0.0 ').text).toBe('a/b/c@v1.0.0');
  });
});

test.each([
  'git::https://me:s3cret@host.example/acme.git',
  'https://me:s3cret@h.example/x',
  'acme/label/null?token=s3cret',
  'acme/label/null?foo=s3cret',
  'me:s3cret@h.example/acme/label/null',
  '//me:s3cret@h.example/acme/label',
])('the error for %s does not repeat the secret in the address', (text) => {
  const { hint, message } = rejectionOf(text);
  expect(`${message} ${hint}`).not.toContain('s3cret');
});

describe('an address is rejected with its reason', () => {
  test.each([
    ['an empty text', '', 'it is empty'],
    ['one part', 'consul', 'it has 1 component'],
    ['two parts', 'hashicorp/consul', 'it has 2 components between slashes, not 3 (or 4 with a host)'],
    ['five parts', 'example.com/hashicorp/consul/aws/agents', 'it has 5 components'],
    ['a host and two parts', 'example.com/hashicorp/consul', 'the host "example.com" must be followed by a namespace'],
    ['a port and two parts', 'localhost:8080/hashicorp/consul', 'the host "localhost:8080" must be followed by'],
    ['a folder too early', 'hashicorp//consul/aws', 'it has 1 component'],
    ['a current folder', './consul', 'it is a local path'],
    ['a parent folder', '../consul', 'it is a local path'],
    ['the current folder alone', '.', 'it is a local path'],
    ['a Windows folder', '.\\consul', 'it is a local path'],
    ['a Windows drive', 'C:\\consul', 'it is a local path'],
    ['an absolute path', '/srv/consul', 'it is a local path'],
    ['a home folder', '~/consul', 'it is a local path'],
    ['a URL', 'https://example.com/consul.zip', 'it is a URL'],
    ['a forced source', 'git::https://example.com/consul.git', 'it is a URL'],
    ['an scp-like address', 'git@github.com:hashicorp/consul.git', 'it is the address of a git repository'],
    ['a query', 'hashicorp/consul/aws?ref=v1', 'module addresses have no query'],
    ['a reserved host', 'github.com/hashicorp/consul/aws', 'github.com cannot be the host of a registry: it is'],
    ['another reserved host', 'bitbucket.org/hashicorp/consul/aws', 'bitbucket.org cannot be the host of a registry'],
    ['a reserved host in capitals', 'GitHub.com/hashicorp/consul/aws', 'github.com cannot be the host of a registry'],
    ['a host without a dot', 'localhost/hashicorp/consul/aws', 'the host of a module address must contain a dot'],
    ['a host in punycode', 'xn--mnchen-3ya.example/hashicorp/consul/aws', 'it is written in punycode'],
    ['a host with a bad port', 'example.com:99999/hashicorp/consul/aws', 'its port is not a number from 1 to 65535'],
    ['an empty host', '/hashicorp/consul/aws', 'it is a local path'],
    ['a name with a control character', 'hashicorp/con\u0007sul/aws', 'the name "con\\u0007sul" contains white'],
    ['a name with a blank', 'hashicorp/con sul/aws', 'the name "con sul" contains white space or'],
    ['a name that reverses text', 'hashicorp/con\u202esul/aws', 'an invisible character'],
    ['a name with a backslash', 'hashicorp/con\\sul/aws', 'contains one of'],
    ['a name that is a step', 'hashicorp/../aws', 'the name ".." is not allowed'],
    ['an empty provider', 'hashicorp/consul/', 'the provider is empty'],
    ['a folder outside', 'hashicorp/consul/aws//../x', 'the folder "../x" is outside the module'],
    ['a folder outside by a detour', 'hashicorp/consul/aws//a/../../x', 'is outside the module'],
    ['the parent folder alone', 'hashicorp/consul/aws//..', 'is outside the module'],
    ['a folder with backslashes', 'hashicorp/consul/aws//a\\..\\..', 'is outside the module, or contains a backslash'],
    ['an empty version', 'hashicorp/consul/aws@', 'nothing follows the @'],
    ['latest', 'hashicorp/consul/aws@latest', '"latest" is not a version'],
    ['a bad version', 'hashicorp/consul/aws@one', '"one" is not a version constraint'],
    ['more than 8 KiB', `a/b/c//${'../'.repeat(2800)}`, 'A module address of 8407 characters is longer than 8 KiB'],
    ['a bad constraint', 'hashicorp/consul/aws@^1.2', 'the operator ^ is not supported'],
  ])('an address is rejected with its reason: %s', (_title, text, reason) => {
    const error = rejectionOf(text);
    expect(error.message).toContain(reason);
    expect(error.hint).toBeTruthy();
  });

  // docs/protocol/registry.md#module-object: namespace, name and provider are each a "string".
  test.each([
    ['a hyphen before a namespace', '-hashicorp/consul/aws', 'the namespace "-hashicorp" is not 1 to 64 ASCII'],
    ['a namespace that ends with an underscore', 'hashicorp_/consul/aws', 'the namespace "hashicorp_" is not'],
    ['a namespace too long', `${'n'.repeat(65)}/consul/aws`, 'the namespace "nnn'],
    ['a namespace with a dot, behind a host', 'example.com/hashi.corp/consul/aws', 'the namespace "hashi.corp" is not'],
    ['a name with a dot', 'hashicorp/con.sul/aws', 'the name "con.sul" is not'],
    ['a name in other letters', 'hashicorp/консул/aws', 'the name "консул" is not'],
    ['a provider in capitals', 'hashicorp/consul/AWS', 'the provider "AWS" is not 1 to 64 lower-case letters'],
    ['a provider with a hyphen', 'hashicorp/consul/aws-gov', 'the provider "aws-gov" is not'],
  ])('accepts an address with %s, which the grammar of the stock tool rejects', (_title, text, reason) => {
    expect(parseAddress(text).odd).toEqual([expect.stringContaining(reason)]);
    expect(formatAddress(parseAddress(text))).toBe(text);
    expect(() => parseStockAddress(text)).toThrow(reason);
  });

  test.each([
    ['a registry URL by its address', 'https://example.com/hashicorp/consul/aws', 'example.com/hashicorp/consul/aws'],
    [
      "a registry's web page is answered with the address",
      'https://registry.example.com/modules/hashicorp/consul/aws',
      ' registry.example.com/hashicorp/consul/aws',
    ],
    [
      '@latest is answered with the address alone',
      'hashicorp/consul/aws@latest',
      'For the newest version, type hashicorp/consul/aws',
    ],
    ['a query is answered with @VERSION', 'hashicorp/consul/aws?ref=v1', '@VERSION'],
    ['a short address is answered with the grammar', 'hashicorp/consul', 'NAMESPACE/NAME/PROVIDER'],
    ['a slash at the end is answered with the address alone', 'hashicorp/consul/aws/', 'Type hashicorp/consul/aws'],
    [
      'a slash at the end of an address with a host',
      'example.com/hashicorp/consul/aws/',
      'Type example.com/hashicorp/consul/aws',
    ],
    ['a version behind a slash is answered with @', 'hashicorp/consul/aws/1.2.0', 'Type hashicorp/consul/aws@1.2.0'],
    ['a version behind a slash of an address with a host', 'example.com/a/b/c/v1.2', 'Type example.com/a/b/c@v1.2'],
    [
      'a folder behind the version is answered with the folder first',
      'hashicorp/consul/aws@1.0.0//modules/agents',
      'Type hashicorp/consul/aws//modules/agents@1.0.0',
    ],
    [
      'a host without a dot is answered with the flag and the rest',
      'localhost/hashicorp/consul/aws',
      'Omit it from the address: hashicorp/consul/aws --registry localhost',
    ],
    [
      'plain http on this machine is answered with a mapping',
      'http://127.0.0.1:4000/hashicorp/consul/aws',
      '127.0.0.1:4000/hashicorp/consul/aws --registry 127.0.0.1:4000=http://127.0.0.1:4000',
    ],
  ])('an address is rejected with its reason: %s', (_title, text, hint) => {
    expect(rejectionOf(text).hint).toContain(hint);
  });
});

describe('splits a source into the address and the folder', () => {
  test.each([
    ['no folder', 'a/b/c', 'a/b/c', ''],
    ['a folder', 'a/b/c//d', 'a/b/c', 'd'],
    ['a scheme is not a folder', 'https://h/a.zip', 'https://h/a.zip', ''],
    ['a scheme and a folder', 'https://h/a.zip//d', 'https://h/a.zip', 'd'],
    ['the query goes back to the source', 'https://h/a//d?x=1', 'https://h/a?x=1', 'd'],
    ['slashes in the query are no folder', 'https://h/a?u=http://x//y', 'https://h/a?u=http://x//y', ''],
    ['a scheme in the query is not a scheme', 'h/a//d?u=http://x', 'h/a?u=http://x', 'd'],
    ['the first // is the one that counts', 'a//b//c', 'a', 'b//c'],
  ])('splits a source into the address and the folder: %s', (_title, text, source, folder) => {
    expect(splitSubdir(text)).toEqual([source, folder]);
  });

  test('a cleaned folder path has no leading slash and no empty, "." or ".." segment', () => {
    forAll([fc.stringMatching(/^[a./]{0,12}$/)], runs(3000), (text) => {
      const clean = cleanSubdir(text);
      if (clean) expect(clean).not.toMatch(/^\/|(^|\/)\.{0,2}(\/|$)/);
    });
  });
});

describe('any address', () => {
  const name = fc.stringMatching(/^[0-9A-Za-z]([0-9A-Za-z_-]{0,62}[0-9A-Za-z])?$/);
  const folder = fc.stringMatching(/^[a-z*@][a-z@ ]{0,5}(\/[a-z]{1,4}){0,2}$/);
  const asked = fc.constantFrom('', '1.2.3', '1.2.3-rc.1', '1.2', '~> 1.2', '>= 1, < 2', '=1.0.0', '!=2');
  const host = fc.oneof(fc.constantFrom('', 'münchen.example', 'example.com:8443'), fc.domain());
  const parts = fc.record({
    host,
    namespace: name,
    name,
    provider: fc.stringMatching(/^[0-9a-z]{1,64}$/),
    folder,
    asked,
  });

  test('any address is the same after it is parsed, formatted and parsed again', () => {
    forAll([parts], runs(1000), ({ host, namespace, name, provider, folder, asked }) => {
      const subdir = asked ? folder : folder.replaceAll('@', 'a').trim();
      const text = `${host && `${host}/`}${namespace}/${name}/${provider}//${subdir}${asked && `@${asked}`}`;
      if (/^..--/m.test(host.replaceAll('.', '\n')) || /^(github\.com|bitbucket\.org)$/.test(host)) return;
      const { text: typed, ...address } = parseAddress(text);
      expect({ ...address, typed }).toMatchObject({ namespace, name, provider, subdir, typed: text });
      const { text: _again, ...again } = parseAddress(formatAddress(address));
      expect(again).toEqual(address);
    });
  });

  test('parsing any text gives an address or an SvcError', () => {
    const near = fc.stringMatching(/^[a-zA-Z0-9._/@:?\-~>=, \\%]{0,30}$/);
    forAll([fc.oneof(anyText(), near)], runs(3000), (text) => {
      try {
        expect(parseAddress(text).namespace).not.toMatch(/^\.{0,2}$|[\s\\@]/);
        expect(parseStockAddress(text).namespace).toMatch(/^[0-9A-Za-z]/);
      } catch (error) {
        expect(error).toBeInstanceOf(SvcError);
      }
    });
  });
});

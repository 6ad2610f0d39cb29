import { describe, expect, test } from 'vitest';
import { CheckFailedError, ProtocolError, SvcError } from '../../../src/base/errors.ts';
import { maskLocation } from '../../../src/base/secrets.ts';
import { parseLocation } from '../../../src/modules/fetch/location.ts';
import fc, { anyText, forAll, runs } from '../../support/properties.ts';
import { thrown } from '../../support/thrown.ts';

const asked = new URL('https://registry.example.com/v1/modules/hashicorp/consul/aws/1.2.3/download');
const base = 'https://registry.example.com/v1/modules/hashicorp/consul/aws/1.2.3';
const [md5, sha1, sha256, sha512] = [32, 40, 64, 128].map((length) => 'aF'.repeat(length / 2)) as [
  string,
  string,
  string,
  string,
];

/** A location with its URLs as text, without what is undefined and without the text to print. */
function flat(raw: string, downloadUrl = asked) {
  const { display: _display, ...location } = parseLocation(raw, downloadUrl);
  return JSON.parse(JSON.stringify(location)) as unknown;
}

const errorOf = (raw: string, downloadUrl = asked) => thrown(() => parseLocation(raw, downloadUrl));

const archive = (url: string, format = 'tar.gz', subdir?: string) => ({ kind: 'archive', url, format, subdir });
const git = (url: string, more = {}) => ({ kind: 'git', url, ...more });

describe('a location that is an archive', () => {
  test.each([
    ['by its https URL', 'https://h.test/a.tar.gz', archive('https://h.test/a.tar.gz')],
    ['by a forced https URL', 'https::https://h.test/a.zip', archive('https://h.test/a.zip', 'zip')],
    ['with a scheme in capitals', 'HTTPS://h.test/a.tgz', archive('https://h.test/a.tgz')],
    ['as a plain tar', 'https://h.test/a.tar', archive('https://h.test/a.tar', 'tar')],
    ['with its ending in capitals', 'https://h.test/A.TAR.GZ', archive('https://h.test/A.TAR.GZ')],
    ['with an ending after a version', 'https://h.test/v1.2.3.zip', archive('https://h.test/v1.2.3.zip', 'zip')],
    ['by archive=', 'https://h.test/tarball/v1?archive=tar.gz', archive('https://h.test/tarball/v1')],
    ['by archive= over its ending', 'https://h.test/a.zip?archive=tgz', archive('https://h.test/a.zip')],
    ['with an empty archive=', 'https://h.test/a.zip?archive=', archive('https://h.test/a.zip', 'zip')],
    ['with parameters', 'https://h/a?b=%7E+x&archive=zip&a=1%2F&b', archive('https://h/a?b=%7E+x&a=1%2F&b', 'zip')],
    ['with a folder', 'https://h.test/a.zip//modules/x', archive('https://h.test/a.zip', 'zip', 'modules/x')],
    [
      'with a glob, as the public documents show it',
      'https://api.github.com/repos/hashicorp/terraform-aws-consul/tarball/v0.0.1//*?archive=tar.gz',
      archive('https://api.github.com/repos/hashicorp/terraform-aws-consul/tarball/v0.0.1', 'tar.gz', '*'),
    ],
    ['with a URL in it', 'https://h/a.zip?from=https://x//y', archive('https://h/a.zip?from=https://x//y', 'zip')],
    ['with user and password', 'https://me:secret@h.test/a.zip', archive('https://me:secret@h.test/a.zip', 'zip')],
    ['with an encoded space', 'https://h.test/a%20b.zip', archive('https://h.test/a%20b.zip', 'zip')],
    ['relative to the root', '/archives/a.tar.gz', archive('https://registry.example.com/archives/a.tar.gz')],
    ['relative to the endpoint', './a.tar.gz', archive(`${base}/a.tar.gz`)],
    ['from the parent', '../a.tgz', archive('https://registry.example.com/v1/modules/hashicorp/consul/aws/a.tgz')],
    ['relative, with query and folder', './a//x/../y?archive=zip&k=v', archive(`${base}/a?k=v`, 'zip', 'y')],
    ['with a blank', './a b.zip?x=c d', archive(`${base}/a%20b.zip?x=c%20d`, 'zip')],
    ['with UTF-8', 'https://h.test/\u00e9.zip?x=\u00e9', archive('https://h.test/%C3%A9.zip?x=%C3%A9', 'zip')],
    ['with a fragment, which is not sent', 'https://h.test/a.zip?x=1#x', archive('https://h.test/a.zip?x=1', 'zip')],
    ['relative, above the root', '../../../../../../../../../a.tgz', archive('https://registry.example.com/a.tgz')],
    ['like a registry address', '/a/b/c?archive=zip', archive('https://registry.example.com/a/b/c', 'zip')],
  ])('reads the location of an archive %s', (_title, raw, expected) => {
    expect(flat(raw)).toEqual(expected);
  });

  test('an archive is located over http if the registry itself is http', () => {
    const local = new URL('http://127.0.0.1:8080/v1/modules/a/b/c/1.0.0/download');
    expect(flat('http://127.0.0.1:9090/a.zip', local)).toEqual(archive('http://127.0.0.1:9090/a.zip', 'zip'));
    expect(flat('./a.zip', local)).toEqual(archive('http://127.0.0.1:8080/v1/modules/a/b/c/1.0.0/a.zip', 'zip'));
  });

  test('a relative location does not inherit the user and password of the registry', () => {
    expect(flat('/a.zip', new URL('https://me:secret@h.test/x/download'))).toEqual(
      archive('https://h.test/a.zip', 'zip'),
    );
  });
});

describe('the checksum in a location', () => {
  test.each([
    ['md5 by its length', md5, { algorithm: 'md5', digest: md5.toLowerCase() }],
    ['sha1 by its length', sha1, { algorithm: 'sha1', digest: sha1.toLowerCase() }],
    ['sha256 by its length', sha256, { algorithm: 'sha256', digest: sha256.toLowerCase() }],
    ['sha512 by its length', sha512, { algorithm: 'sha512', digest: sha512.toLowerCase() }],
    ['sha256 by its name', `sha256:${sha256}`, { algorithm: 'sha256', digest: sha256.toLowerCase() }],
    ['a name in capitals', `SHA256:${sha256}`, { algorithm: 'sha256', digest: sha256.toLowerCase() }],
    ['a file of sums', 'file:https://h.test/SUMS', { file: 'https://h.test/SUMS' }],
    ['an encoded file of sums', 'file%3Ahttps%3A%2F%2Fh.test%2FSUMS', { file: 'https://h.test/SUMS' }],
  ])('moves the checksum from the URL into the location: %s', (_title, sum, checksum) => {
    expect(flat(`https://h.test/a.zip?x=1&checksum=${sum}`)).toEqual({
      ...archive('https://h.test/a.zip?x=1', 'zip'),
      checksum,
    });
  });

  test.each([
    ['a wrong length', 'abc', 'its checksum is not an md5'],
    ['other characters', 'z'.repeat(64), 'its checksum is not an md5'],
    ['a name that does not fit', `sha1:${sha256}`, 'its checksum is not an md5'],
    ['an unknown name', `crc32:${sha256}`, 'its checksum is not an md5'],
    ['a second checksum', `${sha256}&checksum=${sha1}`, 'it has checksum= twice'],
    ['a local file of sums', 'file:./SUMS', 'a checksum file that is not a URL'],
    ['a file of sums over http', 'file:http://h.test/SUMS', 'points to plain http'],
  ])('a checksum with %s is rejected', (_title, sum, reason) => {
    expect(errorOf(`https://h.test/a.zip?checksum=${sum}`).message).toContain(reason);
  });
});

describe('a location that is a git repository', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  // spec: R-79
  test.each([
    [
      'as the public registry does',
      `git::https://github.com/hashicorp/terraform-aws-consul?ref=${commit}`,
      git('https://github.com/hashicorp/terraform-aws-consul', { ref: commit }),
    ],
    ['with a folder', 'git::https://h.test/r//m/x?ref=v1', git('https://h.test/r', { ref: 'v1', subdir: 'm/x' })],
    [
      'with a depth and a key',
      'git::ssh://git@h.test:2222/o/r.git?depth=1&sshkey=YWJj&ref=main',
      git('ssh://git@h.test:2222/o/r.git', { sshkey: 'YWJj', ref: 'main' }),
    ],
    ['with a + in the key', 'git::ssh://git@h.test/r?sshkey=a+b/c=', git('ssh://git@h.test/r', { sshkey: 'a+b/c=' })],
    ['with an encoded ref', 'git::https://h.test/r?ref=feature%2Fx', git('https://h.test/r', { ref: 'feature/x' })],
    [
      'with other parameters',
      'git::https://h.test/r?a=%31&ref=v1&b=2',
      git('https://h.test/r?a=%31&b=2', { ref: 'v1' }),
    ],
    ['with user and token', 'git::https://me:t%40k@h.test/r.git', git('https://me:t%40k@h.test/r.git')],
    ['in the scp form', 'git@h.test:o/r.git', git('ssh://git@h.test/o/r.git')],
    ['in the scp form with all', 'git@h.test:/o/r//x?ref=v1', git('ssh://git@h.test/o/r', { subdir: 'x', ref: 'v1' })],
    ['in the scp form, forced, as another user', 'git::me@h.test:o/r.git', git('ssh://me@h.test/o/r.git')],
    ['in the scp form, forced, without a user', 'git::h.test:o/r.git', git('ssh://h.test/o/r.git')],
    ['by the GitHub shorthand', 'github.com/o/r', git('https://github.com/o/r.git')],
    ['by GitHub shorthand with .git', 'github.com/o/r.git?ref=v1', git('https://github.com/o/r.git', { ref: 'v1' })],
    [
      'by the GitHub shorthand with a folder',
      'github.com/o/r/a//c',
      git('https://github.com/o/r.git', { subdir: 'a/c' }),
    ],
    ['by the GitHub shorthand of four parts', 'github.com/o/r/x', git('https://github.com/o/r.git', { subdir: 'x' })],
    ['by the forced GitHub shorthand', 'git::github.com/o/r', git('https://github.com/o/r.git')],
    ['by the GitLab shorthand', 'gitlab.com/o/r//x', git('https://gitlab.com/o/r.git', { subdir: 'x' })],
    ['by the Bitbucket shorthand', 'bitbucket.org/o/r', git('https://bitbucket.org/o/r.git')],
  ])('reads the location of a git repository %s', (_title, raw, expected) => {
    expect(flat(raw)).toEqual(expected);
  });

  // trust: T-69
  test.each([
    ['a ref that is an option', 'git::https://h.test/r?ref=--upload-pack=x', 'is not a git ref'],
    ['a ref with two dots', 'git::https://h.test/r?ref=a..b', 'is not a git ref'],
    ['a ref with a space', 'git::https://h.test/r?ref=a%20b', 'is not a git ref'],
    ['a ref with a line break', 'git::https://h.test/r?ref=a%0ab', 'is not a git ref'],
    ['a ref with a colon', 'git::https://h.test/r?ref=a:b', 'is not a git ref'],
    ['a ref that ends in .lock', 'git::https://h.test/r?ref=a.lock', 'is not a git ref'],
    ['an empty ref', 'git::https://h.test/r?ref=', 'its ref= is empty'],
    ['two refs', 'git::https://h.test/r?ref=a&ref=b', 'it has ref= twice'],
    ['a key that is not base64', 'git::ssh://git@h.test/r?sshkey=$x', 'its sshkey is not base64'],
    ['a host that is an option', 'git::ssh://-oProxyCommand=x/r', 'it is not a valid git URL'],
    ['a port above 65535', 'git::https://h.test:99999/r.git', 'it is not a valid git URL'],
    ['an encoded host', 'git::ssh://%2doProxyCommand/r', 'it is not a valid git URL'],
    ['a user that is an option', 'git::ssh://-l@h.test/r', 'it is not a valid git URL'],
    ['an encoded user over ssh', 'git::ssh://%2dl@h.test/r', 'it is not a valid git URL'],
    ['a path that is an option', 'git::git@h.test:-x', 'it is not a valid git URL'],
    ['a path in the place of a port', 'git::ssh://git@h.test:o/r.git', 'it is not a valid git URL'],
    ['no path', 'git::https://h.test', 'it is not a valid git URL'],
    ['a checksum', `git::https://h.test/r?checksum=${sha256}`, 'archive= and checksum= do not apply to git'],
    ['archive=', 'git::https://h.test/r?archive=zip', 'archive= and checksum= do not apply to git'],
  ])('a git location with %s is rejected', (_title, raw, reason) => {
    const error = errorOf(raw);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain(reason);
  });
});

describe('a location that the protocol does not allow', () => {
  // trust: T-63, T-69
  test.each([
    ['nothing', '', 'gave no download location'],
    ['white space', '  ', 'gave no download location'],
    ['a tab', 'https://h.test/a\t.zip', 'it contains a line break or a control character'],
    ['a line break', 'https://h.test/a.zip\nX: y', 'it contains a line break or a control character'],
    ['a space in the host', 'https://h .example/a.zip', 'it is not a valid URL'],
    ['a null', 'https://h.test/a\u0000.zip', 'it contains a line break or a control character'],
    ['a C1 control', 'https://h.test/\u009b.zip', 'it contains a line break or a control character'],
    ['a bidi override', 'https://h.test/\u202e.zip', 'it contains a line break or a control character'],
    ['an encoded line break', 'https://h.test/a%0d%0a.zip', 'it contains an encoded control character'],
    ['a backslash', 'https:\\\\h.test\\a.zip', 'it contains a backslash'],
    ['a backslash that would become a host', '/\\h.test/a.zip', 'it contains a backslash'],
    ['a host without a scheme', '//h.test/a.zip', 'it names another host without a scheme'],
    ['a git repository with a fragment', 'git::https://h.test/r#x', 'it has a fragment'],
    ['an option', '--upload-pack=x', 'it starts with a hyphen'],
    ['an option to git', 'git::--upload-pack=x', 'it starts with a hyphen'],
    ['a URL without a host', 'https:///a.zip', 'it is not a valid URL'],
    ['a URL with a bad host', 'https://h%00.example/a.zip', 'it contains an encoded control character'],
    ['a URL whose host is an option', 'https://-h.test/a.zip', 'it is not a valid URL'],
    ['a URL with a bad port', 'https://h.test:99999/a.zip', 'it is not a valid URL'],
    ['a folder outside', 'https://h.test/a.zip//../x', 'its //folder is outside the archive'],
    ['a relative location with a folder outside', './a.zip//x/../../y', 'its //folder is outside the archive'],
    ['a shorthand with a folder outside', 'github.com/o/r/../../x', 'its //folder is outside the archive'],
    ['a registry address', 'hashicorp/consul/aws', 'it is the address of a module in a registry'],
    [
      'a registry address with a host',
      'example.com/hashicorp/consul/aws//x',
      'it is the address of a module in a registry',
    ],
    [
      'a registry address at gitlab.com',
      'gitlab.com/hashicorp/consul/aws',
      'it is the address of a module in a registry',
    ],
    ['a name', 'consul.zip', 'it is a local path or a name without a scheme'],
    ['a folder', 'modules/consul', 'it is a local path or a name'],
    ['a home folder', '~/consul', 'it is a local path or a name'],
    ['a Windows drive', 'C:/consul.zip', 'it is a local path or a name'],
    ['the current folder', '.', 'it is a local path or a name'],
    ['a host without a scheme and slashes', 'h.test/a.zip', 'it is a local path or a name'],
    ['an scp-like address of another user', 'me@h.test:a.zip', 'it is a local path or a name'],
  ])('a location that the protocol does not allow is a protocol error: %s', (_title, raw, reason) => {
    const error = errorOf(raw);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toContain(reason);
    expect(error.hint).toBeTruthy();
  });
});

test.each([
  ['archive=false', 'https://h.test/a.zip?archive=false', 'https://h.test/a.zip'],
  ['no ending', 'https://h.test/modules/a', 'https://h.test/modules/a'],
  ['an ending in the query alone', 'https://h.test/a?name=a.zip', 'https://h.test/a?name=a.zip'],
  ['an ending without a dot', 'https://h.test/azip', 'https://h.test/azip'],
  ['a relative path without an ending', '/srv/git/mod?k=v', 'https://h.test/srv/git/mod?k=v'],
  ['a relative path and another ending', './b.bin', 'https://h.test/v1/modules/a/b/c/1.0.0/b.bin'],
  ['archive=false at the registry', '/srv/mod?archive=false', 'https://h.test/srv/mod'],
])('a URL with %s is requested as a page that may name the archive', (_title, raw, url) => {
  expect(parseLocation(raw, new URL('https://h.test/v1/modules/a/b/c/1.0.0/download'))).toMatchObject({
    kind: 'page',
    url: new URL(url),
  });
});

describe('a location of a kind that svc does not fetch', () => {
  test.each([
    ['Mercurial', 'hg::https://h.test/b/a.zip', 'is unsupported: hg::'],
    ['Mercurial', 'hg::https://h.test/r', 'is unsupported: hg::'],
    ['a forced file', 'file::/srv/a.zip', 'is unsupported: file::'],
    ['a file URL', 'file:///srv/a.zip', 'is unsupported: file://'],
    ['a file URL without slashes', 'file:/srv/a.zip', 'is unsupported: file://'],
    ['a command', 'ext::sh', 'is unsupported: ext::'],
    ['a command inside git', 'git::ext::sh', 'is unsupported: ext:: inside git::'],
    ['a forced way in capitals', 'GIT::https://h.test/r', 'is unsupported: GIT::'],
    ['ftp', 'ftp://h.test/a.zip', 'is unsupported: ftp://'],
    ['ftp, forced as http', 'https::ftp://h.test/a.zip', 'is unsupported: ftp://'],
    ['ssh without git::', 'ssh://git@h.test/r', 'is unsupported: ssh://'],
    ['git over its own protocol', 'git::git://h.test/r', 'is unsupported: git over git://'],
    ['git of a file URL', 'git::file:///srv/r', 'is unsupported: git over file://'],
    ['git of a local path', 'git::/srv/r', 'is unsupported: a local git repository'],
    ['git of a relative path', 'git::./r', 'is unsupported: a local git repository'],
    ['tar.bz2', 'https://h.test/a.tar.bz2', 'is unsupported: the archive format "tar.bz2"'],
    ['tar.xz', 'https://h.test/a.tar.xz', 'is unsupported: the archive format "tar.xz"'],
    ['tar.zst', 'https://h.test/a.tar.zst', 'is unsupported: the archive format "tar.zst"'],
    ['a single compressed file', 'https://h.test/main.tf.gz', 'is unsupported: the archive format "gz"'],
    ['another archive=', 'https://h.test/a.zip?archive=rar', 'is unsupported: the archive format "rar"'],
    ['http from an https registry', 'http://h.test/a.zip', 'answers over https but points to plain http'],
    ['git over http from an https registry', 'git::http://h.test/r', 'answers over https but points to plain http'],
    ['git over http in capitals', 'git::HTTP://h.test/r', 'answers over https but points to plain http'],
  ])('rejects a location that svc does not fetch and names its kind: %s', (_title, raw, reason) => {
    const error = errorOf(raw);
    expect(error).toBeInstanceOf(CheckFailedError);
    expect(error.message).toContain(reason);
    expect(error.hint).toBeTruthy();
  });

  test.each(['ssh://git@h.test/r', 'git://h.test/r', 'git::git://h.test/r', 'git::file:///srv/r'])(
    'rejects a location such as %s and lists the supported forms',
    (raw) => {
      expect(errorOf(raw).hint).toContain('git::https://… or git::ssh://…');
    },
  );
});

describe('secrets of a location', () => {
  test.each([
    ['user and password', 'https://me:secret@h/a.zip', 'https://***@h/a.zip'],
    ['a user with an @', 'https://me@x:secret@h/a.zip', 'https://***@h/a.zip'],
    ['signed values', 'https://h/a?X-Amz-Signature=abc&archive=zip&t', 'https://h/a?X-Amz-Signature=***&archive=zip&t'],
    ['a key, but not the ref', 'git::ssh://git@h/r?ref=v1&sshkey=YWJj', 'git::ssh://git@h/r?ref=v1&sshkey=***'],
    ['not the account of ssh', 'ssh://git@h/r.git', 'ssh://git@h/r.git'],
    ['not the account in the scp form', 'git@h:o/r.git', 'git@h:o/r.git'],
    ['not the account in the scp form after git::', 'git::git@h:o/r.git', 'git::git@h:o/r.git'],
    ['a password in the scp form after git::', 'git::git:secret@h:o/r.git', 'git::***@h:o/r.git'],
    ['a password for ssh', 'git::ssh://git:secret@h/r', 'git::ssh://***@h/r'],
    ['an account with an @ for ssh', 'ssh://a@b:secret@h/r', 'ssh://***@h/r'],
    ['not other parameters', './a.zip//x?checksum=abc', './a.zip//x?checksum=abc'],
  ])('secrets of a location are masked: %s', (_title, text, masked) => {
    expect(maskLocation(text)).toBe(masked);
  });

  test('secrets of a location are neither printed nor in an error', () => {
    expect(parseLocation('https://me:secret@h.test/a.zip?sig=hidden', asked).display).toBe(
      'https://***@h.test/a.zip?sig=***',
    );
    expect(errorOf('https://me:secret@h.test/a.tar.xz?sig=hidden').message).not.toMatch(/secret|hidden/);
  });

  test('a long location is cut in an error', () => {
    expect(errorOf(`https://h.test/${'a'.repeat(8_000)}.tar.xz`).message.length).toBeLessThan(500);
  });
});

// trust: T-64
test('rejects a location of more than 8 KiB', () => {
  const long = (length: number) => `https://h.test/${'a'.repeat(length - 24)}.zip?a`.padEnd(length, 'a');
  expect(parseLocation(long(8192), asked)).toMatchObject({ kind: 'archive' });
  for (const raw of [long(8193), 'a::'.repeat(50_000), `ssh://${':'.repeat(150_000)}`]) {
    const words = `The download location of ${raw.length} characters is not valid: it is longer than 8 KiB.`;
    expect(errorOf(raw).message).toBe(words);
  }
});

test('masks the secrets of a location that has several colons, at signs and question marks', () => {
  expect(maskLocation(':me:secret@h')).toBe('***@h');
  expect(maskLocation('https://me:se#c?ret@h/m.zip')).toBe('https://***@h/m.zip');
  expect(maskLocation('https://h/a?b?c=secret&ref=v1&&d')).toBe('https://h/a?b?c=***&ref=v1&&d');
  expect(maskLocation('ssh://a:b@c@d/e')).toBe('ssh://***@d/e');
});

describe('random text', () => {
  const pieces = fc.constantFrom(
    ...'git:: https:// http:// ssh:// file: // / ./ ../ \\ \t - @ : ? & = # %2f %00 h.test github.com/ a b.zip .tar.gz ref= archive= checksum= é'.split(
      ' ',
    ),
  );
  const near = fc.array(pieces, { maxLength: 10 }).map((list) => list.join(''));

  // trust: T-63
  test('parsing any text gives a location with an allowed scheme or an SvcError', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), near), (raw) => {
        try {
          const location = parseLocation(raw, asked);
          // What git is given begins with no hyphen behind the scheme, user or host; elsewhere a user may.
          const whole = location.kind === 'git' ? /^(https|ssh):\/\/[^-]/i : /^https:\/\/([^/?#]*@)?[^-]/;
          expect(String(location.url)).toMatch(whole);
          expect(location.subdir ?? 'x').not.toMatch(/^\/|(^|\/)\.{0,2}(\/|$)/);
        } catch (error) {
          expect(error).toBeInstanceOf(SvcError);
        }
      }),
      { numRuns: runs(10_000), examples: [['https://-@h.test/b.zip']] },
    );
  });

  test('any relative location stays on the host of the registry', () => {
    const tail = fc.array(pieces, { maxLength: 6 }).map((list) => list.join(''));
    forAll([fc.constantFrom('/', './', '../'), tail], runs(5000), (prefix, rest) => {
      try {
        const location = parseLocation(`${prefix}${rest}?archive=zip`, asked);
        expect(location.kind !== 'git' && location.url.origin).toBe(asked.origin);
      } catch (error) {
        expect(error).toBeInstanceOf(SvcError);
      }
    });
  });
});

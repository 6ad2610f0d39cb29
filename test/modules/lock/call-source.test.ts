import { describe, expect, test } from 'vitest';
import { parseCallSource, shownSource } from '../../../src/modules/lock/call-source.ts';

describe('the source of a module call', () => {
  // Observed: the source that terraform 1.11 writes into modules.json, or prints as downloading.
  test.each([
    ['./sub', 'local', './sub'],
    ['./deeper/', 'local', './deeper'],
    ['./a//b/../c', 'local', './a/c'],
    ['../', 'local', './..'],
    ['./..', 'local', './..'],
    ['../.', 'local', './..'],
    ['..//', 'local', './..'],
    ['../../', 'local', '../..'],
    ['./m//n/..', 'local', './m'],
    ['../../outside', 'local', '../../outside'],
    ['..\\..\\outside', 'local', '../../outside'],
    ['acme/net/cloud', 'registry', 'registry.terraform.io/acme/net/cloud'],
    ['Modules.TEST:443/acme/leaf/cloud', 'registry', 'modules.test/acme/leaf/cloud'],
    ['modules.test/acme/leaf/cloud//', 'registry', 'modules.test/acme/leaf/cloud'],
    ['modules.test/acme/net/cloud//./modules//sub/', 'registry', 'modules.test/acme/net/cloud//modules/sub'],
    ['acme/cdn/aws//modules/lambda@edge', 'registry', 'registry.terraform.io/acme/cdn/aws//modules/lambda@edge'],
    ['github.com/a/b//sub?ref=v1', 'remote', 'git::https://github.com/a/b.git//sub?ref=v1'],
    ['github.com/a/b.git?ref=x', 'remote', 'git::https://github.com/a/b.git?ref=x'],
    ['bitbucket.org/a/b', 'remote', 'git::https://bitbucket.org/a/b.git'],
    ['git@example.com:a/b.git', 'remote', 'git::ssh://git@example.com/a/b.git'],
    ['git::git@example.com:a/b.git//q', 'remote', 'git::ssh://git@example.com/a/b.git//q'],
    ['git::https://example.com/x.git?ref=v1&depth=1', 'remote', 'git::https://example.com/x.git?ref=v1&depth=1'],
    ['git::https://example.com/x.git//./a//b/?ref=v1', 'remote', 'git::https://example.com/x.git//a/b?ref=v1'],
    ['git::ssh://git@example.com/x.git', 'remote', 'git::ssh://git@example.com/x.git'],
    ['https://example.com/x.zip', 'remote', 'https://example.com/x.zip'],
    ['https://example.com/x.zip//sub?archive=zip', 'remote', 'https://example.com/x.zip//sub?archive=zip'],
  ])('parses the source of a module call and writes it in the form of the stock tool: %s', (source, kind, text) => {
    expect(parseCallSource(source)).toMatchObject({ kind, text });
  });

  // trust: T-140
  test.each([
    ['git::https://u:p@example.com/x.git?ref=v1', 'git::https://***@example.com/x.git?ref=v1'],
    ['git::ssh://git@example.com/x.git', 'git::ssh://git@example.com/x.git'],
    ['git::ssh://git@example.com/x.git?sshkey=c2VjcmV0', 'git::ssh://git@example.com/x.git?sshkey=***'],
    ['https://example.com/x.zip?X-Sig=abc', 'https://example.com/x.zip?X-Sig=***'],
  ])('masks the secret of %s in the output and in the lock', (source, shown) => {
    expect(shownSource(parseCallSource(source))).toBe(shown);
  });

  // trust: T-175
  test.each([
    ['foo', 2, 'local path or a name'],
    ['.', 2, ''],
    ['/absolute', 2, 'absolute path'],
    ['C:\\modules', 2, 'absolute path'],
    ['~/modules', 2, 'absolute path'],
    ['file:///x', 2, 'absolute path'],
    ['git::file:///x', 2, 'a repository on this machine'],
    ['git::/x', 2, 'a repository on this machine'],
    ['gitlab.com/a/b', 2, 'must be followed by a namespace'],
    ['acme/net/Cloud', 2, 'lower-case'],
    ['hg::https://h.test/r', 2, 'hg::'],
    ['s3::https://s3.amazonaws.com/b/k', 2, 'a folder in a bucket'],
    ['gcs::https://h.test/storage/v1/b/k.zip', 2, 'it is not https://www.googleapis.com/storage/v1/BUCKET/OBJECT'],
    ['s3::https://h.test/b/k.zip?aws_access_key_id=AKIA', 2, 'a key in a URL'],
    ['s3::https://me:pw@h.test/b/k.zip', 2, 'it has a user name'],
    ['s3::https://h.test/b/k.zip?region=a&region=b', 2, 'it has region= twice'],
    ['s3::bucket/k.zip', 2, 's3::'],
    ['hg::https://example.com/x', 2, 'hg::'],
    ['git://example.com/x.git', 2, 'git://'],
    ['git::git://example.com/x.git', 2, 'git over git://'],
    ['acme/net/cloud/1.2.0', 2, 'the version is not part of the path'],
    ['git::https://example.com/x.git?ref=--upload-pack=evil', 2, 'not a git ref'],
    ['git::ext::sh -c evil', 2, ''],
    ['git::ssh://git:pw@example.com/x.git', 2, 'not a valid git URL'],
    ['modules.test/acme/net/cloud//../../x', 2, 'outside'],
    ['https://h.test/m.tar.gz///sub', 2, 'has an empty step: write //FOLDER'],
    ['git::https://h.test/r.git///sub?ref=v1', 2, 'has an empty step: write //FOLDER'],
    ['acme/net/cloud///sub', 2, 'has an empty step: write //FOLDER'],
  ])('rejects the source %s with exit code %d and says what to write instead', (source, exit, words) => {
    expect(() => parseCallSource(source)).toThrow(
      expect.objectContaining({
        exit,
        message: expect.stringContaining(words),
        hint: expect.stringMatching(
          /^(Valid sources|Write a path relative|Use the address|Name an archive|The folder comes)/,
        ),
      }),
    );
  });
});

// trust: T-64
test.each(['./', 'https://h.example/', 'a::', 'acme/'])('a source of more than 8 KiB is rejected (%s…)', (piece) => {
  const source = piece.repeat(Math.ceil(8193 / piece.length));
  expect(() => parseCallSource(source)).toThrow(/^A module source of 8\d{3} characters is longer than 8 KiB\.$/);
});

import { describe, expect, test } from 'vitest';
import { foldedName, portableName, segmentFault } from '../../../src/modules/archive/portable-name.ts';

const bounds = { depth: 512, pathBytes: 4096 };

describe('a name that some operating system does not support', () => {
  // trust: T-9, T-29
  test.each([
    ['', 'is empty'],
    ['/etc/passwd', 'is absolute'],
    ['//server/share', 'is a network path'],
    ['\\\\server\\share', 'is a network path'],
    ['\\etc', 'has a backslash'],
    ['a\\..\\b', 'has a backslash'],
    ['C:', 'names a drive'],
    ['c:/x', 'names a drive'],
    ['a/z:', 'names a drive'],
    ['C:x', 'has a colon (a drive or a stream on Windows)'],
    ['file.txt:stream', 'has a colon (a drive or a stream on Windows)'],
    ['..', 'has a ".." segment'],
    ['../x', 'has a ".." segment'],
    ['a/../b', 'has a ".." segment'],
    ['a/..', 'has a ".." segment'],
    ['./../a', 'has a ".." segment'],
    ['a//b', 'has an empty segment'],
    ['a//', 'has an empty segment'],
    ['a\0b', 'has a control character'],
    ['a\nb', 'has a control character'],
    ['\u001b[31m', 'has a control character'],
    ['a\u007fb', 'has a control character'],
    ['a\u009bb', 'has a control character'],
    ['a\u2028b', 'has a control character'],
    ['a\u202eb', 'has a character that reverses text'],
    ['a\u2066b', 'has a character that reverses text'],
    ['a\u200fb', 'has a character that reverses text'],
    ['a\ud800b', 'is not valid Unicode'],
    ['a?', 'has a character that Windows forbids'],
    ['a*b', 'has a character that Windows forbids'],
    ['a<b', 'has a character that Windows forbids'],
    ['a|b', 'has a character that Windows forbids'],
    ['a"b', 'has a character that Windows forbids'],
    ['a.', 'has a segment that ends in a dot or a space'],
    ['a ', 'has a segment that ends in a dot or a space'],
    ['a./b', 'has a segment that ends in a dot or a space'],
    ['...', 'has a segment that ends in a dot or a space'],
    ['CON', 'has a name that Windows reserves for a device'],
    ['nul.txt', 'has a name that Windows reserves for a device'],
    ['aux.tar.gz', 'has a name that Windows reserves for a device'],
    ['Prn /x', 'has a segment that ends in a dot or a space'],
    ['com1 .txt', 'has a name that Windows reserves for a device'],
    ['a/COM1', 'has a name that Windows reserves for a device'],
    ['COM\u00b9', 'has a name that Windows reserves for a device'],
    ['lpt\u00b3.log', 'has a name that Windows reserves for a device'],
    ['CONIN$', 'has a name that Windows reserves for a device'],
    ['.svc-01234567-1-89abcdef-0123456789abcdef.tmp', 'has a name that svc gives to temporary folders'],
    ['a/.SVC-x.TMP/b', 'has a name that svc gives to temporary folders'],
    ['a'.repeat(256), 'has a segment of more than 255 bytes'],
    ['é'.repeat(128), 'has a segment of more than 255 bytes'],
    [`${'a/'.repeat(2048)}b`, 'is longer than 4096 bytes'],
    [`${'a/'.repeat(512)}b`, 'is more than 512 folders deep'],
  ])('a name that some system does not support is rejected: %j %s', (path, reason) => {
    expect(portableName(path, bounds)).toMatchObject({ reason });
  });
});

describe('names with a colon, where colons are allowed', () => {
  const reasonOf = (path: string) => portableName(path, { ...bounds, colons: true });

  test.each(['a:b', 'C:x', 'd:d/2026-01-01T10:00', 'ab:', ':', 'svc::f.md'])(
    'accepts the name %j if colons are allowed',
    (path) => {
      expect(reasonOf(path)).toEqual({ segments: path.split('/') });
    },
  );

  // trust: T-9
  test.each(['C:', 'c:/x', '.git:x', 'git~1::$INDEX_ALLOCATION', 'a:b.', 'a:b\\c', 'a:\u202e', 'a:?', '../a:b'])(
    '%j is rejected even if colons are allowed',
    (path) => {
      expect(reasonOf(path)).toHaveProperty('reason');
    },
  );
});

describe('a clean name is split into its segments', () => {
  test.each([
    ['main.tf', ['main.tf']],
    ['./a/b', ['a', 'b']],
    ['a/./b/', ['a', 'b']],
    ['./', []],
    ['.', []],
    ['.gitignore', ['.gitignore']],
    ['COM0', ['COM0']],
    ['com10.txt', ['com10.txt']],
    ['console', ['console']],
    ['a b/ü/日本', ['a b', 'ü', '日本']],
    ['a'.repeat(255), ['a'.repeat(255)]],
    [`${'a/'.repeat(511)}b`, [...'a'.repeat(511), 'b']],
  ])('a clean name is split into its segments: %j', (path, segments) => {
    expect(portableName(path, bounds)).toEqual({ segments });
  });
});

test('checks a single path segment', () => {
  expect(segmentFault('a/b'.split('/')[0]!)).toBeUndefined();
  expect(segmentFault('nul')).toBe('has a name that Windows reserves for a device');
});

describe('names that some disk treats as the same name', () => {
  // trust: T-7
  test.each([
    ['README', 'readme'],
    ['é', 'e\u0301'],
    ['É', 'é'],
    ['ﬁle', 'file'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['\u212a', 'k'],
    ['Å', '\u212b'],
    ['a\u200db', 'ab'],
    ['ｆｕｌｌ', 'full'],
  ])('%j and %j get the same comparison key', (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other));
  });

  test('ten names that differ on every system get ten comparison keys', () => {
    const names = ['a', 'b', 'ä', 'ab', 'a-b', 'a_b', '日', '本', 'ß', 's'];
    expect(new Set(names.map(foldedName)).size).toBe(names.length);
  });
});

import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rejection } from './contained.ts';
import {
  endMarker,
  entry,
  extracted,
  type Fields,
  file,
  folder,
  longLink,
  longName,
  pax,
  paxRecord,
  sealed,
  symlink,
  tar,
} from './tar-builder.ts';

const long = `${'d'.repeat(90)}/${'e'.repeat(90)}/${'f'.repeat(90)}`;

describe('supported tar formats', () => {
  test('a ustar prefix goes before the name', async () => {
    const { tree } = await extracted(tar(entry({ prefix: 'a/b', name: 'c', content: 'x' })));
    expect(tree).toEqual({ 'a/': '', 'a/b/': '', 'a/b/c': 'x' });
  });

  test('the prefix field is ignored in a GNU header', async () => {
    const { tree } = await extracted(tar(entry({ prefix: '14566', magic: 'ustar  \0', name: 'c' })));
    expect(tree).toEqual({ c: '' });
  });

  test('a header from before POSIX is read, and a trailing slash marks a folder', async () => {
    const { tree } = await extracted(
      tar(
        entry({ name: 'old/', type: '\0', magic: '' }),
        entry({ name: 'old/f', type: '\0', magic: '', content: 'x' }),
      ),
    );
    expect(tree).toEqual({ 'old/': '', 'old/f': 'x' });
  });

  test('a name of exactly 100 bytes is read whole', async () => {
    const { tree } = await extracted(tar(file('n'.repeat(100))));
    expect(Object.keys(tree)).toEqual(['n'.repeat(100)]);
  });

  test('GNU long names and long link targets are read', async () => {
    const { tree } = await extracted(
      tar(longName(long), file('short'), longLink(`./${long}`), longName(`${long}2`), entry({ name: 'l', type: '1' })),
    );
    expect(tree).toMatchObject({ [long]: 'x', [`${long}2`]: 'x' });
  });

  test('pax path, linkpath and mtime win over the header', async () => {
    const { tree, path } = await extracted(
      tar(
        pax({ path: `${long}é`, mtime: '1234567890.5' }),
        file('short'),
        pax({ linkpath: `${long}é` }),
        symlink('link', 'elsewhere'),
      ),
    );
    expect(tree).toMatchObject({ [`${long}é`]: 'x', link: `-> ${long}é` });
    expect(statSync(join(path, `${long}é`)).mtimeMs).toBe(1_234_567_890_500);
  });

  // trust: T-18
  test('pax size wins over the size in the header', async () => {
    const block = entry({ name: 'a', size: 3 });
    const { tree } = await extracted(
      tar(pax({ size: '600' }), block, Buffer.alloc(1024, 'y').fill(0, 600), file('b', 'z')),
    );
    expect(tree).toEqual({ a: 'y'.repeat(600), b: 'z' });
  });

  test('base-256 sizes are read', async () => {
    const { tree } = await extracted(tar(entry({ name: 'a', content: 'hello', size: 5n }), file('b')));
    expect(tree).toEqual({ a: 'hello', b: 'x' });
  });

  test('mtimes are kept, on files, folders and links', async () => {
    const archive = tar(folder('d'), entry({ name: 'd/f', mtime: 1000 }), symlink('l', 'd/f'));
    const { path } = await extracted(archive);
    expect(statSync(join(path, 'd/f')).mtimeMs).toBe(1_000_000);
    expect(statSync(join(path, 'd')).mtimeMs).toBe(1_700_000_000_000);
    expect(lstatSync(join(path, 'l')).mtimeMs).toBe(1_700_000_000_000);
  });

  test.each(['-999999999999999', '999999999999999'])(
    'the impossible mtime %s is limited to a time that a disk can store',
    async (mtime) => {
      const { tree } = await extracted(tar(pax({ mtime }), file('a')));
      expect(tree).toEqual({ a: 'x' });
    },
  );

  test.each([
    [1, 'Ignored 1 global pax header.'],
    [2, 'Ignored 2 global pax headers.'],
  ])('global pax headers (%i) are ignored with a note', async (count, note) => {
    const headers = Array<Buffer>(count).fill(pax({ comment: 'abc', path: 'evil' }, 'g'));
    const { tree, notes } = await extracted(tar(...headers, file('a')));
    expect(tree).toEqual({ a: 'x' });
    expect(notes).toEqual([note]);
  });

  test('the global pax header of git archive, a comment with the commit, needs no note', async () => {
    const { tree, notes } = await extracted(tar(pax({ comment: '0123456789'.repeat(4) }, 'g'), file('a')));
    expect([tree, notes]).toEqual([{ a: 'x' }, []]);
  });

  test.each([
    ['a second key', Buffer.concat([paxRecord('comment', 'a'), paxRecord('path', 'evil')])],
    ['a line break that hides a second key', paxRecord('comment', 'a\n15 path=evil')],
    ['a malformed record', 'comment'],
  ])('a global pax header with %s gives a note', async (_, content) => {
    const { notes } = await extracted(tar(entry({ type: 'g', content }), file('a')));
    expect(notes).toEqual(['Ignored 1 global pax header.']);
  });

  // trust: T-17
  test('AppleDouble files are skipped with a note', async () => {
    const { tree, notes, files } = await extracted(tar(file('d/._a', 'junk'), file('d/a')));
    expect(tree).toEqual({ 'd/': '', 'd/a': 'x' });
    expect(files).toBe(1);
    expect(notes).toEqual(['Skipped the AppleDouble file "d/._a".']);
    const several = await extracted(tar(file('d/._a', 'junk'), file('._b'), file('d/a')));
    expect(several.notes).toEqual(['Skipped 2 AppleDouble files such as "d/._a".']);
  });

  // trust: T-17
  test('an AppleDouble file with a path outside the destination is rejected', async () => {
    expect(await rejection(tar(file('../._a'), file('a')))).toContain('".." segment');
  });
});

describe('an ambiguous tar archive', () => {
  const badChecksum = file('a');
  badChecksum[0] = 0x62;
  const header = (fields: Fields, edit: (block: Buffer) => void) => {
    const block = entry(fields);
    edit(block);
    return sealed(block);
  };
  // trust: T-15, T-18
  test.each<[string, Buffer, string]>([
    ['a wrong checksum', tar(file('ok'), badChecksum), 'checksum'],
    ['a wrong checksum in the first header', tar(badChecksum), 'checksum'],
    ['two pax headers in a row', tar(pax({ path: 'b' }), pax({ path: 'c' }), file('a')), 'stacked'],
    ['a global header after a pax header', tar(pax({ path: 'b' }), pax({ a: 'b' }, 'g'), file('a')), 'stacked'],
    ['a pax and a GNU header for one entry', tar(pax({ path: 'b' }), longName('c'), file('a')), 'stacked'],
    ['two GNU long names', tar(longName('b'), longName('c'), file('a')), 'stacked'],
    ['two GNU long links', tar(longLink('b'), longLink('c'), file('a')), 'stacked'],
    ['a pax header with nothing after it', tar(file('a'), pax({ path: 'b' })), 'not followed by its entry'],
    ['a GNU header with nothing after it', tar(file('a'), longName('b')), 'not followed by its entry'],
    ['an empty pax header', tar(entry({ type: 'x' }), file('a')), 'empty'],
    [
      'a pax key twice',
      tar(entry({ type: 'x', content: Buffer.concat([paxRecord('path', 'a'), paxRecord('path', 'b')]) }), file('a')),
      'twice',
    ],
    ['a pax record without a length', tar(entry({ type: 'x', content: 'path=b\n' }), file('a')), 'malformed'],
    ['a pax record longer than its header', tar(entry({ type: 'x', content: '99 path=b\n' }), file('a')), 'malformed'],
    ['a pax record that ends early', tar(entry({ type: 'x', content: '7 path=b\n' }), file('a')), 'malformed'],
    ['a pax record without a key', tar(entry({ type: 'x', content: '5 =b\n' }), file('a')), 'malformed'],
    ['a pax record without an equals sign', tar(entry({ type: 'x', content: '5 ab\n' }), file('a')), 'malformed'],
    ['an empty pax path', tar(pax({ path: '' }), file('a')), 'malformed'],
    ['a negative pax size', tar(pax({ size: '-1' }), file('a')), 'malformed'],
    ['a pax size in hex', tar(pax({ size: '0x10' }), file('a')), 'malformed'],
    ['a pax header in another character set', tar(pax({ hdrcharset: 'BINARY' }), file('a')), 'UTF-8'],
    ['a negative base-256 size', tar(entry({ name: 'a', size: -1n })), 'an invalid size'],
    ['a base-256 size over 2^53', tar(entry({ name: 'a', size: 2n ** 60n })), 'an invalid size'],
    ['a size that is not a number', tar(header({ name: 'a' }, (block) => block.write('12x', 124))), 'an invalid size'],
    ['a mode in letters', tar(header({ name: 'a' }, (block) => block.write('rwx', 100))), 'an invalid header'],
    ['a name not in UTF-8', tar(entry({ name: Buffer.from([0x66, 0xfc, 0x72]) })), 'the name "f\\xfcr" is not UTF-8'],
    ['a folder with content', tar(entry({ name: 'd', type: '5', content: 'x' })), 'has content'],
    ['a link with content', tar(file('a'), entry({ name: 'l', type: '2', link: 'a', content: 'x' })), 'has content'],
    ['a file with the name of a folder', tar(file('a/')), 'name of a folder'],
    ['a file that names the archive itself', tar(file('.')), 'names the archive itself'],
    ['a sparse file', tar(entry({ name: 'a', type: 'S' })), 'sparse'],
    [
      'a sparse file by its pax header',
      tar(pax({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'x' }), file('a')),
      'sparse',
    ],
    ['a multi-volume part', tar(entry({ name: 'a', type: 'M' })), 'multi-volume'],
    ['an unknown type', tar(entry({ name: 'a', type: 'Z' })), 'unknown type 0x5a'],
    ['a file after the end marker', Buffer.concat([tar(file('a')), tar(file('b'))]), 'data after the end'],
    ['a byte after the end marker', Buffer.concat([tar(file('a')), Buffer.from('\0\0x')]), 'data after the end'],
    ['a file after half an end marker', tar(file('a'), Buffer.alloc(512), file('b')), 'data after the end'],
    ['a block cut within an end marker', Buffer.concat([file('a'), Buffer.alloc(600)]), 'truncated'],
    ['no end marker', file('a'), 'truncated'],
    ['half an end marker', Buffer.concat([file('a'), endMarker.subarray(0, 512)]), 'truncated'],
    ['an end within a file', file('a', 'x'.repeat(2000)).subarray(0, 1500), 'truncated'],
    ['an end within a header', Buffer.concat([file('a'), file('b').subarray(0, 100)]), 'truncated'],
    ['an end within a pax header', Buffer.concat([file('a'), pax({ path: 'b' }).subarray(0, 520)]), 'truncated'],
  ])('an ambiguous tar archive is rejected: %s', async (_, archive, reason) => {
    expect(await rejection(archive)).toContain(reason);
  });

  test('zero padding after the end marker passes', async () => {
    const { tree } = await extracted(Buffer.concat([tar(file('a')), Buffer.alloc(9000)]));
    expect(tree).toEqual({ a: 'x' });
  });

  // trust: T-9
  test('control characters of a name are escaped in the message', async () => {
    const message = await rejection(tar(file('a\u001b[31m\u202e')));
    expect(message).toBe('The archive is rejected: "a\\u{1b}[31m\\u{202e}" has a control character.');
  });
});

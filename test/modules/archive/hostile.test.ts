import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ExtractOptions } from '../../../src/modules/archive/extract.ts';
import { rejection } from './contained.ts';
import {
  endOf,
  entry,
  extracted,
  file,
  folder,
  hardlink,
  longLink,
  longName,
  pax,
  symlink,
  tar,
  tarGz,
} from './tar-builder.ts';

describe('an archive with a path that leaves the destination', () => {
  // trust: T-1
  test.each([
    ['../evil', 'has a ".." segment'],
    ['/tmp/svc-evil', 'is absolute'],
    ['\\\\host\\share\\evil', 'is a network path'],
    ['main\u202eft.sh', 'reverses text'],
  ])('rejects the whole archive if a path leaves the destination: %j', async (name, reason) => {
    expect(await rejection(tarGz(file('good'), longName(name), file('x')))).toContain(reason);
    expect(await rejection(tarGz(file('good'), pax({ path: name }), folder('x')))).toContain(reason);
  });
});

describe('a name with a colon', () => {
  const archive = tarGz(file('d:d/a:b', '1'), file('C:x', '2'), symlink('d:d/l', '../C:x'));

  // trust: T-9
  test('accepts a name with a colon, inside the folder and with a note, on a system that allows colons in names', async () => {
    const { tree, notes } = await extracted(archive, { limits: { colons: true } });
    expect(tree).toEqual({ 'C:x': '2', 'd:d/': '', 'd:d/a:b': '1', 'd:d/l': '-> ../C:x' });
    expect(notes).toEqual([
      'Created 3 names such as "d:d" with a colon: the module cannot be installed or downloaded on Windows.',
    ]);
  });

  // trust: T-9
  test.each(['a:b', 'C:evil', 'd/main.tf:hidden'])(
    'a name with a colon is rejected on Windows and for a mirror: %j',
    async (name) => {
      const message = await rejection(tarGz(file('good'), file(name)), { limits: { colons: false } });
      expect(message).toContain(`"${name}" has a colon (a drive or a stream on Windows)`);
    },
  );
});

describe('links', () => {
  test('a relative link to a file, a folder or another link inside the tree is kept', async () => {
    const { tree, path } = await extracted(
      tarGz(symlink('a/up', '../b'), symlink('a/f', 'up/./f'), symlink('a/g', '../a/f'), file('b/f', 'x')),
    );
    expect(tree).toEqual({ 'a/': '', 'a/f': '-> up/./f', 'a/g': '-> ../a/f', 'a/up': '-> ../b', 'b/': '', 'b/f': 'x' });
    expect(statSync(join(path, 'a/g')).isFile()).toBe(true);
  });

  test('".." in the target of a link goes up from the real folder behind the links before it, as in the operating system', async () => {
    const inside = tarGz(folder('a/b'), symlink('l', 'a/b'), symlink('m', 'l/../f'), file('a/f', 'x'));
    expect((await extracted(inside)).tree).toMatchObject({ m: '-> l/../f' });
    const nothing = tarGz(folder('a/b'), symlink('l', 'a/b'), symlink('m', 'l/../f'), file('f', 'x'));
    expect((await extracted(nothing)).notes).toEqual(['Created the dangling link "m", which leads to "a/f".']);
  });

  // trust: T-2
  test.each([
    ['/etc/passwd', 'absolute'],
    ['../outside', 'leaves the archive'],
    ['d/../../outside', 'leaves the archive'],
    ['..', 'leaves the archive'],
    ['nothing/..', 'goes up from a folder that is not in the archive'],
    ['nothing/../good', 'goes up from a folder that is not in the archive'],
    ['d/nothing/../../..', 'goes up from a folder that is not in the archive'],
    ['d/../../in/nothing', 'leaves the archive'],
    ['good/../nothing', 'passes through a file'],
    ['.git/config', 'points to a .git folder that the archive does not contain'],
    ['d/nothing/.GIT', 'points to a .git folder that the archive does not contain'],
    ['good/x', 'passes through a file'],
    ['good/', 'passes through a file'],
    ['good/..', 'passes through a file'],
    ['', 'has no target'],
    ['d\\..\\..\\x', 'backslash'],
    ['C:x', 'drive'],
    ['c:/x', 'drive'],
    ['\\\\host\\share', 'backslash'],
  ])('a link to %j is rejected', async (target, reason) => {
    const message = await rejection(tarGz(file('good'), folder('d'), symlink('l', target)));
    expect(message).toContain('"l" is a link that');
    expect(message).toContain(reason);
  });

  // trust: T-4
  test.each([
    ['nothing', 'nothing'],
    ['GOOD', 'GOOD'],
    ['d/../d/./nothing/', 'd/nothing'],
    ['to-d/nothing/more', 'd/nothing/more'],
    ['to-nothing', 'd/nothing'],
    ['to-nothing/more', 'd/nothing/more'],
    ['../in/nothing', 'in/nothing'],
    ['# Copyright, see https://example.com\n\u001b[2J', '# Copyright, see https:/example.com\\u{a}\\u{1b}[2J'],
  ])('creates a dangling link to %j and names the link in a note', async (target, path) => {
    const links = [
      symlink('to-d', 'd'),
      symlink('to-nothing', 'd/nothing'),
      symlink('in/l', target.replace(/^(?!\.\.)/, '../')),
    ];
    const { notes, path: root, tree } = await extracted(tarGz(file('good'), folder('d'), ...links));
    expect(tree['in/l']).toBe(`-> ${target.replace(/^(?!\.\.)/, '../')}`);
    expect(notes).toEqual([`Created 2 dangling links such as "in/l", which leads to "${path}".`]);
    expect(endOf(join(root, 'in/l')).startsWith(root)).toBe(true);
  });

  // trust: T-4
  test('any number of dangling links gives a single note', async () => {
    const links = Array.from({ length: 25 }, (_, at) => symlink(`l${at}`, 'nothing'));
    const { notes } = await extracted(tarGz(file('f'), symlink('itself', 'itself'), ...links));
    expect(notes).toEqual(['Created 26 dangling links such as "itself", which leads to "itself".']);
  });

  // trust: T-2
  test('rejects a link whose target leaves the tree half-way and comes back', async () => {
    const archive = tarGz(folder('d/e'), symlink('d/e/up', '..'), symlink('out', 'd/e/up/../../x'), file('x'));
    expect(await rejection(archive)).toContain('"out" is a link that leaves the archive');
  });

  // trust: T-2
  test('links in a circle are rejected', async () => {
    expect(await rejection(tarGz(file('f'), symlink('a', 'b'), symlink('b', 'a')))).toContain('part of a loop');
  });

  // trust: T-2
  test('rejects a chain of links that is too long for realpath, whatever the last link points to', async () => {
    const chain = (last: string) => [
      ...Array.from({ length: 2000 }, (_, at) => symlink(`l${at}`, `l${at + 1}`)),
      symlink('l2000', last),
    ];
    expect(await rejection(tarGz(file('f'), ...chain('f')))).toContain('more than 32 links');
    expect(await rejection(tarGz(file('f'), ...chain('f').reverse()))).toContain('more than 32 links');
    expect(await rejection(tarGz(file('f'), ...chain('../../outside').reverse()))).toContain('leaves the archive');
    const folders = Array.from({ length: 200 }, () => 'd'.repeat(200)).join('/');
    const overflow = [longName('deep'), longLink(`${folders}/../../..`.slice(-4200)), symlink('x', 'x')];
    expect(await rejection(tarGz(file('f'), ...overflow))).toContain('a target that is too long');
  });

  test('quickly rejects a chain of links whose path doubles with every link', async () => {
    const doubling = Array.from({ length: 60 }, (_, at) => symlink(`l${at + 1}`, `l${at}/l${at}`));
    expect(await rejection(tarGz(file('d/f'), symlink('l0', 'd'), symlink('d/l0', '.'), ...doubling))).toMatch(
      /is a link/,
    );
  });

  test('the operating system can follow the longest accepted chain, of 32 links', async () => {
    const chain = Array.from({ length: 31 }, (_, at) => symlink(`l${at + 1}`, `l${at}`));
    const { path } = await extracted(tarGz(file('f', 'x'), symlink('l0', 'f'), ...chain));
    expect(statSync(join(path, 'l31')).isFile()).toBe(true);
  });

  // trust: T-3
  test('rejects a file whose path contains a link, whatever the link points to', async () => {
    expect(await rejection(tarGz(symlink('d', '..'), file('d/evil')))).toContain('"d/evil" is inside a link');
    expect(await rejection(tarGz(folder('real'), symlink('d', 'real'), file('d/f')))).toContain('is inside a link');
    expect(await rejection(tarGz(symlink('f', '../evil'), file('f')))).toContain('"f" appears twice');
    expect(await rejection(tarGz(symlink('d', '..'), folder('d')))).toContain('"d" appears twice');
  });

  // trust: T-3
  test('rejects a file whose path contains another file', async () => {
    expect(await rejection(tarGz(file('f'), file('f/x')))).toContain('"f/x" is inside a file');
  });

  // trust: T-4
  test('a link to a file that comes later in the archive stays a link', async () => {
    const { path } = await extracted(tarGz(symlink('l', 'f'), file('f', 'content')));
    expect(lstatSync(join(path, 'l')).isSymbolicLink()).toBe(true);
  });
});

describe('hard links', () => {
  // trust: T-5
  test('a hard link to an earlier file becomes a separate copy', async () => {
    const { tree, path, files } = await extracted(
      tarGz(entry({ name: 'd/a', content: 'abc', mode: 0o755, mtime: 5 }), hardlink('b', 'd/a')),
    );
    expect(tree).toMatchObject({ 'd/a': 'abc', b: 'abc' });
    expect(files).toBe(2);
    expect(statSync(join(path, 'b'))).toMatchObject({ nlink: 1, mtimeMs: 5000 });
    expect(statSync(join(path, 'b')).mode & 0o111).toBe(statSync(join(path, 'd/a')).mode & 0o111);
  });

  // trust: T-5
  test.each([
    ['outside', [hardlink('h', '../../evil')], '".." segment'],
    ['to an absolute path', [hardlink('h', '/etc/passwd')], 'absolute'],
    ['to a symbolic link', [file('f'), symlink('l', 'f'), hardlink('h', 'l')], 'not an earlier file'],
    ['through a symbolic link', [file('d/f'), symlink('l', 'd'), hardlink('h', 'l/f')], 'not an earlier file'],
    ['to a folder', [folder('d'), hardlink('h', 'd')], 'not an earlier file'],
    ['before its target', [hardlink('h', 'f'), file('f')], 'not an earlier file'],
    ['to itself', [hardlink('h', 'h')], 'not an earlier file'],
    ['to nothing', [hardlink('h', '')], 'is empty'],
    ['over a file that is there', [file('f'), hardlink('f', 'f')], 'appears twice'],
  ])('a hard link %s is rejected', async (_, parts, reason) => {
    expect(await rejection(tarGz(file('good'), ...parts))).toContain(reason);
  });

  // trust: T-5
  test('the copies that hard links create count towards the limit of bytes', async () => {
    const parts = [file('f', 'x'.repeat(600)), hardlink('h', 'f')];
    expect(await rejection(tarGz(...parts), { limits: { totalBytes: 1000 } })).toContain('limit of 1,000 bytes');
  });
});

describe('an archive with the same name twice', () => {
  // trust: T-6
  test.each([
    ['with other bytes', [file('f', 'abc'), file('f', 'abd')]],
    ['and shorter', [file('f', 'abc'), file('f', 'ab')]],
    ['and longer', [file('f', 'abc'), file('f', 'abcd')]],
    ['and empty', [file('f', 'abc'), file('f', '')]],
    ['with another mode', [file('f'), entry({ name: 'f', content: 'x', mode: 0o755 })]],
    ['spelled with a dot', [file('f', 'a'), file('./f', 'b')]],
    ['as a file and a folder', [file('f'), folder('f')]],
    ['as a folder and a file', [folder('f'), file('f')]],
    ['as a file and a link', [file('g'), file('f'), symlink('f', 'g')]],
    ['as links to different files', [file('g'), file('h'), symlink('f', 'g'), symlink('f', 'h')]],
  ])('rejects an archive with the same name twice: %s', async (_, parts) => {
    expect(await rejection(tarGz(...parts))).toMatch(/"(\.\/)?f" appears twice and differs/);
  });

  // trust: T-6
  test('identical entries of one name are accepted, for files, folders and links', async () => {
    const both = [folder('d/'), file('d/f', 'abc'), symlink('l', 'd/f')];
    const { tree, files } = await extracted(tarGz(...both, ...both));
    expect(tree).toEqual({ 'd/': '', 'd/f': 'abc', l: '-> d/f' });
    expect(files).toBe(1);
  });

  // trust: T-7
  test.each([
    ['caf\u00e9', 'cafe\u0301'],
    ['stra\u00dfe', 'STRASSE'],
    ['\u212a', 'k'],
    ['a\u200db', 'ab'],
  ])('rejects two spellings of a name that some disks treat as one: %j and %j', async (one, other) => {
    const parts = [pax({ path: one }), file('1'), pax({ path: other }), file('2')];
    expect(await rejection(tarGz(...parts))).toContain('has the same name on some disks');
    expect(await rejection(tarGz(pax({ path: one }), file('1', ''), pax({ path: other }), file('2', '')))).toContain(
      'disks',
    );
  });
});

describe('kinds and modes of entries', () => {
  // trust: T-10
  test.each([
    ['3', 'a character device'],
    ['4', 'a block device'],
    ['6', 'a FIFO'],
  ])('rejects an entry of type %s, which is %s', async (type, what) => {
    expect(await rejection(tarGz(file('good'), entry({ name: 'dev', type })))).toContain(`"dev" is ${what}`);
  });

  // trust: T-11
  test('removes setuid, setgid, sticky and write bits for others, and the user who extracts is the owner', async () => {
    const before = process.umask(0o022);
    const modes = { plain: 0o6666, run: 0o7777, secret: 0o600, private: 0o100, shared: 0o677 };
    const parts = Object.entries(modes).map(([name, mode]) => entry({ name, mode }));
    const { path } = await extracted(tarGz(folder('d', 0o7777), ...parts)).finally(() => process.umask(before));
    const found = (name: string) => statSync(join(path, name)).mode & 0o7777;
    expect(Object.keys(modes).map(found)).toEqual([0o644, 0o755, 0o644, 0o755, 0o644]);
    expect(found('d')).toBe(0o755);
    expect(statSync(join(path, 'run')).uid).toBe(process.getuid?.());
  });

  // trust: T-11
  test('the umask applies to the modes of extracted files and folders', async () => {
    const before = process.umask(0o077);
    const { path } = await extracted(tarGz(folder('d'), entry({ name: 'd/run', mode: 0o755 }), file('d/f'))).finally(
      () => process.umask(before),
    );
    expect(['d', 'd/run', 'd/f'].map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  });
});

describe('limits', () => {
  const zeros = (bytes: number) => Buffer.alloc(bytes);
  // trust: T-12
  test.each<[string, Buffer, NonNullable<ExtractOptions['limits']>, string]>([
    ['the total of files', tarGz(file('a', zeros(600)), file('b', zeros(600))), { totalBytes: 1000 }, '1,000 bytes'],
    ['a size announced but never sent', gzipSync(entry({ size: 2 ** 32 })), {}, 'limit of 536,870,912 bytes'],
    ['a base-256 size announced', gzipSync(entry({ size: 2n ** 50n })), {}, 'limit of 536,870,912 bytes'],
    ['the number of entries', tarGz(file('a'), file('b'), file('c')), { entries: 2 }, '"c" exceeds the limit'],
    ['entries that are omitted', tarGz(file('._a'), file('._b'), file('c')), { entries: 2 }, 'exceeds the limit'],
    ['depth', tarGz(file('a/b/c')), { depth: 2 }, 'more than 2 folders deep'],
    ['a depth of one', tarGz(file('a/b')), { depth: 1 }, 'more than 1 folder deep'],
    ['the default depth', tarGz(pax({ path: `${'a/'.repeat(512)}f` }), file('x')), {}, 'more than 512 folders deep'],
    ['the length of a path', tarGz(pax({ path: 'abc/def/ghi' }), file('x')), { pathBytes: 10 }, 'longer than 10 bytes'],
    [
      'the default length of a path',
      tarGz(pax({ path: `${'abcdefgh/'.repeat(456)}` }), folder('x')),
      {},
      'longer than 4096',
    ],
    ['a pax header', tarGz(pax({ comment: 'x'.repeat(2000) }), file('x')), { metadataBytes: 1000 }, '1,000 bytes'],
    ['a pax header of 2 GiB', gzipSync(entry({ type: 'x', size: 2 ** 31 })), {}, 'exceed 1,048,576 bytes'],
    ['a GNU long name of 2 GiB', gzipSync(entry({ type: 'L', size: 2 ** 31 })), {}, 'exceed 1,048,576 bytes'],
    ['global headers', tarGz(...Array(1100).fill(pax({ comment: 'x'.repeat(500) }, 'g'))), {}, '1,048,576 bytes'],
    [
      'headers of all entries',
      tarGz(
        ...Array(3)
          .fill([pax({ a: 'b' }), file('a')])
          .flat(),
      ),
      { totalBytes: 1500 },
      'padding exceed',
    ],
    [
      'zeros behind the archive',
      gzipSync(Buffer.concat([tar(file('a')), zeros(5000)])),
      { totalBytes: 4000 },
      'padding exceed',
    ],
    ['the ratio', tarGz(file('a', zeros(200_000))), { ratio: 100, ratioFromBytes: 100_000 }, '100 times its size'],
    ['the default ratio', tarGz(file('a', zeros(20 * 2 ** 20))), {}, '1,000 times its size'],
  ])('an archive above a limit is rejected: %s', async (_, archive, limits, reason) => {
    expect(await rejection(archive, { limits })).toContain(reason);
  });

  // trust: T-12
  test('an archive exactly within every limit is accepted', async () => {
    const archive = tarGz(pax({ mtime: '1' }), file('a/b', zeros(600)), file('a/c', zeros(400)));
    const limits = { totalBytes: 2048, entries: 2, depth: 2, pathBytes: 3, metadataBytes: 600 };
    expect(await extracted(archive, { limits })).toMatchObject({ files: 2 });
  });

  test('the limit on extended headers applies to each entry separately', async () => {
    const parts = ['a', 'b', 'c'].flatMap((name) => [pax({ mtime: '1' }), file(name)]);
    expect(await extracted(tarGz(...parts), { limits: { metadataBytes: 600 } })).toMatchObject({ files: 3 });
  });

  test('accepts a high compression ratio if the archive has few bytes', async () => {
    expect(await extracted(tarGz(file('a', zeros(8 * 2 ** 20))))).toMatchObject({ files: 1 });
  });
});

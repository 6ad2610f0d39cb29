import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CancelledError, LocalError, NetworkError } from '../../../src/base/errors.ts';
import { type ExtractOptions, extractArchive } from '../../../src/modules/archive/extract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rejection } from './contained.ts';
import { arriving, contentOf, extracted } from './tar-builder.ts';
import {
  deflated,
  type End,
  extraField,
  type Member,
  numbers,
  packedFile,
  unicodeName,
  utf8Flag,
  zip,
  zip64Field,
  zipLink,
} from './zip-builder.ts';

const text = 'all work and no play makes jack a dull boy\n'.repeat(50);
/** Content that is unpacked as a stream, in several pieces. */
const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * at * 31 + at * 7 + (at >> 9)) % 251));

describe('supported zip features', () => {
  test('files stored and deflated, folders and links are read', async () => {
    const members = [{ name: 'a' }, packedFile('d/b', text), { name: 'e/', content: '' }, zipLink('d/l', '../a')];
    const result = await extracted(zip(members));
    expect(result).toMatchObject({ format: 'zip', files: 2, notes: [] });
    expect(result.tree).toEqual({ a: 'x', 'd/': '', 'd/b': text, 'd/l': '-> ../a', 'e/': '' });
  });

  test('the digest is the one of the received bytes, and no temporary file stays beside the folder', async () => {
    const archive = zip([{ name: 'a' }]);
    const outside = temporaryFolder();
    mkdirSync(join(outside, 'here'));
    const received: number[] = [];
    const onBytes = (bytes: number) => void received.push(bytes);
    const { sha256 } = await extractArchive(arriving(archive, 10), join(outside, 'here'), { onBytes });
    expect(sha256).toBe(createHash('sha256').update(archive).digest('hex'));
    expect(received.at(-1)).toBe(archive.length);
    expect(readdirSync(outside)).toEqual(['here']);
  });

  test.each([12, 16, 20, 24] as const)('a data descriptor of %i bytes is read', async (descriptor) => {
    const { tree } = await extracted(
      zip([
        { ...packedFile('a', text), descriptor },
        { name: 'b', descriptor },
      ]),
    );
    expect(tree).toEqual({ a: text, b: 'x' });
  });

  test('a data descriptor may repeat the sizes of the local header', async () => {
    const { tree } = await extracted(zip([{ name: 'a', descriptor: 16, local: { packedBytes: 1, bytes: 1 } }]));
    expect(tree).toEqual({ a: 'x' });
  });

  test('zip64 sizes, offsets and end records are read', async () => {
    const wide = { packedBytes: 0xffffffff, bytes: 0xffffffff };
    const both = zip64Field(1, 1);
    const { tree } = await extracted(
      zip(
        [
          { name: 'a', ...wide, extra: both },
          { name: 'b', local: { ...wide, extra: both } },
          { name: 'c', descriptor: 24, local: { ...wide, extra: zip64Field(0, 0) } },
          { name: 'd', at: 0xffffffff, extra: zip64Field(180), local: { extra: Buffer.alloc(0) } },
          { name: 'e', ...wide, extra: zip64Field(1, 1, 212), local: { extra: both } },
        ],
        { zip64: {} },
      ),
    );
    expect(tree).toEqual({ a: 'x', b: 'x', c: 'x', d: 'x', e: 'x' });
  });

  test('a zip64 end record may repeat the values of the short end record', async () => {
    const archive = zip([{ name: 'a' }], { zip64: {}, members: 1, at: 32, bytes: 47 });
    expect((await extracted(archive)).tree).toEqual({ a: 'x' });
  });

  test('the directory may list members in another order than they lie in', async () => {
    const { tree } = await extracted(
      zip([
        { name: 'a', at: 32 },
        { name: 'b', at: 0 },
      ])
        .fill('b', 30, 31)
        .fill('a', 62, 63),
    );
    expect(tree).toEqual({ a: 'x', b: 'x' });
  });

  test('comments on the archive and on members are ignored, up to the longest possible comment', async () => {
    const { tree } = await extracted(zip([{ name: 'a', comment: 'hello' }], { comment: 'x'.repeat(0xffff) }));
    expect(tree).toEqual({ a: 'x' });
  });

  test('large content is unpacked in chunks, stored or deflated', async () => {
    const { path } = await extracted(zip([packedFile('a', large), { name: 'b', content: large }, { name: 'c' }]));
    expect(statSync(join(path, 'a')).size).toBe(large.length);
    expect(contentOf(path).a).toBe(contentOf(path).b);
  });

  test('a folder may be a deflated member without content', async () => {
    expect((await extracted(zip([packedFile('d/', ''), { name: 'd/f' }]))).tree).toEqual({ 'd/': '', 'd/f': 'x' });
  });

  test('a local header that is padded with zeros is read', async () => {
    expect((await extracted(zip([{ name: 'a', local: { extra: Buffer.alloc(3) } }]))).tree).toEqual({ a: 'x' });
  });

  test('the modification time is the extended timestamp if it exists, otherwise the DOS time as UTC', async () => {
    const stamp = extraField(0x5455, numbers([1, 1], [1_000_000, 4]));
    const { path } = await extracted(zip([{ name: 'a', extra: stamp }, { name: 'b' }]));
    expect(statSync(join(path, 'a')).mtimeMs).toBe(1_000_000_000);
    expect(statSync(join(path, 'b')).mtimeMs).toBe(Date.UTC(2025, 0, 1, 12));
  });

  // trust: T-17
  test('AppleDouble files are skipped with a note', async () => {
    const { tree, notes } = await extracted(zip([{ name: '__MACOSX/._a' }, { name: 'a' }]));
    expect(tree).toEqual({ __MACOSX: undefined, a: 'x' } as never);
    expect(notes).toEqual(['Skipped the AppleDouble file "__MACOSX/._a".']);
  });
});

describe('kinds and modes of members', () => {
  // trust: T-11
  test('the execute bit of the owner becomes the mode, and modes that are not Unix modes are ignored', async () => {
    const before = process.umask(0o022);
    const members = [
      { name: 'plain', mode: 0o106666 },
      { name: 'run', mode: 0o107777 },
      { name: 'mac', mode: 0o100755, madeBy: 19 << 8 },
      { name: 'typeless', mode: 0o755 },
      { name: 'dos', mode: 0o100755, madeBy: 0 },
      { name: 'd/', content: '', mode: 0o042777 },
    ];
    const { path } = await extracted(zip(members)).finally(() => process.umask(before));
    const found = members.map(({ name }) => (statSync(join(path, name)).mode & 0o7777).toString(8));
    expect(found).toEqual(['644', '755', '755', '755', '644', '755']);
    expect(statSync(join(path, 'run')).uid).toBe(process.getuid?.());
  });

  // trust: T-10
  test.each([
    [0o010644, 'is a FIFO'],
    [0o020644, 'is a character device'],
    [0o060644, 'is a block device'],
    [0o140644, 'is a socket'],
    [0o160644, 'is of an unknown type'],
  ])('rejects a member with the Unix mode %o (decimal)', async (mode, what) => {
    expect(await rejection(zip([{ name: 'good' }, { name: 'dev', mode }]))).toContain(`"dev" ${what}`);
    expect(await rejection(zip([{ name: 'dev', mode, madeBy: 0 }]))).toContain(`"dev" ${what}`);
  });
});

describe('a zip file with a path that leaves the destination', () => {
  // trust: T-1
  test.each([
    ['../evil', 'has a ".." segment'],
    ['C:/evil', 'names a drive'],
    ['a\0b', 'has a control character'],
    ['', 'is empty'],
    ['.', 'names the archive itself'],
  ])('rejects the whole zip file if a path leaves the destination: %j', async (name, reason) => {
    const member = { name, flags: utf8Flag };
    expect(await rejection(zip([{ name: 'good' }, member]))).toContain(reason);
    expect(await rejection(zip([{ name: 'good' }, { ...member, ...zipLink(name, 'good') }]))).toContain(reason);
  });
});

describe('links', () => {
  // trust: T-2
  test.each([
    ['../outside', 'leaves the archive'],
    ['', 'has no target'],
  ])('a link to %j is rejected', async (target, reason) => {
    const message = await rejection(zip([{ name: 'good' }, { name: 'd/', content: '' }, zipLink('l', target)]));
    expect(message).toContain('"l" is a link that');
    expect(message).toContain(reason);
  });

  // trust: T-3
  test('rejects a file whose path contains a link', async () => {
    expect(await rejection(zip([zipLink('d', '..'), { name: 'd/evil' }]))).toContain('"d/evil" is inside a link');
    expect(await rejection(zip([zipLink('f', '../evil'), { name: 'f' }]))).toContain('"f" appears twice');
  });

  test('the target of a link may be deflated, and its CRC-32 is checked', async () => {
    const link = { ...zipLink('l', 'a'), method: deflated };
    expect((await extracted(zip([{ name: 'a' }, link]))).tree).toEqual({ a: 'x', l: '-> a' });
    expect(await rejection(zip([{ name: 'a' }, { ...link, crc: 1 }]))).toContain('CRC-32');
  });

  // trust: T-15
  test('rejects a link target that is too long or not UTF-8', async () => {
    expect(await rejection(zip([{ name: 'a' }, zipLink('l', 'd/'.repeat(3000))]))).toContain(
      'a target that is too long',
    );
    const latin = { name: 'l', content: Buffer.from([0xfc]), mode: 0o120777 };
    expect(await rejection(zip([{ name: 'a' }, latin]))).toContain('not UTF-8');
  });
});

describe('names', () => {
  // trust: T-15
  test('reads a name as UTF-8 if the flag or an equal Unicode path field declares it', async () => {
    const members = [
      { name: 'caf\u00e9', flags: utf8Flag },
      { name: 'na\u00efve', extra: unicodeName('na\u00efve', 'na\u00efve') },
    ];
    expect((await extracted(zip(members))).tree).toEqual({ 'caf\u00e9': 'x', 'na\u00efve': 'x' });
  });

  // trust: T-15
  test.each([3, 19])(
    'reads a name as UTF-8 without the flag if it is valid UTF-8 and the archive was made on Unix (system %i)',
    async (system) => {
      const { tree } = await extracted(zip([{ name: 'd\u00e9/caf\u00e9', madeBy: system << 8 }]));
      expect(tree).toEqual({ 'd\u00e9/': '', 'd\u00e9/caf\u00e9': 'x' });
    },
  );

  // trust: T-15
  test.each<[string, Member, string]>([
    ['UTF-8 without its flag', { name: 'caf\u00e9', madeBy: 0 }, '"caf\\xc3\\xa9" has a name that is not marked'],
    ['Latin-1 made on Unix', { name: Buffer.from('f\xfc\x9b"', 'latin1') }, 'the name "f\\xfc\\x9b\\x22" is not UTF-8'],
    ['a flag for UTF-8 that is wrong', { name: Buffer.from([0x66, 0xfc]), flags: utf8Flag }, '"f\\xfc" is not UTF-8'],
    [
      'a local header without the name in UTF-8',
      { name: 'caf\u00e9', local: { name: Buffer.from([0x63, 0xe9]) } },
      '"c\\xe9" is not UTF-8',
    ],
    ['a second name that differs', { name: 'a', extra: unicodeName('../b', 'a') }, 'two different names'],
    ['a second name of another first one', { name: 'a', extra: unicodeName('a', 'b') }, 'two different names'],
    [
      'a second name given twice',
      { name: 'a', extra: Buffer.concat([unicodeName('a', 'a'), unicodeName('a', 'a')]) },
      'extra',
    ],
    ['a second name cut short', { name: 'a', extra: extraField(0x7075, Buffer.from([1])) }, 'malformed extra'],
  ])('a name with %s is rejected', async (_, member, reason) => {
    expect(await rejection(zip([member]))).toContain(reason);
  });

  // trust: T-7
  test.each([
    ['d/caf\u00e9', 'd/cafe\u0301', '"d/cafe\\u{301}" has the same name on some disks as "d/caf\\u{e9}"'],
    ['a\u0301\u0323', 'a\u0323\u0301', '"a\\u{323}\\u{301}" has the same name on some disks as "a\\u{301}\\u{323}"'],
    ['a', 'a\ufe0f', '"a\\u{fe0f}" has the same name on some disks as "a"'],
    ['Stra\u00dfe/a', 'STRASSE/b', '"STRASSE/b" has the same name on some disks as "Stra\\u{df}e"'],
  ])('rejects %j and %j, because some disks treat them as one name', async (one, other, reason) => {
    const members = [one, other].map((name) => ({ name, flags: utf8Flag }));
    expect(await rejection(zip(members))).toContain(reason);
  });

  // trust: T-6
  test('rejects two members of one name with different content, and accepts two equal ones', async () => {
    expect(await rejection(zip([{ name: 'a' }, { name: 'a', content: 'y' }]))).toContain('appears twice and differs');
    expect((await extracted(zip([{ name: 'a' }, { name: 'a' }]))).files).toBe(1);
  });
});

describe('unsupported zip features', () => {
  // trust: T-19
  test.each<[string, Member, string]>([
    ['encryption', { flags: 1 }, 'is encrypted'],
    ['strong encryption', { flags: 0x41 }, 'is encrypted'],
    ['masked headers', { flags: 0x2000 }, 'is encrypted'],
    ['AES', { method: 99 }, 'is encrypted'],
    ['AES in an extra field', { extra: extraField(0x9901, Buffer.alloc(7)) }, 'is encrypted'],
    ['patch data', { flags: 0x20 }, 'is patch data'],
    ['an unknown flag', { flags: 0x8000 }, 'unknown flags 0x8000'],
    ['Deflate64', { method: 9 }, 'compressed with method 9'],
    ['bzip2', { method: 12 }, 'compressed with method 12'],
    ['LZMA', { method: 14 }, 'compressed with method 14'],
    ['Zstandard', { method: 93 }, 'compressed with method 93'],
    ['an unknown method', { method: 77 }, 'compressed with method 77'],
    ['a member in another part', { disk: 1 }, 'multi-part'],
  ])('an unsupported zip feature is named in one line: %s', async (_, member, reason) => {
    expect(await rejection(zip([{ name: 'good' }, { ...member, name: 'f' }]))).toContain(reason);
  });

  // trust: T-19
  test.each<[string, End]>([
    ['a disk number other than zero', { disk: 1 }],
    ['a directory in another part', { directoryDisk: 1 }],
    ['a directory that is not whole', { membersHere: 1, members: 2 }],
    ['a zip64 locator that counts parts', { zip64: { disks: 2 } }],
  ])('the error names a part of a split zip file: %s', async (_, end) => {
    expect(await rejection(zip([{ name: 'a' }, { name: 'b' }], end))).toContain('one part of a multi-part zip archive');
  });

  test('the error names the marker of a split zip file', async () => {
    expect(await rejection(Buffer.concat([Buffer.from('PK\x07\x08'), zip([{ name: 'a' }])]))).toContain('multi-part');
  });

  test('the error names a zip file without members', async () => {
    expect(await rejection(zip([]))).toContain('an empty zip archive');
    expect(await rejection(zip([{ name: 'd/', content: '' }]))).toContain('it contains no files');
  });
});

describe('an ambiguous zip file', () => {
  const one = { name: 'a' };
  const differs = '"a" differs between its local header';
  const nothing = 'unused bytes';
  const wide = { packedBytes: 0xffffffff, bytes: 0xffffffff };
  // trust: T-18
  test.each<[string, Buffer, string]>([
    ['another name in the local header', zip([{ name: 'a', local: { name: 'b' } }]), differs],
    ['another method', zip([{ name: 'a', local: { method: 8 } }]), differs],
    ['other flags', zip([{ name: 'a', local: { flags: utf8Flag } }]), differs],
    ['another CRC', zip([{ name: 'a', local: { crc: 1 } }]), differs],
    ['another size', zip([{ name: 'a', local: { bytes: 2 } }]), differs],
    ['another packed size', zip([{ name: 'a', local: { packedBytes: 2 } }]), differs],
    ['zeros without a data descriptor', zip([{ name: 'a', local: { crc: 0, bytes: 0 } }]), differs],
    ['another size in zip64', zip([{ name: 'a', local: { ...wide, extra: zip64Field(1, 2) } }]), differs],
    ['another name in a field', zip([{ name: 'a', local: { extra: unicodeName('b', 'a') } }]), 'two different names'],
    [
      'encryption in the local header only',
      zip([{ name: 'a', local: { extra: extraField(0x9901, Buffer.alloc(7)) } }]),
      'encr',
    ],
    ['sizes left to a zip64 field that is not there', zip([{ name: 'a', local: wide }]), differs],
    ['a size both in the header and in zip64', zip([{ name: 'a', extra: zip64Field(2, 1, 0) }]), 'two different sizes'],
    ['a wrong zip64 field', zip([{ name: 'a', extra: extraField(1, Buffer.alloc(5)) }]), 'has malformed extra fields'],
    ['two zip64 fields', zip([{ name: 'a', extra: Buffer.concat([zip64Field(), zip64Field()]) }]), 'malformed extra'],
    ['a zip64 size beyond 2^53', zip([{ name: 'a', ...wide, extra: zip64Field(2 ** 60, 2 ** 60) }]), 'an invalid size'],
    ['an extra field longer than its header', zip([{ name: 'a', extra: numbers([9, 2], [9, 2]) }]), 'malformed extra'],
    ['rubbish behind the extra fields', zip([{ name: 'a', extra: Buffer.from('xy') }]), 'malformed extra'],
    ['a stored member of two sizes', zip([{ name: 'a', bytes: 2 }]), 'two different sizes'],
    ['a descriptor that differs', zip([{ name: 'a', descriptor: numbers([1, 4], [1, 4], [1, 4]) }]), differs],
    [
      'a descriptor without its signature',
      zip([{ name: 'a', descriptor: numbers([1, 4], [1, 4], [1, 4], [1, 4]) }]),
      differs,
    ],
    ['a descriptor in an unknown form', zip([{ name: 'a', descriptor: Buffer.alloc(13) }]), nothing],
    ['a descriptor announced and not there', zip([{ name: 'a', flags: 8 }, { name: 'b' }]), nothing],
    ['no local header where one should be', zip([one, { name: 'b', at: 31 }]), 'overlaps'],
    ['two members at one place', zip([one, { name: 'b', at: 0 }]), 'overlaps'],
    [
      'a member within another',
      zip([
        { name: 'a', content: zip([one]) },
        { name: 'b', at: 31 },
      ]),
      'overlaps',
    ],
    ['a member beyond the directory', zip([one, { name: 'b', at: 900 }]), nothing],
    ['a local header of another kind', zip([one]).fill('Q', 1, 2).fill('PK\x03\x04', 0, 4).fill('X', 14, 15), differs],
    ['a gap between members', zip([{ name: 'a', after: Buffer.from('gap') }, { name: 'b' }]), nothing],
    ['a hidden member', zip([{ name: 'a', after: zip([{ name: 'h' }]).subarray(0, 32) }, { name: 'b' }]), nothing],
    ['a gap before the directory', zip([one], { beforeDirectory: Buffer.alloc(4) }), nothing],
    ['a gap behind the directory', zip([one], { beforeEnd: Buffer.alloc(4) }), 'is not where'],
    ['a directory longer than it says', zip([one], { bytes: 46 }), 'is not where'],
    ['more members than listed', zip([one], { members: 2 }), 'zip directory does not match'],
    ['fewer members than listed', zip([one, { name: 'b' }], { members: 1 }), 'zip directory does not match'],
    ['a first member that is not the beginning', zip([{ name: 'a', at: 1 }]), 'before the first entry'],
    ['another archive before it', Buffer.concat([zip([one]), zip([{ name: 'b' }])]), 'is not where'],
    ['what looks like a zip file before it', zip([one], { before: Buffer.from('PK\x03\x04') }), 'is not where'],
    ['a program before it', zip([one], { before: Buffer.from('MZ\x90\0') }), 'in an unknown format'],
    ['something behind it', zip([one], { after: Buffer.from('x') }), 'data after the end of the zip archive'],
    ['more than a comment may have', zip([one], { after: Buffer.alloc(70_000, 'x') }), 'truncated or followed by'],
    ['zeros behind it', zip([one], { after: Buffer.alloc(100) }), 'data after the end of the zip archive'],
    ['a comment cut short', zip([one], { comment: 'hello' }).subarray(0, -1), 'truncated'],
    ['two end records', zip([one], { comment: zip([one]).subarray(-22) }), 'two end records'],
    ['an end record in the comment', zip([one], { comment: 'PK\x05\x06'.padEnd(40, '\0') }), 'data after the end'],
    ['two end records that differ', zip([one], { zip64: {}, members: 2 }), 'two end records differ'],
    ['a zip64 end record elsewhere', zip([one], { zip64: { recordAt: 0n } }), 'not where its locator says'],
    ['a zip64 end record of another length', zip([one], { zip64: { recordBytes: 60n } }), 'malformed'],
    ['a zip64 directory elsewhere', zip([one], { zip64: { at: 2n ** 40n } }), 'is not where'],
    ['a zip64 count without end', zip([one], { zip64: { members: 2n ** 63n } }), 'limit of 100,000 entries'],
    ['a folder with content', zip([{ name: 'd/' }]), 'has content although'],
    ['a file with the name of a folder', zip([{ name: 'd/', content: '', mode: 0o100644 }]), 'file with the name of'],
    ['a link with the name of a folder', zip([one, { ...zipLink('d/', 'a') }]), 'symlink with the name of a folder'],
    ['a folder with the name of a file', zip([{ name: 'd', content: '', mode: 0o040755 }]), 'folder with the name of'],
    ['a DOS folder without a slash', zip([{ name: 'd', content: '', madeBy: 0, attributes: 0x10 }]), 'folder with the'],
    ['a link made on DOS', zip([one, { ...zipLink('l', 'a'), madeBy: 0 }]), 'link on some systems'],
  ])('an ambiguous zip file is rejected: %s', async (_, archive, reason) => {
    expect(await rejection(archive)).toContain(reason);
  });

  test('a zip file that also looks like a tar archive is read as a zip file', async () => {
    const archive = zip([{ name: `n${'x'.repeat(226)}`, content: `ustar${'x'.repeat(300)}` }]);
    expect(archive.toString('latin1', 257, 262)).toBe('ustar');
    expect((await extracted(archive)).format).toBe('zip');
  });
});

describe('truncated or corrupt content', () => {
  const packed = deflateRawSync(text);
  const cases: [string, Member, string][] = [
    ['a CRC that does not hold', { content: text, crc: 1 }, 'CRC-32 mismatch'],
    ['a CRC of zero', { content: text, crc: 0 }, 'CRC-32 mismatch'],
    ['a deflated CRC that does not hold', { content: text, method: deflated, crc: 1 }, 'CRC-32 mismatch'],
    ['less than announced', { content: text, method: deflated, bytes: text.length + 1 }, 'shorter'],
    ['more than announced', { content: text, method: deflated, bytes: text.length - 1 }, 'longer'],
    ['much more than announced', { content: text, method: deflated, bytes: 0 }, 'longer'],
    ['a deflate stream cut short', { content: text, method: deflated, packed: packed.subarray(0, -3) }, 'truncated'],
    ['no deflate stream at all', { content: '', method: deflated, packed: Buffer.alloc(0) }, 'truncated'],
    ['rubbish', { content: text, method: deflated, packed: Buffer.alloc(50, 0xff) }, 'corrupt (deflate'],
    [
      'bytes behind the deflate stream',
      { content: text, method: deflated, packed: Buffer.concat([packed, Buffer.from('hidden')]) },
      'unused compressed bytes',
    ],
  ];
  // trust: T-13
  test.each(cases)('truncated or corrupt content is rejected: %s', async (_, member, reason) => {
    expect(await rejection(zip([{ name: 'good' }, { ...member, name: 'f' }, { name: 'h' }]))).toContain(reason);
  });

  const packedLarge = deflateRawSync(large);
  test.each<[string, Member, string]>([
    ['a CRC that does not hold', { crc: 1 }, 'CRC-32 mismatch'],
    ['less than announced', { bytes: large.length + 1 }, 'shorter'],
    ['more than announced', { bytes: large.length - 1 }, 'longer'],
    ['a deflate stream cut short', { packed: packedLarge.subarray(0, -3) }, 'truncated'],
    ['rubbish', { packed: Buffer.alloc(2_000_000, 0xff) }, 'corrupt (deflate'],
    ['bytes behind the stream', { packed: Buffer.concat([packedLarge, Buffer.from('x')]) }, 'unused compressed bytes'],
    ['much behind it', { packed: Buffer.concat([packedLarge, Buffer.alloc(900_000)]) }, 'unused compressed bytes'],
  ])('a long corrupt member is rejected: %s', async (_, member, reason) => {
    expect(await rejection(zip([{ name: 'f', method: deflated, content: large, ...member }]))).toContain(reason);
  });

  // trust: T-13
  test('reports a member as truncated wherever it is cut', async () => {
    const archive = zip([packedFile('a', text), { name: 'b', content: text }]);
    for (const missing of [1, 10, 22, 40, 200, archive.length - 5]) {
      expect(await rejection(archive.subarray(0, archive.length - missing))).toContain('truncated');
    }
  });
});

describe('limits', () => {
  const zeros = (bytes: number) => packedFile('a', Buffer.alloc(bytes));
  const folders = Array.from({ length: 3 }, (_, at) => ({ name: `d${at}/`, content: '' }));
  // trust: T-12
  test.each<[string, Buffer, NonNullable<ExtractOptions['limits']>, string]>([
    ['the total of all files', zip([zeros(600), { ...zeros(600), name: 'b' }]), { totalBytes: 1000 }, '1,000 bytes'],
    ['a size announced', zip([{ ...zeros(9), bytes: 2 ** 31 }]), {}, 'limit of 536,870,912 bytes'],
    ['a zip64 size', zip([{ ...zeros(9), bytes: 0xffffffff, extra: zip64Field(2 ** 50) }]), {}, '536,870,912'],
    ['the number of entries', zip(folders), { entries: 2 }, 'limit of 2 entries'],
    ['depth', zip([{ name: 'a/b/c' }]), { depth: 2 }, 'more than 2 folders deep'],
    ['the length of a path', zip([{ name: 'abc/def/ghi' }]), { pathBytes: 10 }, 'longer than 10 bytes'],
    ['the default length of a path', zip([{ name: 'abcdefgh/'.repeat(456), content: '' }]), {}, 'longer than 4096'],
    ['a long target', zip([{ name: 'a' }, zipLink('l', './././././a')]), { pathBytes: 10 }, 'target that is too long'],
    ['packed size', zip([{ name: 'a', comment: 'x'.repeat(3000) }]), { totalBytes: 1000, entries: 1 }, '2,024 bytes'],
    ['the ratio', zip([zeros(200_000)]), { ratio: 100, ratioFromBytes: 100_000 }, '100 times its size'],
    ['the default ratio', zip([zeros(20 * 2 ** 20)]), {}, '1,000 times its size'],
    [
      'the ratio of many small members',
      zip(Array.from({ length: 40 }, (_, at) => ({ ...zeros(2 ** 20), name: `f${at}` }))),
      { ratio: 800 },
      '800 times its size',
    ],
  ])('an archive above a limit is rejected: %s', async (_, archive, limits, reason) => {
    expect(await rejection(archive, { limits })).toContain(reason);
  });

  // trust: T-12
  test('a download is stopped as soon as it exceeds the limit of packed bytes', async () => {
    async function* endless() {
      yield zip([{ name: 'a' }]);
      for (;;) yield Buffer.alloc(64 * 1024);
    }
    const outcome = extractArchive(endless(), temporaryFolder(), { limits: { totalBytes: 2 ** 20, entries: 10 } });
    await expect(outcome).rejects.toThrow('larger than 1,058,816 bytes');
  });

  test('a zip file exactly within every limit is accepted', async () => {
    const limits = { totalBytes: 1000, entries: 2, depth: 2, pathBytes: 3 };
    const archive = zip([
      { name: 'a/b', content: Buffer.alloc(600) },
      { name: 'a/c', content: Buffer.alloc(400) },
    ]);
    expect(await extracted(archive, { limits })).toMatchObject({ files: 2 });
  });
});

describe('errors that are not faults of the zip file', () => {
  const broken = new NetworkError('The connection was cut.');

  test('an error of the source is thrown unchanged and leaves nothing beside the folder', async () => {
    const outside = temporaryFolder();
    mkdirSync(join(outside, 'here'));
    async function* cut() {
      yield zip([{ name: 'a' }]);
      throw broken;
    }
    await expect(extractArchive(cut(), join(outside, 'here'))).rejects.toBe(broken);
    expect(readdirSync(outside)).toEqual(['here']);
  });

  test('an abort ends the unpacking, also when all has arrived', async () => {
    const cancel = new AbortController();
    const same = { method: deflated, content: large, packed: deflateRawSync(large, { level: 1 }) };
    const members = Array.from({ length: 40 }, (_, at) => ({ ...same, name: `f${at}` }));
    const archive = zip(members);
    async function* source() {
      yield archive;
    }
    const path = temporaryFolder();
    const watch = setInterval(() => readdirSync(path).length > 0 && cancel.abort(), 1);
    onTestFinished(() => clearInterval(watch));
    await expect(extractArchive(source(), path, { signal: cancel.signal })).rejects.toBeInstanceOf(CancelledError);
    expect(readdirSync(path).length).toBeLessThan(40);
  });

  test('a destination that cannot be written is a disk error with the path', async () => {
    const path = join(temporaryFolder(), 'not', 'there');
    const error = await extractArchive(arriving(zip([{ name: 'a' }])), path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect((error as Error).message).toContain(`${path}.zip`);
  });
});

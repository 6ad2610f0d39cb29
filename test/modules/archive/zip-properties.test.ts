import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CheckFailedError } from '../../../src/base/errors.ts';
import fc, { forAllAsync, runs } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { expectContained, outcome } from './contained.ts';
import { contentOf, filesOf } from './tar-builder.ts';
import { deflated, type Member, packedFile, unicodeName, utf8Flag, zip, zip64Field, zipLink } from './zip-builder.ts';

const path = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', 'l', 'l', '..', '.', '', '\\', 'C:', 'nul', '._a', 'é'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((segments) => segments.join('/'));
const target = fc
  .array(fc.constantFrom('a', 'b', 'c', 'l', '..', '..', '.'), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'));
const hostile = fc.oneof(
  fc.tuple(path, fc.string({ maxLength: 20 })).map<Member>(([name, content]) => ({ name, content, flags: utf8Flag })),
  fc.tuple(path, target).map<Member>(([name, link]) => ({ ...zipLink(name, link), flags: utf8Flag })),
  path.map<Member>((name) => ({ name: `${name}/`, content: '', flags: utf8Flag })),
  fc.record<Member>({
    name: path,
    mode: fc.constantFrom(0, 0o100644, 0o120777, 0o040755, 0o010644),
    madeBy: fc.constantFrom(0, 0x0300, 0x0a00),
  }),
);

// trust: T-1
test('unpacking any zip file changes nothing outside the destination and creates no link that leads out', async () => {
  let accepted = 0;
  await forAllAsync([fc.array(hostile, { minLength: 1, maxLength: 5 })], runs(300), async (members) => {
    const found = await outcome(zip(members));
    expectContained(found);
    accepted += found.error === undefined ? 1 : 0;
  });
  expect(accepted).toBeGreaterThan(0);
});

const segment = fc
  .stringMatching(/^[a-zé日_-][a-z0-9é日 ._-]{0,20}[a-z0-9é日_-]$/)
  .filter((name) => !/^(con|prn|aux|nul|com\d|lpt\d)( *\.|$)/.test(name));
const benign = fc.array(
  fc.record({
    segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
    content: fc.oneof(fc.uint8Array({ maxLength: 3000 }), fc.constant(new Uint8Array(1_300_000).fill(7))),
    method: fc.constantFrom(0, deflated),
    mode: fc.constantFrom(0o100644, 0o100755),
    descriptor: fc.constantFrom<Member['descriptor'][]>(undefined, undefined, 12, 16, 20, 24),
  }),
  { minLength: 1, maxLength: 3 },
);

test('unpacking a random zip file gives its files, whatever the sizes of the chunks', async () => {
  await forAllAsync(
    [benign, fc.integer({ min: 40, max: 9000 }), fc.string()],
    runs(40),
    async (files, pieceBytes, comment) => {
      // Each file goes into a folder named by its number, so that no two can collide.
      const named = files.map(({ segments, content, descriptor, ...rest }, at) => ({
        ...rest,
        ...(descriptor === undefined ? {} : { descriptor }),
        name: `${at}/${segments.join('/')}`,
        content: Buffer.from(content),
        flags: utf8Flag,
      }));
      const packed = zip(named, { comment: comment.replaceAll('P', 'p') });
      const { error, tree, result } = await outcome(packed, [pieceBytes * 10]);
      expect(error).toBeUndefined();
      expect(result?.unpacked.files).toBe(files.length);
      const expected = Object.fromEntries(named.map(({ name, content }) => [name, content.toString()]));
      expect(filesOf(tree)).toEqual(expected);
    },
  );
});

const wide = { packedBytes: 0xffffffff, bytes: 0xffffffff, extra: zip64Field(1, 1) };
const sample = zip(
  [
    { name: 'd/', content: '' },
    { ...packedFile('d/run', 'x'.repeat(700)), mode: 0o100755 },
    { name: 'é', flags: utf8Flag, descriptor: 16 },
    { name: 'ü', extra: unicodeName('ü', 'ü') },
    { name: 'w', ...wide },
    packedFile('long', Buffer.from(Array.from({ length: 1_200_000 }, (_, at) => (at * at) % 7))),
    zipLink('d/l', 'run'),
  ],
  { comment: 'the end', zip64: {} },
);

test('a zip file with flipped bytes is rejected or unpacked inside the destination, without any other error', async () => {
  const whole = await outcome(sample);
  expect(whole.error).toBeUndefined();
  const contents = new Set(Object.values(filesOf(whole.tree)));
  const directoryAt = sample.indexOf('PK\x01\x02');
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 });
  const where = fc.constantFrom<[from: number, to: number]>(
    [0, 1000],
    [directoryAt, sample.length],
    [0, sample.length],
  );
  let refused = 0;
  await forAllAsync([flips, fc.boolean(), where], runs(300), async (at, cut, [from, to]) => {
    const bytes = Buffer.from(sample);
    for (const [place, by] of at) {
      const index = from + (place % (to - from));
      bytes[index] = bytes[index]! ^ by;
    }
    const found = await outcome(cut ? bytes.subarray(0, bytes.length - (at[0]![0] % 600)) : bytes);
    expectContained(found);
    // Content that is readable after a flip is unchanged: every byte of it is under a CRC.
    if (found.error === undefined) {
      expect(Object.values(filesOf(found.tree)).filter((content) => !contents.has(content))).toEqual([]);
    }
    refused += found.error === undefined ? 0 : 1;
  });
  expect(refused).toBeGreaterThan(runs(300) / 2);
});

test('rejects random bytes after the magic number of a zip file', async () => {
  await forAllAsync([fc.uint8Array({ maxLength: 2000 }), fc.boolean()], runs(200), async (bytes, ended) => {
    const end = ended ? zip([{ name: 'a' }]).subarray(-22) : Buffer.alloc(0);
    const { error, tree } = await outcome(Buffer.concat([Buffer.from('PK\x03\x04'), bytes, end]));
    expect(error).toBeInstanceOf(CheckFailedError);
    expect(tree).toEqual({});
  });
});

const has = (command: string, ...words: string[]) => spawnSync(command, words).status === 0;
/** The interpreter itself: a version manager's script in front of it takes longer than what it runs. */
const python3 = spawnSync('python3', ['-c', 'import sys, zipfile; print(sys.executable)'], { encoding: 'utf8' });
const tools = { unzip: has('unzip', '-v'), python3: python3.status === 0, zip: has('zip', '-v') };

describe('zip files of other programs', () => {
  for (const [tool, there] of Object.entries(tools)) {
    if (!there) console.warn(`SKIPPED: the comparison with ${tool}, which is not on this machine`);
  }

  const files: Record<string, string> = {
    'd/e/f.tf': 'x'.repeat(5000),
    'd/empty': '',
    'main.tf': 'module "a" {}\n',
    'ä/日.tf': '',
  };
  function written(): string {
    const folder = join(temporaryFolder(), 'in');
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return folder;
  }
  const run = (command: string, words: string[], options: { cwd?: string } = {}) => {
    const { status, stdout, stderr } = spawnSync(command, words, { ...options, maxBuffer: 2 ** 26 });
    expect(stderr.toString()).toBe('');
    expect(status).toBe(0);
    return stdout;
  };

  test.skipIf(!tools.zip).each(['-r', '-0r', '-rD', '-rfd', '-rfz'])(
    'unpacks an archive that zip %s wrote to a file or to a pipe',
    async (flags) => {
      const folder = written();
      run('zip', ['-q', flags, '../x.zip', '.'], { cwd: folder });
      const archives = [readFileSync(join(folder, '../x.zip'))];
      // Info-ZIP 3.0 leaves the zip64 end record out when it is told both, and cannot read that itself.
      if (!flags.includes('fz')) archives.push(run('zip', ['-q', flags, '-', '.'], { cwd: folder }));
      for (const packed of archives) {
        const { error, tree } = await outcome(packed);
        expect(error).toBeUndefined();
        expect(tree).toMatchObject(files);
      }
    },
  );

  const writer = `
import sys, zipfile, io
out = io.BytesIO()
class Pipe(io.RawIOBase):
    def writable(self): return True
    def write(self, b): out.write(b); return len(b)
with zipfile.ZipFile(Pipe() if sys.argv[1] == 'pipe' else out, 'w', int(sys.argv[2])) as z:
    z.comment = b'from python'
    for at in range(3, len(sys.argv), 2):
        with z.open(zipfile.ZipInfo(sys.argv[at]), 'w', force_zip64=sys.argv[1] == 'zip64') as f: f.write(sys.argv[at + 1].encode())
sys.stdout.buffer.write(out.getvalue())
`;
  test.skipIf(!tools.python3).each([
    ['seekable', '0'],
    ['seekable', '8'],
    ['pipe', '0'],
    ['pipe', '8'],
    ['zip64', '0'],
    ['zip64', '8'],
  ])('unpacks an archive that python3 wrote (%s, method %s)', async (form, method) => {
    const packed = run(python3.stdout.trim(), ['-c', writer, form, method, ...Object.entries(files).flat(), 'é', 'ü']);
    const { error, tree } = await outcome(packed);
    expect(error).toBeUndefined();
    expect(tree).toMatchObject({ ...files, é: 'ü' });
  });

  const reader = `
import sys, zipfile, io, json
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({i.filename: z.read(i).decode('latin-1') for i in z.infolist()}))
`;
  // trust: T-18
  test.skipIf(!tools.python3)(
    'python3 reads the same files from each accepted archive with a changed byte',
    async () => {
      const plain = zip([packedFile('d/a', 'x'.repeat(90)), { name: 'b', descriptor: 16 }, { name: 'c', ...wide }], {
        zip64: {},
      });
      let compared = 0;
      await forAllAsync([fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 })], runs(80), async (at, by) => {
        const bytes = Buffer.from(plain);
        bytes[at] = bytes[at]! ^ by;
        const { error, tree } = await outcome(bytes);
        if (error !== undefined) return;
        const { status, stdout } = spawnSync(python3.stdout.trim(), ['-c', reader], { input: bytes });
        // The versions of members, which we ignore, may be above what it supports.
        if (status !== 0) return;
        const theirs = JSON.parse(stdout.toString()) as Record<string, string>;
        expect(filesOf(tree)).toEqual(theirs);
        compared += 1;
      });
      expect(compared).toBeGreaterThan(0);
    },
  );

  test.skipIf(!tools.unzip)('unzip unpacks the same files as svc', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.zip'), sample);
    const { status } = spawnSync('unzip', ['-qq', 'a.zip', '-d', 'out'], { cwd: folder, env: { LC_ALL: 'C.UTF-8' } });
    expect(status).toBe(0);
    const { tree } = await outcome(sample);
    expect(contentOf(join(folder, 'out'))).toEqual(tree);
  });
});

import { gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { CheckFailedError } from '../../../src/base/errors.ts';
import fc, { forAllAsync, runs } from '../../support/properties.ts';
import { expectContained, outcome } from './contained.ts';
import {
  entry,
  type Fields,
  file,
  filesOf,
  folder,
  hardlink,
  longLink,
  longName,
  pax,
  sealed,
  symlink,
  tar,
} from './tar-builder.ts';

const evilSegment = fc.constantFrom('a', 'b', 'c', 'A', 'd', '..', '.', '', 'l', 'm', '\\', 'C:', 'nul', '._a', 'é');
const evilPath = fc.oneof(
  { weight: 9, arbitrary: fc.array(evilSegment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/')) },
  { weight: 1, arbitrary: fc.constantFrom('/tmp/svc-evil', '../../evil', '..\\..\\evil', '/') },
);
const plainPath = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'l'), { minLength: 1, maxLength: 3 })
  .map((s) => s.join('/'));
const path = fc.oneof({ weight: 4, arbitrary: plainPath }, { weight: 1, arbitrary: evilPath });
const target = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'l', 'm', '..', '..', '.'), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'));
const part = fc.oneof(
  fc.tuple(path, fc.string({ maxLength: 20 })).map(([name, content]) => file(name, content)),
  path.map((name) => folder(name)),
  fc.tuple(path, target).map(([name, link]) => symlink(name, link)),
  fc.tuple(path, fc.oneof(plainPath, target)).map(([name, link]) => hardlink(name, link)),
  path.map((name) => longName(name)),
  path.map((name) => longLink(name)),
  fc.tuple(path, target).map(([name, link]) => pax({ path: name, linkpath: link })),
  fc.record<Fields>({ type: fc.constantFrom('0', '1', '2', '3', '5', '6', 'S', 'g', 'x', 'Z'), name: path }).map(entry),
);

// trust: T-1
test('unpacking any archive changes nothing outside the destination and creates no link that leads out', async () => {
  let accepted = 0;
  await forAllAsync([fc.array(part, { minLength: 1, maxLength: 6 })], runs(300), async (parts) => {
    const found = await outcome(tar(...parts));
    expectContained(found);
    accepted += found.error === undefined ? 1 : 0;
  });
  expect(accepted).toBeGreaterThan(0);
});

// trust: T-2
test('svc rejects a tree of links or resolves each link to the same path as the operating system', async () => {
  let accepted = 0;
  // Half of the targets are likely to end somewhere, so that the accepted side is tried too.
  const likelyTarget = fc.constantFrom(...'d a/b/c b l ./a b/../d b/../../d ../d ../b ../../d c'.split(' '));
  const linkName = fc.constantFrom('l', 'm', 'a/l', 'a/b/m');
  await forAllAsync(
    [fc.array(fc.tuple(linkName, fc.oneof(likelyTarget, target)), { minLength: 1, maxLength: 3 })],
    runs(250),
    async (links) => {
      const base = [file('a/b/c'), folder('b'), file('d')];
      const found = await outcome(tar(...base, ...links.map(([name, link]) => symlink(name, link))));
      expectContained(found);
      accepted += found.error === undefined ? 1 : 0;
    },
  );
  expect(accepted).toBeGreaterThan(0);
});

const safeSegment = fc
  .stringMatching(/^[a-zé日_-][a-z0-9é日 ._-]{0,30}[a-z0-9é日_-]$/)
  .filter((name) => !/^(con|prn|aux|nul|com\d|lpt\d)( *\.|$)/.test(name));
// Each file goes into a folder named by its number, so that no two can collide.
const benign = fc.array(
  fc.record({
    segments: fc.array(safeSegment, { minLength: 1, maxLength: 5 }),
    content: fc.uint8Array({ maxLength: 3000 }),
    mode: fc.constantFrom(0o644, 0o755),
  }),
  { minLength: 1, maxLength: 12 },
);

test('a valid archive written by modern-tar is unpacked to the files that modern-tar reads', async () => {
  await forAllAsync([benign], runs(40), async (files) => {
    const packed = await packTar(
      files.map(({ segments, content, mode }, at) => ({
        header: { name: `${at}/${segments.join('/')}`, size: content.length, mode, mtime: new Date(at * 1000) },
        body: content,
      })),
    );
    const { result, error, tree } = await outcome(gzipSync(packed));
    expect(error).toBeUndefined();
    expect(result?.unpacked.files).toBe(files.length);
    const theirs = (await unpackTar(packed)).map(({ header, data }) => [header.name, Buffer.from(data!).toString()]);
    expect(filesOf(tree)).toEqual(Object.fromEntries(theirs));
  });
});

const sample = [
  folder('d'),
  entry({ name: 'd/run', content: 'x'.repeat(700), mode: 0o755 }),
  pax({ path: `${'p'.repeat(120)}/q`, mtime: '12.5' }),
  file('short', 'y'.repeat(512)),
  longName(`${'g'.repeat(130)}/h`),
  file('short'),
  symlink('d/l', 'run'),
  hardlink('h', 'd/run'),
];

test('the sizes of the chunks in which an archive arrives do not change the result', async () => {
  const whole = gzipSync(tar(...sample));
  const expected = await outcome(whole);
  expect(expected.result?.unpacked.files).toBe(4);
  await forAllAsync(
    [fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 8 })],
    runs(40),
    async (pieces) => {
      expect(await outcome(whole, pieces)).toEqual(expected);
      const plain = await outcome(tar(...sample), pieces);
      const anyFormat = { sha256: '', format: '', receivedBytes: 0 };
      expect({ ...plain, result: { ...plain.result, ...anyFormat } }).toEqual({
        ...expected,
        result: { ...expected.result, ...anyFormat },
      });
    },
  );
});

// trust: T-13
test('an archive with flipped bytes is rejected or unpacked inside the destination, without any other error', async () => {
  const plain = tar(...sample);
  const packed = gzipSync(plain);
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });
  let refused = 0;
  await forAllAsync(
    [flips, fc.boolean(), fc.constantFrom('gzip', 'tar', 'header')],
    runs(300),
    async (at, cut, where) => {
      const bytes = Buffer.from(where === 'gzip' ? packed : plain);
      for (const [place, by] of at) {
        const index = where === 'header' ? place % 345 : place % bytes.length;
        bytes[index] = bytes[index]! ^ by;
      }
      if (where === 'header') sealed(bytes);
      const found = await outcome(cut ? bytes.subarray(0, bytes.length - (at[0]![0] % 600)) : bytes);
      expectContained(found);
      refused += found.error === undefined ? 0 : 1;
    },
  );
  expect(refused).toBeGreaterThan(0);
});

test('rejects random bytes', async () => {
  await forAllAsync([fc.uint8Array({ maxLength: 2000 }), fc.boolean()], runs(100), async (bytes, packed) => {
    const { error, tree } = await outcome(packed ? gzipSync(bytes) : bytes);
    expect(error).toBeInstanceOf(CheckFailedError);
    expect(tree).toEqual({});
  });
});

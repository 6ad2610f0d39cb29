import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diskFault } from '../../../src/modules/archive/rejection.ts';
import { packFolder } from '../../../src/modules/mirror/pack.ts';
import { packRelease, tarBytes } from '../../../src/modules/publish/pack.ts';
import { type SourceFile, textFile } from '../../../src/modules/publish/release.ts';
import fc, { forAllAsync, runs } from '../../support/properties.ts';
import { releaseOf } from './release.ts';

async function unpacked(files: readonly SourceFile[], folder?: string) {
  const entries = await unpackTar(new Uint8Array(await buffer(tarBytes(files, folder))));
  return entries.map(({ header, data }) => ({ header, text: new TextDecoder().decode(data) }));
}

describe('a tar file', () => {
  test('a tar file has its files in the order of their paths, with fixed times, owners and modes', async () => {
    const tool: SourceFile = { ...textFile('bin/tool', '#!/bin/sh\n'), executable: true };
    const entries = await unpacked([textFile('z.tf', 'z'), tool, textFile('empty', '')]);
    expect(entries.map(({ header, text }) => [header.name, text, header.mode])).toEqual([
      ['bin/tool', '#!/bin/sh\n', 0o755],
      ['empty', '', 0o644],
      ['z.tf', 'z', 0o644],
    ]);
    for (const { header } of entries) {
      expect(header).toMatchObject({ type: 'file', uid: 0, gid: 0, mtime: new Date('2000-01-01T00:00:00Z') });
    }
  });

  test('a tar file ends with two empty blocks and consists of whole blocks', async () => {
    const bytes = await buffer(tarBytes([textFile('a', 'x'.repeat(513))]));
    expect(bytes.length).toBe(512 + 1024 + 1024);
    expect(bytes.subarray(-1024).every((byte) => byte === 0)).toBe(true);
  });

  test.each([
    ['of exactly 100 letters', 'x'.repeat(100)],
    ['of 128 letters', `${'d'.repeat(60)}/${'e'.repeat(60)}/main.tf`],
    ['with a name of 101 letters', 'x'.repeat(101)],
    ['of 300 letters', `${'deep/'.repeat(58)}main.tf`],
    ['in another script', 'módulo/主.tf'],
  ])('a tar file can contain a path %s', async (_title, path) => {
    expect((await unpacked([textFile(path, 'x')])).map(({ header }) => header.name)).toEqual([path]);
  });

  test('a tar file can contain any paths and contents', async () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
      .filter((text) => !/[/\0\ud800-\udfff]|^\.+$/.test(text));
    const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
    await forAllAsync(
      [fc.dictionary(path, fc.string({ maxLength: 2000 }), { maxKeys: 4, noNullPrototype: true })],
      runs(150),
      async (files) => {
        const entries = await unpacked(Object.entries(files).map(([name, text]) => textFile(name, text)));
        const expected = Object.fromEntries(
          Object.entries(files).map(([name, text]) => [name, new TextDecoder().decode(new TextEncoder().encode(text))]),
        );
        expect(Object.fromEntries(entries.map(({ header, text }) => [header.name, text]))).toEqual(expected);
      },
    );
  });

  test.each([3, 9])('a file that changes to %i bytes while it is packed is rejected', async (size) => {
    const file = { ...textFile('a', 'x'.repeat(5)), size };
    await expect(buffer(tarBytes([file]))).rejects.toThrow('a changed while it was packed');
  });
});

test('the error for a file that cannot be read while packing names that file, not the archive', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'main.tf'), 'x');
  const packed = packFolder(folder);
  rmSync(join(folder, 'main.tf'));
  const written = writeFile(join(folder, 'archive'), packed).catch((error: unknown) => {
    throw diskFault(error, 'archive');
  });
  await expect(written).rejects.toThrow(`Cannot read "${join(folder, 'main.tf')}" (ENOENT: no such file or folder).`);
});

describe('an archive', () => {
  const files = { 'main.tf': 'a', 'README.md': 'b' };

  test('an archive of the same files has the same bytes, whatever their order', async () => {
    const one = await packRelease(releaseOf(files));
    const other = await packRelease(releaseOf(Object.fromEntries(Object.entries(files).reverse())));
    expect(one.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(other.etag).toBe(one.etag);
    expect((await packRelease(releaseOf({ ...files, 'main.tf': 'c' }))).etag).not.toBe(one.etag);
  });

  test('an archive carries neither time nor operating system in its gzip header', async () => {
    const { body } = await packRelease(releaseOf(files));
    expect([...(body as Uint8Array).subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
  });

  test('an archive may have all files in one top-level folder', async () => {
    const { body } = await packRelease(releaseOf(files), 'thing-1.0.0');
    const entries = await unpackTar(gunzipSync(body as Uint8Array));
    expect(entries.map(({ header }) => header.name)).toEqual(['thing-1.0.0/README.md', 'thing-1.0.0/main.tf']);
  });

  test('an archive of many megabytes is streamed, twice with the same bytes', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(7);
    const large: SourceFile = {
      path: 'big.bin',
      size: 6 * chunk.length,
      executable: false,
      open: () => Array(6).fill(chunk),
    };
    const release = releaseOf({}, { files: [large] });
    const [one, other] = [await packRelease(release), await packRelease(release)];
    expect([one.etag, one.body instanceof Uint8Array]).toEqual([undefined, false]);
    const bytes = await buffer(one.body as AsyncIterable<Uint8Array>);
    expect(bytes.equals(await buffer(other.body as AsyncIterable<Uint8Array>))).toBe(true);
    expect(gunzipSync(bytes).length).toBe(512 + large.size + 1024);
  });

  test('an archive is packed again after a failure', async () => {
    let text = 'too long';
    const file: SourceFile = { path: 'a', size: 2, executable: false, open: () => [new TextEncoder().encode(text)] };
    const release = releaseOf({}, { files: [file] });
    await expect(packRelease(release)).rejects.toThrow('changed');
    text = 'ok';
    expect((await packRelease(release)).etag).toBeDefined();
  });
});

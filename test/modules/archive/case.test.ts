import { describe, expect, test } from 'vitest';
import { CheckFailedError } from '../../../src/base/errors.ts';
import { realDisk } from '../../../src/modules/archive/disk.ts';
import { hashFolder, hashTree } from '../../../src/modules/archive/disk-tree.ts';
import { rejectClash } from '../../../src/modules/archive/unpack-result.ts';
import { ignoringCase } from '../../support/disk.ts';
import fc, { forAllAsync, runs } from '../../support/properties.ts';
import { entry, extracted, file, folder, hardlink, symlink, tarGz } from './tar-builder.ts';

const onBoth = async (...parts: Buffer[]) => ({
  apart: await extracted(tarGz(...parts), { disk: realDisk }),
  merged: await extracted(tarGz(...parts), { disk: ignoringCase }),
});

describe('names that differ only in case', () => {
  // trust: T-8
  test('two names that differ only in case, with the same content, are two files on a case-sensitive disk and one file on a case-insensitive disk', async () => {
    const { apart, merged } = await onBoth(file('.github/README.md'), file('.github/readme.md'));
    expect(apart.tree).toEqual({ '.github/': '', '.github/README.md': 'x', '.github/readme.md': 'x' });
    expect(merged.tree).toEqual({ '.github/': '', '.github/README.md': 'x' });
    const names = '".github/README.md" and ".github/readme.md" differ only in case';
    expect(apart.notes).toEqual([`${names}; a case-insensitive disk stores only one of them.`]);
    expect(merged.notes).toEqual([`${names}; this disk stores only one of them.`]);
    expect([apart.files, merged.files]).toEqual([2, 2]);
    for (const { unpacked } of [apart, merged]) expect(() => rejectClash(unpacked)).not.toThrow();
  });

  // trust: T-8
  test('two names that differ in case and in content give a warning on a case-sensitive disk and are rejected on a case-insensitive disk', async () => {
    const { apart, merged } = await onBoth(file('a.tf', '1'), file('A.tf', '2'), file('b', '3'));
    expect(apart.tree).toEqual({ 'A.tf': '2', 'a.tf': '1', b: '3' });
    expect(merged.tree).toEqual({ 'a.tf': '1', b: '3' });
    const names = '"a.tf" and "A.tf" differ in case and in content';
    expect(apart.notes).toEqual([`${names}; the module cannot be installed or downloaded on a case-insensitive disk.`]);
    expect(() => rejectClash(apart.unpacked)).not.toThrow();
    expect(() => rejectClash(merged.unpacked)).toThrow(CheckFailedError);
    expect(() => rejectClash(merged.unpacked)).toThrow(
      `The archive is rejected: ${names}, and this disk treats them as one name.`,
    );
  });

  test.each<[string, Buffer[]]>([
    ['mode', [file('run'), entry({ name: 'RUN', content: 'x', mode: 0o755 })]],
    ['kind (a file and a folder)', [file('license'), file('LICENSE/apache')]],
    ['kind (the folder first)', [file('LICENSE/apache'), file('license')]],
    ['the target of a link', [file('f'), symlink('l', 'f'), symlink('L', 'nothing')]],
    ['kind (a link and a file)', [file('f'), symlink('l', 'f'), file('L')]],
    ['kind (a file, then a link)', [file('f'), file('L'), symlink('l', 'f')]],
    ['the content of a file in such folders', [file('docs/x', '1'), file('Docs/x', '2')]],
    ['the content of a file in nested folders', [file('d/e/x', '1'), file('D/e/x', '2')]],
  ])('names that differ only in case and in %s are rejected on a case-insensitive disk only', async (_, parts) => {
    const { apart, merged } = await onBoth(file('main.tf'), ...parts);
    expect(() => rejectClash(apart.unpacked)).not.toThrow();
    expect(() => rejectClash(merged.unpacked)).toThrow('this disk treats them as one name');
    expect(hashTree(merged.unpacked)).toBe(hashTree(apart.unpacked));
    expect(Object.keys(merged.tree).length).toBeLessThan(Object.keys(apart.tree).length);
  });

  test('folders that differ only in case are merged on a case-insensitive disk, and their files counted as in the archive', async () => {
    const { apart, merged } = await onBoth(
      file('Docs/a', '1'),
      file('docs/b', '2'),
      folder('docs/c'),
      file('DOCS/c/d'),
    );
    expect(apart.tree).toMatchObject({ 'Docs/a': '1', 'docs/b': '2', 'DOCS/c/d': 'x' });
    expect(merged.tree).toEqual({ 'Docs/': '', 'Docs/a': '1', 'Docs/b': '2', 'Docs/c/': '', 'Docs/c/d': 'x' });
    expect(() => rejectClash(merged.unpacked)).not.toThrow();
    expect(merged.unpacked.twins?.paths).toEqual(['DOCS/c/d', 'Docs/a', 'docs/b']);
    expect(hashTree(merged.unpacked)).toBe(hashTree(apart.unpacked));
    expect(hashFolder(merged.path, merged.unpacked.twins?.paths, ignoringCase)).toBe(hashTree(apart.unpacked));
  });

  test.each<[string, Buffer[], string]>([
    ['a link and a folder', [file('s/f'), symlink('S', '.')], '"S" has the same name on some disks as "s"'],
    ['a folder and a link', [symlink('S', '.'), file('s/f')], '"s" has the same name on some disks as "S"'],
    ['a link and a folder in two folders', [file('d/s/f'), symlink('D/s', '..')], '"D/s" has the same name on some'],
    ['a bare repository on some disks', [file('x/HEAD'), file('X/objects/y'), file('X/refs/y')], 'bare git repository'],
    [
      'a file HEAD and a folder head in a bare repository',
      [file('HEAD'), file('head/x'), file('refs/y'), file('Objects/y')],
      'bare',
    ],
  ])('rejects names that differ only in case on every disk: %s', async (_, parts, words) => {
    for (const disk of [realDisk, ignoringCase]) {
      await expect(extracted(tarGz(file('main.tf'), ...parts), { disk })).rejects.toThrow(words);
    }
  });

  test('a hard link is rejected if a case-insensitive disk has another file in place of its target', async () => {
    const parts = [file('a', '1'), file('A', '2'), hardlink('h', 'A')];
    expect((await extracted(tarGz(...parts))).tree).toEqual({ A: '2', a: '1', h: '2' });
    await expect(extracted(tarGz(...parts), { disk: ignoringCase })).rejects.toThrow('"h" is a hard link to a file');
  });

  test('names that differ only in case are rejected if there are too many to compare', async () => {
    const spelled = (at: number) =>
      [...'abcdefghijk'].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter));
    const parts = Array.from({ length: 1100 }, (_, at) => file(spelled(at).join('')));
    await expect(extracted(tarGz(...parts))).rejects.toThrow(
      'exceeds the limit of 1000 names that differ only in case',
    );
    const many = Array.from({ length: 1001 }, (_, at) => file(`docs/${at}`));
    await expect(extracted(tarGz(...many, file('DOCS/x')))).rejects.toThrow('more than 1000 files');
  });
});

const path = fc
  .array(fc.constantFrom('a', 'A', 'b', 'B', 'c'), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join('/'));
const part = fc.oneof(
  fc.tuple(path, fc.constantFrom('1', '1', '2')).map(([name, content]) => file(name, content)),
  path.map((name) => folder(name)),
  fc.tuple(path, fc.oneof(path, fc.constant('../a'))).map(([name, link]) => symlink(name, link)),
);

test('the hash of any accepted archive is the same on every disk, and equals the hash of the unpacked folder', async () => {
  let merges = 0;
  await forAllAsync([fc.array(part, { minLength: 2, maxLength: 7 })], runs(120), async (parts) => {
    const archive = tarGz(...parts);
    const apart = await extracted(archive).catch((error: unknown) => error);
    const merged = await extracted(archive, { disk: ignoringCase }).catch((error: unknown) => error);
    if (apart instanceof Error || merged instanceof Error) {
      expect([(merged as Error).message, (apart as Error).message].toSorted()[0]).toContain('rejected');
      expect((merged as Error).message).toBe((apart as Error).message);
      return;
    }
    const { unpacked } = merged as Awaited<ReturnType<typeof extracted>>;
    const { path: there, unpacked: whole } = apart as Awaited<ReturnType<typeof extracted>>;
    const h1 = hashTree(whole);
    expect(hashFolder(there)).toBe(h1);
    expect(hashTree(unpacked)).toBe(h1);
    if (unpacked.isMerged && unpacked.twins?.different.length) return;
    merges += unpacked.isMerged ? 1 : 0;
    const { path: onDisk } = merged as Awaited<ReturnType<typeof extracted>>;
    expect(hashFolder(onDisk, unpacked.twins?.paths, ignoringCase)).toBe(h1);
  });
  expect(merges).toBeGreaterThan(0);
});

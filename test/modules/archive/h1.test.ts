import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashFolder, hashLines } from '../../../src/modules/archive/disk-tree.ts';
import { writeFiles } from '../../support/configuration.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function folder(files: Record<string, string>): Promise<string> {
  const made = temporaryFolder();
  await writeFiles(made, files);
  return made;
}

// Made with: sha256sum FILES | LC_ALL=C sort -k2 | sha256sum | xxd -r -p | base64
test('the h1 hash equals the one computed with sha256sum, sort and base64', async () => {
  const dir = await folder({ 'main.tf': 'a\n', 'b/c.tf': 'c\n', 'b.tf': '' });
  expect(hashFolder(dir)).toBe('h1:mRehX3TQn8fNni5M+AeJ35HJiyyyMw669o4qZ8r1jQE=');
});

test('the h1 hash sorts paths by bytes, not by UTF-16 code units', () => {
  const files = [
    { path: '\u{1f600}', digest: '00' },
    { path: '\uff5e', digest: '11' },
  ];
  expect(hashLines(files)).toBe(hashLines(files.toReversed()));
  expect(hashLines(files)).toBe('h1:7IMUuFueoDjkk3PZ9yHtCc5XqOK/F5uN4HAEuE5PVT4=');
});

// Made with golang.org/x/mod/sumdb/dirhash (v0.17.0) of the same files.
test("the h1 hash equals the one of Go's dirhash, also with a link to a file", async () => {
  const dir = await folder({ 'main.tf': 'a\n' });
  expect(hashFolder(dir)).toBe('h1:/LbxPGQz6jNoV8EKUBCUpJoM5TbQq49P/uCwFky0pRE=');
  await symlink('main.tf', join(dir, 'b.tf'));
  expect(hashFolder(dir)).toBe('h1:EkaLMfAqmMDziINHouPIi14937e9xXn68MtFqLEsMHo=');
  const same = ['a', 'A'].map((path) => ({ path, digest: createHash('sha256').update('a\n').digest('hex') }));
  expect(hashLines(same)).toBe('h1:qNClZ4v1GvlECIuZu34nLU86U5zBCJ1ouU6xjRmjkeg=');
});

test('the h1 hash ignores a top-level .git, empty folders and file modes', async () => {
  const dir = await folder({ 'main.tf': 'a\n', '.git/HEAD': 'x' });
  await mkdir(join(dir, 'empty'));
  expect(hashFolder(dir)).toBe(hashFolder(await folder({ 'main.tf': 'a\n' })));
  expect(hashFolder(await folder({ 'main.tf': 'a\n', 'b/.git': 'x' }))).not.toBe(hashFolder(dir));
});

test('the h1 hash counts a link as a copy of its target, and a link to a file outside the folder is rejected', async () => {
  const dir = await folder({ 'a.tf': 'a\n' });
  await symlink('a.tf', join(dir, 'b.tf'));
  expect(hashFolder(dir)).toBe(hashFolder(await folder({ 'a.tf': 'a\n', 'b.tf': 'a\n' })));
  const other = await folder({ secret: 'x' });
  await symlink(join(other, 'secret'), join(dir, 'c.tf'));
  expect(() => hashFolder(dir)).toThrow(
    expect.objectContaining({ exit: 8, message: expect.stringContaining('is a link that points to an absolute path') }),
  );
});

test('the h1 hash counts a link to a folder as a copy of the files in it, also through other links', async () => {
  const linked = await folder({ 'a/x': 'x', 'b/y': 'y' });
  await symlink('../b', join(linked, 'a/in'));
  await symlink('a', join(linked, 'l'));
  await symlink('l', join(linked, 'again'));
  const copied = ['a', 'l', 'again'].flatMap((path) => [
    [`${path}/x`, 'x'],
    [`${path}/in/y`, 'y'],
  ]);
  expect(hashFolder(linked)).toBe(hashFolder(await folder({ ...Object.fromEntries(copied), 'b/y': 'y' })));
});

test('the h1 hash ignores a dangling link, a link to itself and a link to a parent folder', async () => {
  const dir = await folder({ 'a/x': 'x' });
  const before = hashFolder(dir);
  await symlink('nowhere', join(dir, 'm'));
  await symlink('n', join(dir, 'n'));
  await symlink('..', join(dir, 'a/up'));
  expect(hashFolder(dir)).toBe(before);
});

test('links to folders that multiply the number of files are rejected at the limit of entries', async () => {
  const dir = await folder(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}/x`, 'x'])));
  for (let from = 0; from < 9; from += 1)
    for (let to = 0; to < 9; to += 1) await symlink(`../${to}`, join(dir, `${from}/${to}`));
  expect(() => hashFolder(dir)).toThrow(
    expect.objectContaining({ exit: 8, message: expect.stringContaining('over the limit of 100,000 entries') }),
  );
});

test.each([
  ['folders', 600, 'l'],
  ['bytes', 30, 'l'.repeat(200)],
])('a chain of links is rejected where its path has too many %s', async (_, length, name) => {
  const dir = await folder(Object.fromEntries(Array.from({ length }, (_, at) => [`${at}/x`, 'x'])));
  for (let at = 1; at < length; at += 1) await symlink(`../${at}`, join(dir, `${at - 1}`, name));
  expect(() => hashFolder(dir)).toThrow(
    expect.objectContaining({ exit: 8, message: expect.stringContaining('through its links') }),
  );
});

test('rejects a dangling link that goes up after a missing folder, because the link could lead out', async () => {
  const two = await folder({ 'a/x': 'x' });
  await symlink('nowhere/..', join(two, 'n'));
  expect(() => hashFolder(two)).toThrow(
    expect.objectContaining({ exit: 8, message: expect.stringContaining('"n" is a link that goes up') }),
  );
});

test('a name with a line end is rejected', async () => {
  const dir = await folder({});
  await writeFile(join(dir, 'a\nb'), '');
  expect(() => hashFolder(dir)).toThrow(
    expect.objectContaining({ exit: 8, message: expect.stringContaining('contains a line break') }),
  );
});

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashFolder, hashLines } from '../../../src/module/archive/h1.ts';
import { writeFiles } from '../../support/configuration.ts';

async function folder(files: Record<string, string>): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'svc-h1-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  await writeFiles(made, files);
  return made;
}

// Made with: sha256sum FILES | LC_ALL=C sort -k2 | sha256sum | xxd -r -p | base64
test('is what sha256sum, sort and base64 make of the same files', async () => {
  const dir = await folder({ 'main.tf': 'a\n', 'b/c.tf': 'c\n', 'b.tf': '' });
  expect(hashFolder(dir)).toBe('h1:mRehX3TQn8fNni5M+AeJ35HJiyyyMw669o4qZ8r1jQE=');
});

test('sorts by bytes, where UTF-16 has another order', () => {
  const files = [
    { path: '\u{1f600}', digest: '00' },
    { path: '\uff5e', digest: '11' },
  ];
  expect(hashLines(files)).toBe(hashLines(files.toReversed()));
  expect(hashLines(files)).toBe('h1:7IMUuFueoDjkk3PZ9yHtCc5XqOK/F5uN4HAEuE5PVT4=');
});

// Made with golang.org/x/mod/sumdb/dirhash (v0.17.0) of the same files.
test('is what Go makes of the same files, and of a link to one', async () => {
  const dir = await folder({ 'main.tf': 'a\n' });
  expect(hashFolder(dir)).toBe('h1:/LbxPGQz6jNoV8EKUBCUpJoM5TbQq49P/uCwFky0pRE=');
  await symlink('main.tf', join(dir, 'b.tf'));
  expect(hashFolder(dir)).toBe('h1:EkaLMfAqmMDziINHouPIi14937e9xXn68MtFqLEsMHo=');
  const same = ['a', 'A'].map((path) => ({ path, digest: createHash('sha256').update('a\n').digest('hex') }));
  expect(hashLines(same)).toBe('h1:qNClZ4v1GvlECIuZu34nLU86U5zBCJ1ouU6xjRmjkeg=');
});

test('no .git at the top, no empty folder and no modes', async () => {
  const dir = await folder({ 'main.tf': 'a\n', '.git/HEAD': 'x' });
  await mkdir(join(dir, 'empty'));
  expect(hashFolder(dir)).toBe(hashFolder(await folder({ 'main.tf': 'a\n' })));
  expect(hashFolder(await folder({ 'main.tf': 'a\n', 'b/.git': 'x' }))).not.toBe(hashFolder(dir));
});

test('a link counts as the file it leads to, and one that leads out is rejected', async () => {
  const dir = await folder({ 'a.tf': 'a\n' });
  await symlink('a.tf', join(dir, 'b.tf'));
  expect(hashFolder(dir)).toBe(hashFolder(await folder({ 'a.tf': 'a\n', 'b.tf': 'a\n' })));
  const other = await folder({ secret: 'x' });
  await symlink(join(other, 'secret'), join(dir, 'c.tf'));
  expect(() => hashFolder(dir)).toThrow(
    expect.objectContaining({ exit: 8, message: expect.stringContaining('is a link that points to an absolute path') }),
  );
});

test('a link to a folder or to nothing counts with its target, and one that could lead out is rejected', async () => {
  const [one, two] = [await folder({ 'a/x': 'x', 'b/x': 'x' }), await folder({ 'a/x': 'x', 'b/x': 'x' })];
  await symlink('a', join(one, 'l'));
  await symlink('b', join(two, 'l'));
  expect(hashFolder(one)).not.toBe(hashFolder(two));
  await symlink('nowhere', join(two, 'm'));
  expect(hashFolder(two)).toBe(hashFolder(await folder({ 'a/x': 'x', 'b/x': 'x', l: 'b', m: 'nowhere' })));
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

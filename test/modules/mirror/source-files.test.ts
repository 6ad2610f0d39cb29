import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, expect, test } from 'vitest';
import { CheckFailedError } from '../../../src/base/errors.ts';
import { sourceFilesIn } from '../../../src/modules/mirror/serve/archive.ts';
import { readText } from '../../../src/modules/publish/release.ts';
import { deflated, zip } from '../archive/zip-builder.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

const contents = {
  './top-1.0/main.tf': 'a',
  'top-1.0/README.md': 'b',
  'top-1.0/modules/x/main.tofu': 'c',
  'top-1.0/image.png': 'd',
  'other/main.tf': 'e',
};
const tar = Buffer.from(
  await packTar(Object.entries(contents).map(([name, body]) => ({ header: { name, size: body.length }, body }))),
);
const zipped = zip(
  Object.entries(contents).map(([name, content]) => ({ name: name.replace('./', ''), content, method: deflated })),
);

async function textsIn(name: string, bytes: Buffer, subdir: string): Promise<Record<string, string>> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const files = await sourceFilesIn(path, subdir);
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.path, await readText(file)])));
}

test.each([
  ['a.tar', tar],
  ['a.tar.gz', gzipSync(tar)],
  ['a.zip', zipped],
])('the files that describe a module are read from %s, below its folder', async (name, bytes) => {
  const module = { 'main.tf': 'a', 'README.md': 'b', 'modules/x/main.tofu': 'c' };
  expect(await textsIn(name, bytes, 'top-1.0')).toEqual(module);
  expect(await textsIn(name, bytes, 'top-*/')).toEqual(module);
  expect(await textsIn(name, bytes, 't[n-p]p-1.0')).toEqual(module);
  expect(await textsIn(name, bytes, 'top-1.0/modules/x')).toEqual({ 'main.tofu': 'c' });
  expect(Object.keys(await textsIn(name, bytes, ''))).toContain('other/main.tf');
});

// trust: T-22
test('rejects a corrupt archive, and keeps at most 16 MiB of text', async () => {
  await expect(textsIn('cut.tar.gz', gzipSync(tar).subarray(0, 40), '')).rejects.toThrow(CheckFailedError);
  const size = 40 * 1024 * 1024;
  const huge = await packTar([{ header: { name: 'main.tf', size }, body: new Uint8Array(size) }]);
  const { 'main.tf': text = '' } = await textsIn('huge.tar', Buffer.from(huge), '');
  expect(text.length).toBeLessThanOrEqual(16 * 1024 * 1024);
});

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { registryAt } from '../support/registry.ts';
import { machine } from '../support/svc.ts';
import type { Answer } from '../support/tiny-server.ts';
import { packedFile, zip, zipLink } from './archive/zip-builder.ts';

/** A registry with one module, `a/b/c` 1.0.0, at the location and with the archive that the test makes. */
async function registryWith(location: string, archive: Buffer | Answer) {
  const { url } = await registryAt(location, archive);
  return machine({ SVC_REGISTRY: `${url}/v1/modules/` });
}

const module = zip([
  packedFile('main.tf', 'x'.repeat(5000)),
  { name: 'modules/sub/', content: '' },
  { name: 'modules/sub/run.sh', mode: 0o100755 },
  zipLink('modules/sub/link', 'run.sh'),
]);

describe('a module in a zip file', () => {
  test('a module in a zip file is downloaded whole, with the digest and size of the received bytes', async () => {
    const { svc, cwd } = await registryWith('./m.zip', module);
    const { code, stdout, stderr } = await svc('module download a/b/c --dir here --json');
    expect(code).toBe(0);
    const sha256 = createHash('sha256').update(module).digest('hex');
    expect(JSON.parse(stdout)).toMatchObject([{ sha256, bytes: module.length, dir: join(cwd, 'here') }]);
    expect(stderr).toBe(`Downloaded a/b/c@1.0.0 to ${join(cwd, 'here')}.\n`);
    expect(await readFile(join(cwd, 'here', 'main.tf'), 'utf8')).toBe('x'.repeat(5000));
    expect(await readFile(join(cwd, 'here', 'modules/sub/link'), 'utf8')).toBe('x');
    expect(await readdir(cwd)).toEqual(['here']);
  });

  test('a zip file is downloaded completely after a cut connection', async () => {
    const { svc, cwd } = await registryWith('./m.zip', (_, response, nth) => {
      response.writeHead(200, { 'content-length': String(module.length) });
      if (nth > 1) response.end(module);
      else response.write(module.subarray(0, 100), () => response.destroy());
    });
    expect((await svc('module download a/b/c --dir here --retries 1')).code).toBe(0);
    expect(await readdir(cwd)).toEqual(['here']);
  });

  test.each<[string, Buffer, string]>([
    ['leads out', zip([{ name: 'main.tf' }, { name: '../evil.txt' }]), '".." segment'],
    ['is truncated, although the connection was not cut', module.subarray(0, -30), 'truncated'],
    ['is corrupt', zip([{ ...packedFile('main.tf', 'abc'), crc: 7 }]), 'CRC-32'],
    ['is encrypted', zip([{ name: 'main.tf', flags: 1 }]), 'is encrypted'],
    ['is empty', zip([]), 'empty'],
    ['has an unsupported compression method', zip([{ name: 'main.tf', method: 12 }]), 'method 12'],
  ])('exits with 8 and leaves nothing for a zip file that %s', async (_, archive, words) => {
    const { svc, cwd } = await registryWith('./m.zip', archive);
    const { code, stdout, stderr } = await svc('module download a/b/c --dir deep/here -o json');
    expect([code, stdout]).toEqual([8, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'check_failed', message: expect.stringContaining(words) },
    });
    expect(existsSync(join(cwd, 'deep'))).toBe(false);
  });

  // trust: T-25
  test('a zip file that differs from the announced checksum is rejected before it is unpacked', async () => {
    const { svc, cwd } = await registryWith(`./m.zip?checksum=sha256:${'0'.repeat(64)}`, module);
    expect(await svc('module download a/b/c --dir here')).toExit(8, 'sha256');
    expect(await readdir(cwd)).toEqual([]);
  });

  test('a download of a zip file that is cancelled half-way leaves nothing', async () => {
    const cancel = new AbortController();
    const { svc, cwd } = await registryWith('./m.zip', (_, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(module.subarray(0, 200), () => setTimeout(() => cancel.abort(new CancelledError()), 20));
    });
    expect((await svc('module download a/b/c --dir here', { signal: cancel.signal })).code).toBe(130);
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('an archive in another format than the announced one', () => {
  const tar = () => packTar([{ header: { name: 'main.tf', size: 1 }, body: 'x' }]);

  test('a zip file announced as .tar.gz is read as a zip file with a message', async () => {
    const { svc, cwd } = await registryWith('./m.tar.gz', module);
    expect(await svc('module download a/b/c --dir here')).toExit(0, 'announced a .tar.gz archive, but it is a .zip');
    expect(await readdir(join(cwd, 'here'))).toContain('main.tf');
  });

  test('a .tar.gz announced as a zip file is read as .tar.gz with a message', async () => {
    const { svc, cwd } = await registryWith('./m?archive=zip', gzipSync(await tar()));
    expect(await svc('module download a/b/c --dir here')).toExit(0, 'announced a .zip archive, but it is a .tar.gz');
    expect(await readdir(join(cwd, 'here'))).toEqual(['main.tf']);
  });

  test('a tar file whose gzip was removed on the way gives no message', async () => {
    const { svc, cwd } = await registryWith('./m.tar.gz', Buffer.from(await tar()));
    const { code, stderr } = await svc('module download a/b/c --dir here');
    expect(code).toBe(0);
    expect(stderr).toBe(`Downloaded a/b/c@1.0.0 to ${join(cwd, 'here')}.\n`);
  });
});

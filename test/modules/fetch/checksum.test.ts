import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readSums } from '../../../src/modules/fetch/http.ts';
import fc, { forAll } from '../../support/properties.ts';
import { registryAt } from '../../support/registry.ts';
import { machine } from '../../support/svc.ts';
import { packedFile, zip } from '../archive/zip-builder.ts';

const module = zip([packedFile('main.tf', 'x')]);
const hashOf = (algorithm: string) => createHash(algorithm).update(module).digest('hex');
const [md5, sha1, sha256, sha512] = ['md5', 'sha1', 'sha256', 'sha512'].map(hashOf) as [string, string, string, string];
const wrong = '0'.repeat(64);

/** A registry whose module is `/files/v1/m.zip`, and which serves a file of sums beside it. */
async function registryWith(sums: string, location = './m.zip?checksum=file:ORIGIN/files/v1/SUMS') {
  const server = await registryAt(
    (origin) => location.replaceAll('ORIGIN', origin).replace(/^\.\//, `${origin}/files/v1/`),
    ({ url }, response) => void response.end(url?.endsWith('SUMS') ? sums : module),
  );
  const made = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/`, SVC_TOKEN_127__0__0__1: 'secret' });
  return { server, ...made };
}

describe('checksum=file: reads the digest of the archive from a file of checksums', () => {
  test.each<[string, string]>([
    ['GNU, as text', `${wrong}  other.zip\n${sha256}  m.zip\n`],
    ['GNU, as binary', `${sha256} *m.zip\n`],
    ['GNU, without an end of line', `${sha256}  m.zip`],
    ['GNU, with the ends of lines of Windows and a byte-order mark', `\ufeff${sha256}  m.zip\r\n`],
    ['GNU, in capitals', `${sha256.toUpperCase()}  ./m.zip\n`],
    ['BSD', `SHA256 (other.zip) = ${wrong}\nSHA256 (m.zip) = ${sha256}\n`],
    ['a digest alone', `${sha512}\n`],
    ['md5', `${md5}  m.zip\n`],
    ['sha1', `${sha1}  m.zip\n`],
    ['the longest of several', `${'0'.repeat(32)}  m.zip\n${sha256}  m.zip\n`],
    ['the name that tells most of the path', `${wrong}  m.zip\n${sha256}  v1/m.zip\n${wrong}  v2/m.zip\n`],
    ['among words', `# sums of today\nnothing here\n\n${sha256}  m.zip\n-----BEGIN PGP SIGNATURE-----\n`],
  ])('checksum=file: reads the digest of the archive from a file of checksums: %s', async (_, sums) => {
    const { server, svc } = await registryWith(sums);
    expect(await svc('module download a/b/c --dir here')).toMatchObject({ code: 0 });
    const asked = server.seen.find(({ path }) => path.endsWith('SUMS'));
    expect(asked?.headers.authorization).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ['a digest that differs', `${wrong}  m.zip\n`, `its sha256 is ${sha256}`],
    ['a BSD line whose digest is not of its type', `MD5 (m.zip) = ${sha256}\n`, 'has no checksum for "m.zip"'],
    ['another file alone', `${sha256}  other.zip\n`, 'has no checksum for "m.zip"'],
    ['a name that only ends alike', `${sha256}  xm.zip\n`, 'has no checksum for "m.zip"'],
    ['a web page', '<html><body>Sign in</body></html>', 'has no checksum for "m.zip"'],
    ['nothing', '', 'has no checksum for "m.zip"'],
    ['two digests', `${sha256}  m.zip\n${wrong}  m.zip\n`, 'two different checksums'],
    ['two digests alone', `${sha256}\n${wrong}\n`, 'two different checksums'],
  ])('checksum=file: exits with 8 for a file of checksums with %s', async (_, sums, words) => {
    const { cwd, svc } = await registryWith(sums);
    expect(await svc('module download a/b/c --dir here')).toExit(8, words);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('checksum=file: does not request the archive if the file of checksums is missing or too large', async () => {
    for (const [sums, location, exit] of [
      ['x'.repeat(1024 * 1024 + 1), undefined, 9],
      ['', './m.zip?checksum=file:http://127.0.0.1:1/SUMS', 6],
    ] as const) {
      const { server, svc } = await registryWith(sums, location);
      expect((await svc('module download a/b/c --dir here')).code).toBe(exit);
      expect(server.seen.some(({ path }) => path.endsWith('m.zip'))).toBe(false);
    }
  });
});

describe('a file of checksums', () => {
  test('a file of GNU or BSD lines gives the digests and file names of its lines', () => {
    const hex = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
    const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,20}[A-Za-z0-9_]$/);
    forAll([fc.array(fc.tuple(hex(64), name, fc.boolean()))], (lines) => {
      const text = lines.map(([digest, file, bsd]) => (bsd ? `SHA256 (${file}) = ${digest}` : `${digest}  ${file}`));
      expect(readSums(text.join('\n'))).toEqual(lines.map(([digest, file]) => ({ algorithm: 'sha256', digest, file })));
    });
  });

  test('any other text gives no checksums and is read quickly', () => {
    forAll([fc.string()], (text) => readSums(text).every(({ digest }) => /^[0-9a-f]{32,128}$/.test(digest)));
    const hostile = `${'a'.repeat(64)}${' x'.repeat(5_000_000)} \u0000${' '.repeat(1_000_000)}y`;
    expect(readSums(hostile).map(({ digest }) => digest)).toEqual(['a'.repeat(64)]);
  });
});

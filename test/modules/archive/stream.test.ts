import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CancelledError, CheckFailedError, LocalError, NetworkError } from '../../../src/base/errors.ts';
import { extractArchive } from '../../../src/modules/archive/extract.ts';
import { diskFault } from '../../../src/modules/archive/rejection.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { arriving, endMarker, extracted, file, tar, tarGz } from './tar-builder.ts';

const noise = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 31 + at * 7) % 251));
const archive = tarGz(file('a', noise), file('b', 'two'));

async function failure(bytes: Uint8Array, pieceBytes?: number): Promise<unknown> {
  return extractArchive(arriving(bytes, pieceBytes), temporaryFolder()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

async function rejection(bytes: Uint8Array, pieceBytes?: number): Promise<string> {
  const error = await failure(bytes, pieceBytes);
  expect(error).toBeInstanceOf(CheckFailedError);
  return (error as Error).message;
}

test('the result has the size and the digest of the packed bytes as received', async () => {
  const received: number[] = [];
  const result = await extractArchive(arriving(archive, 1000), temporaryFolder(), {
    onBytes: (bytes) => received.push(bytes),
  });
  const sha256 = createHash('sha256').update(archive).digest('hex');
  expect(result).toEqual({
    format: 'tar.gz',
    receivedBytes: archive.length,
    sha256,
    notes: [],
    unpacked: expect.objectContaining({ files: 2 }),
  });
  expect(received.at(-1)).toBe(archive.length);
});

test('unpacks a tar file without gzip', async () => {
  const plain = tar(file('a', 'x'));
  const { tree, sha256 } = await extracted(plain);
  expect(tree).toEqual({ a: 'x' });
  expect(sha256).toBe(createHash('sha256').update(plain).digest('hex'));
});

describe('the end of a gzip stream', () => {
  // trust: T-13
  test('reports a gzip stream as truncated wherever it is cut', async () => {
    for (const missing of [1, 4, 7, 8, 9, 100, archive.length - 12]) {
      expect(await rejection(archive.subarray(0, archive.length - missing))).toContain('truncated');
    }
  });

  // trust: T-13
  test.each([1, 5])(
    'reports a wrong CRC or length in the trailer as corruption (byte %i from the end)',
    async (fromEnd) => {
      const wrong = Buffer.from(archive);
      wrong[wrong.length - fromEnd] = wrong.at(-fromEnd)! ^ 0xff;
      expect(await rejection(wrong)).toContain('corrupt');
    },
  );

  // trust: T-13
  test('a tar in an incomplete gzip stream is rejected', async () => {
    const padded = gzipSync(Buffer.concat([tar(file('a')), Buffer.alloc(100_000)]));
    expect(await rejection(padded.subarray(0, -8))).toContain('truncated');
  });

  // trust: T-16
  test('reads concatenated gzip members as one stream, whatever the sizes of the chunks', async () => {
    const members = [file('a', 'one'), file('b', 'two'), endMarker].map((part) => gzipSync(part));
    for (const pieceBytes of [1, members[0]!.length, 64 * 1024]) {
      const path = temporaryFolder();
      const result = await extractArchive(arriving(Buffer.concat(members), pieceBytes), path);
      expect(result).toMatchObject({ unpacked: { files: 2 } });
    }
  });

  const tails: [string, Buffer][] = [
    ['text', Buffer.from('hello')],
    ['one byte', Buffer.from('\n')],
    ['half a gzip magic', Buffer.from([0x1f])],
    ['zeros and then text', Buffer.from('\0\0\0hello')],
    ['zeros and then a member', Buffer.concat([Buffer.alloc(3), gzipSync('x')])],
    ['a zero and a byte far behind', Buffer.concat([Buffer.alloc(400_000), Buffer.from('x')])],
  ];
  // trust: T-14
  test.each(tails)('a gzip stream with %s behind it is rejected', async (_, tail) => {
    const reason = 'there is data after the end of the gzip stream';
    const small = tarGz(file('a'));
    expect(await rejection(Buffer.concat([small, tail]))).toContain(reason);
    expect(await rejection(Buffer.concat([small, tail]), small.length)).toContain(reason);
    expect(await rejection(Buffer.concat([archive, tail]), 1000)).toContain(reason);
  });

  // trust: T-14
  test('accepts zeros after a gzip stream, and they count towards the digest', async () => {
    const padded = Buffer.concat([archive, Buffer.alloc(300_000)]);
    const { sha256 } = await extracted(padded);
    expect(sha256).toBe(createHash('sha256').update(padded).digest('hex'));
  });
});

describe('an archive in an unsupported format', () => {
  const hex = (start: string) => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(600, 1)]);
  // trust: T-19
  test.each([
    ['an empty zip archive', hex('504b0506')],
    ['an xz archive', hex('fd377a585a00')],
    ['a bzip2 archive', hex('425a6839')],
    ['a Zstandard archive', hex('28b52ffd')],
    ['a 7-Zip archive', hex('377abcaf271c')],
    ['an HTML page', Buffer.from('\ufeff\n <!DOCTYPE html><html>Sign in</html>')],
    ['an HTML page', Buffer.from('<html><body>')],
    ['an XML document', Buffer.from('<?xml version="1.0"?><Error/>')],
    ['a JSON document', Buffer.from('{"errors":["not found"]}')],
    ['in an unknown format', deflateSync('hello')],
    ['in an unknown format', Buffer.from('x')],
  ])('the error names the format of a file that is not a tar archive: %s', async (what, bytes) => {
    expect(await rejection(bytes)).toBe(
      `The archive is rejected: it is ${what}; supported formats are .tar.gz, .tar and .zip.`,
    );
    expect(await rejection(gzipSync(bytes))).toContain(`not a tar archive (it is ${what})`);
  });

  test('the error names a zip archive that was compressed with gzip', async () => {
    expect(await rejection(gzipSync(hex('504b0304')))).toContain('not a tar archive (it is a zip archive)');
  });

  test('the error names an archive that was compressed with gzip twice', async () => {
    expect(await rejection(gzipSync(archive))).toContain('gzip twice');
  });

  test.each([
    ['nothing at all', Buffer.alloc(0)],
    ['a gzip stream of nothing', gzipSync('')],
    ['an end marker alone', tar()],
    ['an end marker in gzip', tarGz()],
    ['only files that are omitted', tarGz(file('._a'))],
  ])('rejects an empty archive: %s', async (_, bytes) => {
    expect(await rejection(bytes)).toMatch(/empty|no files/);
  });
});

describe('errors that are not faults of the archive', () => {
  const broken = new NetworkError('The connection was cut.');
  async function* cut(bytes: Uint8Array) {
    yield* arriving(bytes);
    throw broken;
  }

  test.each([0, 20, 5000, archive.length])(
    'an error of the source after %i bytes is thrown unchanged',
    async (length) => {
      await expect(extractArchive(cut(archive.subarray(0, length)), temporaryFolder())).rejects.toBe(broken);
    },
  );

  test('an error of the source within a plain tar is thrown unchanged', async () => {
    await expect(extractArchive(cut(tar(file('a'))), temporaryFolder())).rejects.toBe(broken);
  });

  async function* silentAfter(bytes: Uint8Array, then: () => void) {
    yield bytes;
    then();
    await new Promise(() => {});
  }

  test('an abort ends the wait for a silent source', async () => {
    const { signal, abort } = abortable();
    await expect(
      extractArchive(silentAfter(archive.subarray(0, 5000), abort), temporaryFolder(), { signal }),
    ).rejects.toBeInstanceOf(CancelledError);
  });

  test('an abort is thrown with its own reason', async () => {
    const reason = new CancelledError('Terminated.', 143);
    const signal = AbortSignal.abort(reason);
    await expect(extractArchive(arriving(archive), temporaryFolder(), { signal })).rejects.toBe(reason);
  });

  test('an archive is rejected without waiting for more bytes of its source', async () => {
    const evil = gzipSync(Buffer.concat([file('good', noise), file('../evil')]), { level: 0 });
    const source = silentAfter(evil, () => {});
    await expect(extractArchive(source, temporaryFolder())).rejects.toBeInstanceOf(CheckFailedError);
  });

  test('a source is closed when the archive is rejected', async () => {
    let closed = false;
    async function* source() {
      try {
        yield* arriving(tar(file('../evil'), file('a', noise)), 200_000);
      } finally {
        await new Promise(setImmediate);
        closed = true;
      }
    }
    await expect(extractArchive(source(), temporaryFolder())).rejects.toBeInstanceOf(CheckFailedError);
    expect(closed).toBe(true);
  });

  test.skipIf(!existsSync('/proc/self/fd'))(
    'no file stays open if the archive ends in the middle of a file',
    async () => {
      const path = temporaryFolder();
      const cutShort = tar(file('a', noise)).subarray(0, 1000);
      await expect(extractArchive(arriving(cutShort), path)).rejects.toBeInstanceOf(CheckFailedError);
      const open = readdirSync('/proc/self/fd').map((number) => {
        try {
          return readlinkSync(`/proc/self/fd/${number}`);
        } catch {
          return '';
        }
      });
      expect(open.filter((target) => target.startsWith(path))).toEqual([]);
    },
  );

  test('a destination that is deleted half-way is a disk error with the path', async () => {
    const path = temporaryFolder();
    async function* source() {
      yield tar(file('a', noise)).subarray(0, 200_000);
      rmSync(path, { recursive: true });
      yield tar(file('a', noise), file('later')).subarray(200_000);
    }
    const error = await extractArchive(source(), path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect((error as Error).message).toContain(join(path, 'later'));
  });

  test.each([
    ['ENOSPC', 'no space left on the disk'],
    ['EDQUOT', 'disk quota exceeded'],
    ['EACCES', 'permission denied'],
    ['EROFS', 'the disk is read-only'],
    ['EMFILE', 'too many open files'],
    ['EPERM', 'operation not permitted'],
  ])('the message for the disk error %s has the path and the reason', (code, words) => {
    const error = Object.assign(new Error(`${code}: permission denied, open '/x'`), { code });
    expect(diskFault(error, '/x/y', 'y')).toMatchObject({ code: 'usage', exit: 2 });
    expect(diskFault(error, '/x/y', 'y').message).toBe(`Cannot write "/x/y" (${code}: ${words}).`);
  });

  test.each(['EEXIST', 'EINVAL', 'ENAMETOOLONG', 'EILSEQ'])(
    'the disk error %s rejects the archive, because its cause is the name in the archive',
    (code) => {
      expect(diskFault(Object.assign(new Error(code), { code }), '/x/y', 'y')).toMatchObject({ exit: 8 });
    },
  );
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

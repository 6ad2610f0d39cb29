import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { LocalError } from '../../base/errors.ts';
import type { Release, SourceFile } from './release.ts';

/** Releases up to this size are packed once, cached, and served with their length and an entity tag. */
const cachedBytes = 4 * 1024 * 1024;

/** A release's archive: bytes for a small release, a stream for a large one. */
export interface Archive {
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Entity tag for an archive in memory: the SHA-256 of its bytes. */
  etag?: string;
}

const cached = new WeakMap<Release, Map<string, Promise<Archive>>>();

/** Packs a release as a reproducible .tar.gz. `folder` wraps the files in one folder, as code hosting services do. */
export async function packRelease(release: Release, folder = ''): Promise<Archive> {
  const size = release.files.reduce((total, file) => total + file.size, 0);
  if (size > cachedBytes) return { body: gzippedTar(release.files, folder) };
  const archives = cached.get(release) ?? new Map<string, Promise<Archive>>();
  cached.set(release, archives);
  const packWhole = async () => {
    const body = await buffer(gzippedTar(release.files, folder));
    return { body, etag: `"${createHash('sha256').update(body).digest('hex')}"` };
  };
  const archive = archives.get(folder) ?? packWhole();
  archives.set(folder, archive);
  archive.catch(() => archives.delete(folder));
  return archive;
}

/** Yields files as .tar.gz, equal on every system: Node's gzip header has no time; its system byte is overwritten. */
export async function* gzippedTar(files: readonly SourceFile[], folder = ''): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: 9 });
  pipeline(Readable.from(tarBytes(files, folder)), gzip, () => {});
  let offset = 0;
  for await (const chunk of gzip as AsyncIterable<Buffer>) {
    if (offset <= 9 && offset + chunk.length > 9) chunk[9 - offset] = 255;
    offset += chunk.length;
    yield chunk;
  }
}

const block = 512;
const nameBytes = 100;

/** A fixed time for every entry, 2000-01-01: tar warns about implausibly old times. */
const mtime = 946_684_800;

/** The largest size that fits into the eleven octal digits of a header. */
const largestOctal = 8 ** 11 - 1;

/**
 * Yields a reproducible tar file: files sorted by path, with fixed times, owners and modes. `folder` is prefixed to each path.
 * @throws {LocalError} if the size of a file changes meanwhile; what reading a file throws
 */
export async function* tarBytes(files: readonly SourceFile[], folder = ''): AsyncGenerator<Uint8Array> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const file of sorted) {
    yield entryHeader(folder === '' ? file.path : `${folder}/${file.path}`, file);
    let size = 0;
    for await (const chunk of file.open()) {
      size += chunk.length;
      if (size > file.size) break;
      yield chunk;
    }
    if (size !== file.size) throw new LocalError(`${file.path} changed while it was packed.`);
    yield padding(size);
  }
  yield Buffer.alloc(2 * block);
}

function padding(size: number): Uint8Array {
  return Buffer.alloc((block - (size % block)) % block);
}

function entryHeader(path: string, { executable, link = '', size }: SourceFile): Uint8Array {
  const isLong = (text: string) => text.length > nameBytes || !/^[\x20-\x7e]*$/.test(text);
  const inField = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '_').slice(-nameBytes);
  const records: [string, string][] = [];
  if (isLong(path)) records.push(['path', path]);
  if (isLong(link)) records.push(['linkpath', link]);
  if (size > largestOctal) records.push(['size', String(size)]);
  const type = link === '' ? '0' : '2';
  const mode = executable ? 0o755 : 0o644;
  const main = header({ name: inField(path), mode, type, link: inField(link), size: Math.min(size, largestOctal) });
  if (records.length === 0) return main;
  const extra = Buffer.concat(records.map(([key, value]) => paxRecord(key, value)));
  const pax = header({ name: 'PaxHeader', size: extra.length, mode: 0o644, type: 'x' });
  return Buffer.concat([pax, extra, padding(extra.length), main]);
}

interface Fields {
  name: string;
  size: number;
  mode: number;
  type: '0' | '2' | 'x';
  link?: string;
}

function header({ link = '', mode, name, size, type }: Fields): Buffer {
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0, nameBytes, 'latin1');
  octal(bytes, mode, 100, 8);
  octal(bytes, 0, 108, 8);
  octal(bytes, 0, 116, 8);
  octal(bytes, size, 124, 12);
  octal(bytes, mtime, 136, 12);
  bytes.write(`        ${type}`, 148, 'latin1');
  bytes.write(link, 157, nameBytes, 'latin1');
  bytes.write('ustar\x0000', 257, 'latin1');
  octal(bytes, 0, 329, 8);
  octal(bytes, 0, 337, 8);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

function octal(bytes: Buffer, value: number, at: number, width: number): void {
  bytes.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
}

/** Formats `LENGTH key=value`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

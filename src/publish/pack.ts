import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Release, SourceFile } from './release.ts';
import { tarBytes } from './tar.ts';

/** Releases up to this size are packed once, cached, and served with their length and an entity tag. */
const cachedBytes = 4 * 1024 * 1024;

/** A release's archive: bytes for a small release, a stream for a large one. */
export interface Archive {
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Entity tag with the SHA-256 of the bytes, for an archive in memory. */
  etag?: string;
}

const cached = new WeakMap<Release, Map<string, Promise<Archive>>>();

/** A release as a reproducible .tar.gz. `folder` wraps the files in one folder, as code hosting services do. */
export async function packRelease(release: Release, folder = ''): Promise<Archive> {
  const size = release.files.reduce((total, file) => total + file.size, 0);
  if (size > cachedBytes) return { body: gzippedTar(release.files, folder) };
  const archives = cached.get(release) ?? new Map<string, Promise<Archive>>();
  cached.set(release, archives);
  const archive = archives.get(folder) ?? packWhole(release, folder);
  archives.set(folder, archive);
  archive.catch(() => archives.delete(folder));
  return archive;
}

async function packWhole(release: Release, folder: string): Promise<Archive> {
  const body = await buffer(gzippedTar(release.files, folder));
  return { body, etag: `"${createHash('sha256').update(body).digest('hex')}"` };
}

/** Files as .tar.gz. Node's gzip header has no time; its operating system byte is overwritten to be the same everywhere. */
export async function* gzippedTar(files: readonly SourceFile[], folder = ''): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: 9 });
  pipeline(Readable.from(tarBytes(files, folder)), gzip, () => {});
  let seen = 0;
  for await (const chunk of gzip as AsyncIterable<Buffer>) {
    if (seen <= 9 && seen + chunk.length > 9) chunk[9 - seen] = 255;
    seen += chunk.length;
    yield chunk;
  }
}

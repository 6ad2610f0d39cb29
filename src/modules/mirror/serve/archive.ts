import { constants, createReadStream } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CheckFailedError } from '../../../base/errors.ts';
import { matchesGlob } from '../../../base/glob.ts';
import { createQueue } from '../../../base/queue.ts';
import { Budget, defaultLimits } from '../../archive/limits.ts';
import { Spool } from '../../archive/spool.ts';
import { TarReader } from '../../archive/tar.ts';
import type { EntrySink } from '../../archive/tree.ts';
import { readZip } from '../../archive/zip.ts';
import { gunzip } from '../../archive/zlib-stream.ts';
import { digestOf } from '../../cache/folder.ts';
import type { ArchiveFormat } from '../../fetch/location.ts';
import { type SourceFile, textFile } from '../../publish/release.ts';
import type { Mirrored } from '../manifest.ts';

const pieceBytes = 256 * 1024;
const mostAtOnce = 4;
const types: Record<ArchiveFormat, string> = {
  'tar.gz': 'application/gzip',
  tar: 'application/x-tar',
  zip: 'application/zip',
};

/** Sends an archive, whole or in part. @throws {CheckFailedError} for a damaged one */
export type SendArchive = (entry: Mirrored, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Returns functions that send and read the archives of a mirror; `damaged` is called before an error is thrown. */
export function createArchives(
  root: string,
  damaged: (file: string) => void,
): { send: SendArchive; read(entry: Mirrored): Promise<SourceFile[]> } {
  const isGood = createChecked(root);
  const limited = createQueue(mostAtOnce);
  const pathOf = async (entry: Mirrored) => {
    if (await isGood(entry)) return join(root, entry.file);
    damaged(entry.file);
    throw new CheckFailedError('the archive in the mirror is damaged');
  };
  return {
    async send(entry, request, response) {
      const path = await pathOf(entry);
      const span = begin(entry, request, response);
      if (!span) return void response.end();
      // Do not follow a link that may have replaced the file since the check.
      const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      await pipeline(file.createReadStream({ ...span, highWaterMark: pieceBytes }), response);
    },
    // After an error, list no files: one damaged archive must not hide the other versions of its module.
    read: (entry) => limited(async () => sourceFilesIn(await pathOf(entry), entry.subdir)).catch(() => []),
  };
}

/** Sends the head of a response. Returns which bytes of the archive to send, if any. */
function begin(
  { bytes, file, sha256 }: Mirrored,
  { headers: requested, method }: IncomingMessage,
  response: ServerResponse,
): Span | undefined {
  const etag = `"${sha256}"`;
  const ending = (Object.keys(types) as ArchiveFormat[]).find((each) => file.endsWith(`.${each}`)) ?? 'tar.gz';
  const headers = { etag, 'accept-ranges': 'bytes', 'content-type': types[ending] };
  if (isNamed(requested['if-none-match'], etag)) {
    response.writeHead(304, headers);
    return undefined;
  }
  const isSame = requested['if-range'] === undefined || requested['if-range'] === etag;
  const part = isSame && method === 'GET' ? spanOf(requested.range, bytes) : undefined;
  if (part === false) {
    response.writeHead(416, { etag, 'content-range': `bytes */${bytes}` });
    return undefined;
  }
  const span = part ?? { start: 0, end: bytes - 1 };
  const range = part && { 'content-range': `bytes ${part.start}-${part.end}/${bytes}` };
  response.writeHead(part ? 206 : 200, { ...headers, ...range, 'content-length': span.end - span.start + 1 });
  return method === 'HEAD' || bytes === 0 ? undefined : span;
}

/** Returns whether an `If-None-Match` header has this tag; a weak tag matches too (RFC 9110, section 13.1.2). */
export function isNamed(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}

/** A range of bytes in a file; the last byte is included. */
interface Span {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header. Returns undefined to send the whole file, also for several ranges and an invalid range (RFC 9110, section 14.2);
 * false for a range beyond the end.
 */
export function spanOf(header: string | undefined, size: number): Span | undefined | false {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 && { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start < size && { start, end };
}

/** Returns a function that checks an archive against its recorded digest, and checks again if the file has changed. */
function createChecked(root: string): (entry: Mirrored) => Promise<boolean> {
  const checks = new Map<string, { stamp: string; isGood: Promise<boolean> }>();
  return async ({ bytes, file, sha256 }) => {
    const path = join(root, file);
    const stat = await lstat(path).catch(() => undefined);
    if (!stat?.isFile() || stat.size !== bytes) return false;
    const { ctimeMs, ino, mtimeMs } = stat;
    const stamp = `${ino} ${bytes} ${mtimeMs} ${ctimeMs} ${sha256}`;
    const previousCheck = checks.get(file);
    if (previousCheck?.stamp === stamp) return previousCheck.isGood;
    const isGood = digestOf(path).then(
      (digest) => digest === sha256,
      () => false,
    );
    checks.set(file, { stamp, isGood });
    if (!(await isGood)) checks.delete(file);
    return isGood;
  };
}

const described = /(\.(tf|tofu)(\.json)?|^readme(\.md|\.txt)?)$/i;
/** assumed: no module has more text; it bounds the memory that an archive can take (docs/trust-tests.md#archives). */
const mostBytes = 16 * 1024 * 1024;

/**
 * Reads the configuration files and READMEs in an archive below the folder of the module, which may be a pattern. Writes nothing to disk,
 * which would take 30 times as long: the list of versions needs the files of every version, and terraform waits only ten seconds for it.
 * @throws {CheckFailedError} for a corrupt archive, {Error} of the system
 */
export async function sourceFilesIn(archive: string, subdir: string): Promise<SourceFile[]> {
  const files: { path: string; pieces: Uint8Array[] }[] = [];
  const folder = subdir.split('/').filter((step) => step !== '' && step !== '.');
  let [remaining, isWanted] = [mostBytes, false];
  const sink: EntrySink = {
    begin({ kind, name }) {
      const steps = posix.normalize(name).split('/');
      const path = steps.slice(folder.length).join('/');
      const isInside = folder.every((pattern, at) => matchesGlob(pattern, steps[at] ?? '', { classes: true }));
      isWanted = kind === 'file' && isInside && described.test(posix.basename(path));
      if (isWanted) files.push({ path, pieces: [] });
    },
    write(bytes) {
      if (isWanted) remaining -= bytes.length;
      if (isWanted && remaining >= 0) files.at(-1)?.pieces.push(Buffer.from(bytes));
    },
    end() {},
  };
  await readEntries(archive, sink);
  return files.map(({ path, pieces }) => textFile(path, Buffer.concat(pieces).toString()));
}

async function readEntries(archive: string, sink: EntrySink): Promise<void> {
  const budget = new Budget(defaultLimits);
  if (archive.endsWith('.zip')) {
    const spool = new Spool(archive, 'r');
    return readZip(spool, budget, sink, () => undefined).finally(() => spool.close());
  }
  const tar = new TarReader(budget, sink);
  const bytes = createReadStream(archive) as AsyncIterable<Buffer>;
  for await (const block of archive.endsWith('.gz') ? gunzip(bytes, budget) : bytes) tar.write(block);
  tar.end();
}

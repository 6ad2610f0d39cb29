import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { digestOf } from '../../module/cache/blobs.ts';
import type { Ending, Mirrored } from '../entry.ts';
import { spanOf } from './range.ts';

const pieceBytes = 256 * 1024;
const types: Record<Ending, string> = {
  'tar.gz': 'application/gzip',
  tar: 'application/x-tar',
  zip: 'application/zip',
};

/** Sends archives of a mirror; each is checked against its digest before it is sent for the first time, and when it changes. */
export type SendArchive = (entry: Mirrored, request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createSendArchive(root: string, damaged: (file: string) => void): SendArchive {
  const checked = new Map<string, { stamp: string; good: Promise<boolean> }>();

  /** Digests read the file once more: another one could be put in its place, but not one that is served unseen the next time. */
  function isGood({ file, sha256 }: Mirrored, stamp: string): Promise<boolean> {
    const before = checked.get(file);
    if (before?.stamp === stamp) return before.good;
    const good = digestOf(join(root, file)).then(
      (digest) => digest === sha256,
      () => false,
    );
    checked.set(file, { stamp, good });
    return good;
  }

  return async (entry, request, response) => {
    const file = await opened(join(root, entry.file));
    try {
      const stat = await file?.stat();
      const stamp = `${stat?.ino} ${stat?.size} ${stat?.mtimeMs}`;
      if (!file || stat?.size !== entry.bytes || !(await isGood(entry, stamp))) {
        damaged(entry.file);
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ errors: ['the archive in the mirror is not what it was'] }));
        return;
      }
      await send(entry, file, request, response);
    } finally {
      await file?.close().catch(() => {});
    }
  };
}

/** Links are not followed; undefined for what is not there. */
function opened(path: string): Promise<FileHandle | undefined> {
  return open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
}

async function send(
  { bytes, file: name, sha256 }: Mirrored,
  file: FileHandle,
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const etag = `"${sha256}"`;
  const ending = (Object.keys(types) as Ending[]).find((each) => name.endsWith(`.${each}`)) ?? 'tar.gz';
  const headers = { etag, 'accept-ranges': 'bytes', 'content-type': types[ending] };
  if (isNamed(asked['if-none-match'], etag)) return void response.writeHead(304, headers).end();
  const isSame = asked['if-range'] === undefined || asked['if-range'] === etag;
  const span = isSame && method === 'GET' ? spanOf(asked.range, bytes) : undefined;
  if (span === false) return void response.writeHead(416, { etag, 'content-range': `bytes */${bytes}` }).end();
  const { end, start } = span ?? { start: 0, end: bytes - 1 };
  const part = span ? { 'content-range': `bytes ${start}-${end}/${bytes}` } : {};
  response.writeHead(span ? 206 : 200, { ...headers, ...part, 'content-length': end - start + 1 });
  if (method === 'HEAD' || bytes === 0) return void response.end();
  await pipeline(file.createReadStream({ start, end, highWaterMark: pieceBytes, autoClose: false }), response);
}

/** Whether an `If-None-Match` names this version; a weak name is as good (RFC 9110, section 13.1.2). */
export function isNamed(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}

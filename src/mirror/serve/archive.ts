import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Ending, Mirrored } from '../entry.ts';
import { createChecked } from './digest-check.ts';
import { type Span, spanOf } from './range.ts';

const pieceBytes = 256 * 1024;
const types: Record<Ending, string> = {
  'tar.gz': 'application/gzip',
  tar: 'application/x-tar',
  zip: 'application/zip',
};

/** Sends an archive of a mirror, whole or in part; calls `damaged` instead for a damaged one. */
export type SendArchive = (entry: Mirrored, request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createSendArchive(root: string, damaged: (file: string) => void): SendArchive {
  const isGood = createChecked(root);
  return async (entry, request, response) => {
    if (!(await isGood(entry))) {
      damaged(entry.file);
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errors: ['the archive in the mirror is damaged'] }));
      return;
    }
    const span = begin(entry, request, response);
    if (span) await stream(join(root, entry.file), span, response);
    else response.end();
  };
}

/** Sends the head of a response and returns the bytes to send, undefined for none. */
function begin(
  { bytes, file, sha256 }: Mirrored,
  { headers: requested, method }: IncomingMessage,
  response: ServerResponse,
): Span | undefined {
  const etag = `"${sha256}"`;
  const ending = (Object.keys(types) as Ending[]).find((each) => file.endsWith(`.${each}`)) ?? 'tar.gz';
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

/** Does not follow a link that replaced the file meanwhile. */
async function stream(path: string, { end, start }: Span, response: ServerResponse): Promise<void> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  await pipeline(file.createReadStream({ start, end, highWaterMark: pieceBytes }), response);
}

/** Whether an `If-None-Match` names this version; a weak tag matches too (RFC 9110, section 13.1.2). */
export function isNamed(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}

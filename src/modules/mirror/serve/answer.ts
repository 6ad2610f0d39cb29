import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { locationHeaders } from '../../../api/contract/dialect.ts';
import { CheckFailedError } from '../../../base/errors.ts';
import { pathAndSearch } from '../../../base/http-server/server.ts';
import { percentDecoded } from '../../../base/origin.ts';
import { BadQuery } from '../../publish/list-query.ts';
import { locationOf } from '../static-tree.ts';
import type { Access } from './access.ts';
import { isNamed, type SendArchive } from './archive.ts';
import type { Resources } from './resources.ts';

export interface Answering {
  access: Access;
  resources(): Resources;
  send: SendArchive;
}

/** Responds to a request. A path is looked up and never becomes a file name. */
export async function answer(deps: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/' } = request;
  const [written, search] = pathAndSearch(url);
  // A path with broken encoding matches nothing.
  const path = percentDecoded(written).replace(/(?<=.)\/$/, '');
  const query = new URLSearchParams(search);
  if (method !== 'GET' && method !== 'HEAD') {
    // An unread body would be parsed as the next request.
    return reject(response, 405, 'only GET and HEAD are allowed', { allow: 'GET, HEAD', connection: 'close' });
  }
  const resource = deps.resources()(path);
  const isOpen =
    (resource?.kind === 'document' && resource.isOpen) ||
    (resource?.kind === 'archive' && deps.access.opens(path, query.get('key')));
  const [status, why = ''] = deps.access.rejection(request, isOpen) ?? [];
  if (status !== undefined)
    return reject(response, status, why, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
  if (!resource) return reject(response, 404, 'not found');
  try {
    if (resource.kind === 'archive') await deps.send(resource.entry, request, response);
    else if (resource.kind === 'redirect') response.writeHead(302, { location: encodeURI(resource.to) }).end();
    else if (resource.kind === 'document') document(await resource.of(query), request, response);
    else {
      const location = locationOf(resource.entry, deps.access.keyOf(`/${resource.entry.file}`));
      response.writeHead(204, Object.fromEntries(locationHeaders.map((name) => [name, location]))).end();
    }
  } catch (error) {
    const status = error instanceof BadQuery ? 400 : error instanceof CheckFailedError ? 500 : undefined;
    if (status === undefined) throw error;
    reject(response, status, (error as Error).message);
  }
}

function document(value: object, { headers: requested }: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  if (isNamed(requested['if-none-match'], etag)) {
    return void response.writeHead(304, { etag, 'content-type': 'application/json' }).end();
  }
  send(response, 200, text, { etag });
}

function reject(response: ServerResponse, status: number, why: string, headers?: Record<string, string>): void {
  send(response, status, JSON.stringify({ errors: [why] }), headers);
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': length });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { locationHeaders } from '../../../api/contract/dialect.ts';
import { CheckFailedError } from '../../../base/errors.ts';
import { foreignRequest } from '../../../base/http-server/foreign-requests.ts';
import { pathAndSearch } from '../../../base/http-server/server.ts';
import { percentDecoded } from '../../../base/origin.ts';
import { BadQuery } from '../../publish/list-query.ts';
import { locationOf } from '../static-tree.ts';
import { isNamed, type SendArchive } from './archive.ts';
import type { Resources } from './resources.ts';

export interface Answering {
  access: Access;
  resources(): Resources;
  send: SendArchive;
}

/** Responds to a request. The path is only looked up in a map, and never becomes a file name. */
export async function answer(deps: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/' } = request;
  const [encodedPath, search] = pathAndSearch(url);
  // A path with invalid percent-encoding matches nothing.
  const path = percentDecoded(encodedPath).replace(/(?<=.)\/$/, '');
  const query = new URLSearchParams(search);
  if (method !== 'GET' && method !== 'HEAD') {
    // Close the connection: an unread body would be parsed as the next request.
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

type Access = ReturnType<typeof createAccess>;

/** Controls access. Keys of archives are valid until the server ends; without tokens, `hosts` are its names besides its address. */
export function createAccess(tokens: readonly string[], hosts: readonly string[]) {
  const secret = randomBytes(32);
  // Digests have equal length, so comparing them takes constant time.
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest();
  const digests = tokens.map((token) => digest(`token ${token}`));
  const keyOf = (path: string) => digest(`archive ${path}`).toString('base64url');
  return {
    /** Returns why a request is rejected: it lacks a token, or without tokens comes from another site. */
    rejection(request: IncomingMessage, isOpen: boolean): [status: number, why: string] | undefined {
      if (digests.length === 0) {
        const foreign = foreignRequest(request, hosts);
        const name = 'Host is not allowed; add it with --public-url';
        return foreign && [403, foreign === 'host' ? name : 'requests from another site are not allowed'];
      }
      const [, token = ''] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
      const sentDigest = digest(`token ${token}`);
      const isKnown = digests.map((each) => timingSafeEqual(each, sentDigest)).includes(true);
      return isOpen || isKnown ? undefined : [401, 'a token is required'];
    },
    /** Returns the key that grants access to an archive without a token, for the stock tool; undefined without tokens. */
    keyOf: (path: string) => (digests.length === 0 ? undefined : keyOf(path)),
    opens: (path: string, key: string | null) => key !== null && timingSafeEqual(digest(key), digest(keyOf(path))),
  };
}

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { foreignRequest } from '../../base/http-server/foreign-requests.ts';
import { Unserved } from './respond.ts';

/**
 * Returns the path after the token, and the query. Accepts a request with the secret of this run from our own page (`foreignRequest`); a
 * request that changes something requires an Origin, which every browser sends with it.
 * @throws {Unserved} for any other request
 */
export function admit(request: IncomingMessage, token: string): { path: string; query: URLSearchParams } {
  const { headers, method, url = '' } = request;
  const foreign = foreignRequest(request);
  if (foreign === 'host') throw new Unserved(403, 'Unknown host.');
  const [target = '', ...query] = url.split('?');
  const [, typedToken = '', path] = /^\/([^/]*)(\/.*)?$/s.exec(target) ?? [];
  if (path === undefined || !isSame(typedToken, token)) throw new Unserved(404, 'Not found.');
  if (foreign === 'origin' || (headers.origin === undefined && method !== 'GET')) {
    throw new Unserved(403, 'Only the page itself may request this.');
  }
  if (!isOwnSite(request, path)) throw new Unserved(403, 'Another site may not request this.');
  return { path, query: new URLSearchParams(query.join('?')) };
}

/** Returns whether the page itself sent a request. Any site may open the page, if it knows the URL. */
function isOwnSite({ headers }: IncomingMessage, path: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return true;
  const opened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return opened && path === '/';
}

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

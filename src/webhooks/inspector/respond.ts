import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { SvcError } from '../../base/errors.ts';
import { foreignRequest } from '../../base/http-server/foreign-requests.ts';
import page from './page?files';

/** A rejected request: its status and message. */
export class Unserved extends Error {
  constructor(
    readonly status: number,
    words: string,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(words);
  }
}

const statuses: Readonly<Record<string, number>> = { usage: 400, not_found: 404, check_failed: 409, network: 502 };

export function answer(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': length }).end(text);
}

/** Responds with an error in the form that the page shows. For an unexpected error, reveals no detail. */
export function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const shown = error instanceof SvcError ? new Unserved(statuses[error.code] ?? 500, error.message) : error;
  const { headers, message, status } = shown instanceof Unserved ? shown : new Unserved(500, 'Internal error.');
  // Close the connection, because the body of the request is not read.
  answer(response, status, 'application/json', JSON.stringify({ error: message }), { ...headers, connection: 'close' });
}

/**
 * Returns the path after the token, and the query. Accepts only requests with the secret of this run from our own page
 * (`foreignRequest`). A request that changes something must also have an Origin, which every browser sends with it.
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

/** Returns whether the page itself sent a request. Opening the page is allowed from any site that knows the URL. */
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

const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', mjs: 'text/javascript' };

export const assets = new Map(
  Object.entries(page).flatMap(([name, text]) => {
    const type = types[name.split('.').at(-1)!];
    return type ? [[name === 'index.html' ? '/' : `/${name}`, { type: `${type}; charset=utf-8`, text }] as const] : [];
  }),
);

/** Headers of every response: only our scripts run, and no response is cached, framed or shared with other sites. */
export const strictHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import type { Headers } from './headers.ts';
import type { HttpRequest } from './http.ts';

export const maxRedirects = 5;

/** Whether a status sends the reader elsewhere. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Where a redirect leads.
 * @throws {ProtocolError} for a redirected write, a location that is no plain http(s) URL, or a fall from https to http
 */
export function redirectTarget({ method, url }: Pick<HttpRequest, 'method' | 'url'>, headers: Headers): URL {
  const request = `${method} ${maskUrl(url)}`;
  const refuse = (why: string) => new ProtocolError(`${request} was redirected ${why}.`, { request });
  if (method !== 'GET') throw refuse('; a write is never sent to another place');
  const location = headers.get('location');
  let next: URL;
  try {
    next = new URL(location ?? '', url);
  } catch {
    throw refuse('to something that is not a URL');
  }
  if (!location) throw refuse('without a location');
  if (next.protocol !== 'https:' && next.protocol !== 'http:') throw refuse(`to ${next.protocol}, which is refused`);
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw refuse('from https to plain http, which is refused');
  if (next.username || next.password) throw refuse('to a URL with a user name in it, which is refused');
  next.hash = '';
  return next;
}

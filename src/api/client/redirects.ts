import { ProtocolError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Headers } from './headers.ts';
import type { HttpRequest } from './http.ts';

export const maxRedirects = 5;

/** Returns whether a status is a redirect to another location. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Returns the target of a redirect.
 * @throws {ProtocolError} for a redirected write, a location that is not an http(s) URL, or a change from https to http
 */
export function redirectTarget({ method, url }: Pick<HttpRequest, 'method' | 'url'>, headers: Headers): URL {
  const request = `${method} ${maskUrl(url)}`;
  const rejection = (why: string) => new ProtocolError(`${request} was redirected ${why}.`, { request });
  if (method !== 'GET') throw rejection('; writes are not redirected');
  const location = headers.get('location');
  if (!location) throw rejection('without a location');
  if (!URL.canParse(location, url.href)) throw rejection('to something that is not a URL');
  const next = new URL(location, url);
  if (next.protocol !== 'https:' && next.protocol !== 'http:')
    throw rejection(`to ${next.protocol}, which is rejected`);
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw rejection('from https to plain http, which is rejected');
  if (next.username || next.password) throw rejection('to a URL with a user name in it, which is rejected');
  next.hash = '';
  return next;
}

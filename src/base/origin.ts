import { UsageError } from './errors.ts';
import { maskUrl } from './secrets.ts';
import { unlessThrown } from './unless-thrown.ts';

/** Returns whether a host name always means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}

/** Returns the port of a URL, also a default port. */
export function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Returns the host of a URL without the brackets of an IPv6 address, as sockets need it. */
export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Decodes percent-encoding; invalid encoding stays unchanged. */
export function percentDecoded(part: string): string {
  return unlessThrown(() => decodeURIComponent(part)) ?? part;
}

export interface UrlSource {
  /** The URL's role and source, as the subject of error messages. */
  source: string;
  insecureHttp: boolean;
}

/** Parses the URL of a service; a bare host means https. @throws {UsageError} also for http to another machine */
export function serviceUrl(text: string, { source, insecureHttp }: UrlSource): URL {
  const example = 'Use a URL such as https://svc.example.com.';
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  // A URL that starts with a slash is relative.
  if (/^[/\\]/.test(text) || !URL.canParse(withScheme)) {
    // The text before an @ may be a password, even in an invalid URL.
    throw new UsageError(`${source} is not a URL${text.includes('@') ? '.' : `: ${maskUrl(text)}`}`, { hint: example });
  }
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UsageError(`${source} must be an http or https URL, not ${url.protocol}//`, { hint: example });
  }
  if (url.username || url.password) {
    throw new UsageError(`${source} must not contain a user name or a password.`, {
      hint: 'Store a token with: svc login',
    });
  }
  if (url.search || url.hash) throw new UsageError(`${source} must not have a query or a fragment.`, { hint: example });
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecureHttp) {
    throw new UsageError(`${source} is plain http, which exposes the token to the network.`, {
      hint: `Use https://${url.host}, or allow plain http with --insecure-http.`,
    });
  }
  return url;
}

/** Parses the platform's URL and removes a trailing slash; the default path is `/api/v2` (docs/protocol/conventions.md#base-url). */
export function platformUrl(text: string, source: UrlSource): URL {
  const url = serviceUrl(text, source);
  url.pathname = url.pathname === '/' ? '/api/v2' : url.pathname.replace(/(?<!\/)\/+$/, '');
  return url;
}

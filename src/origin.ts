import { UsageError } from './errors.ts';
import { maskUrl } from './secrets.ts';

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');
}

/** A part of a URL without its percent-encoding; as it is where that is broken. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What the rules about plain http and the wording of a refusal need to know. */
export interface UrlSource {
  /** What the URL is and where it was given, as the subject of a sentence. */
  source: string;
  insecureHttp: boolean;
}

/**
 * The URL of a service as a person types it; a bare host means https.
 * @throws {UsageError} for anything that is not a usable http(s) URL, or plain http beyond this machine
 */
export function serviceUrl(text: string, { source, insecureHttp }: UrlSource): URL {
  const example = 'Give a URL such as https://svc.example.com.';
  let url: URL;
  try {
    // A URL of its own begins with its protocol; what begins with slashes is relative to another.
    if (/^[/\\]/.test(text)) throw new Error('no host');
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    // What stands before an @ may be a password, however the rest is broken.
    throw new UsageError(`${source} is not a URL${text.includes('@') ? '.' : `: ${maskUrl(text)}`}`, { hint: example });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UsageError(`${source} must be an http or https URL, not ${url.protocol}//`, { hint: example });
  }
  if (url.username || url.password) {
    throw new UsageError(`${source} must not hold a user name or a password.`, { hint: 'Tokens go to svc login.' });
  }
  if (url.search || url.hash) throw new UsageError(`${source} must not have a query or a fragment.`, { hint: example });
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecureHttp) {
    throw new UsageError(`${source} is plain http, which shows the token to everybody on the way.`, {
      hint: `Use https://${url.host}, or --insecure-http if you must.`,
    });
  }
  return url;
}

/** The platform's URL: one without a path gets `/api/v2` (docs/protocol/conventions.md#base-url), and there is no slash at the end. */
export function platformUrl(text: string, source: UrlSource): URL {
  const url = serviceUrl(text, source);
  url.pathname = url.pathname === '/' ? '/api/v2' : url.pathname.replace(/\/+$/, '');
  return url;
}

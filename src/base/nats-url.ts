import { type UsageError, ValueError } from './errors.ts';

export const defaultStream = 'svc-deliveries';

const example = 'nats://HOST:4222 or tls://HOST:4222, several separated by commas';

/**
 * Parses the URLs of NATS servers, each with its port. A bare host means `nats://`, which uses TLS where the server offers it.
 * @throws {UsageError} for any other URL; the message does not quote the URL because it could contain a password
 */
export function natsUrls(text: string): URL[] {
  return text.split(',').map((each) => natsUrl(each.trim()));
}

function natsUrl(text: string): URL {
  const invalid = () => new ValueError(`must be ${example}`);
  const url = new URL(parsable(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `nats://${text}`, invalid));
  // Node checks host names only in URLs of web schemes.
  const host = parsable(`http://${url.hostname}`, invalid);
  const isOther = url.protocol !== 'nats:' && url.protocol !== 'tls:';
  if (isOther || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search || url.hash) throw invalid();
  url.hostname = new URL(host).hostname;
  url.port ||= '4222';
  url.pathname = '';
  return url;
}

function parsable(text: string, invalid: () => UsageError): string {
  if (!URL.canParse(text)) throw invalid();
  return text;
}

/** Returns whether a URL has a user, a password or a token. */
export function hasCredentials({ password, username }: URL): boolean {
  return username !== '' || password !== '';
}

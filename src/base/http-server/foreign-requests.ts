import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { isLoopback } from '../origin.ts';

/** The header that reveals a foreign request: Host, Origin or Sec-Fetch-Site. */
export type Foreign = 'host' | 'origin' | 'site';

/**
 * Returns the header by which a request may come from a page of another site; undefined if it cannot. A page in a browser reaches
 * every port of the machine, and reads the responses if its host name resolves to it (DNS rebinding). So Host must be the address
 * and port of the connection, `localhost` for the loopback, or in `hosts` (lower case; without a port, any port fits), Origin must name the
 * same address as Host, and Sec-Fetch-Site must be the same origin or a navigation by the user.
 */
export function foreignRequest(
  { headers, rawHeaders, socket }: IncomingMessage,
  hosts: readonly string[] = [],
): Foreign | undefined {
  const host = headers.host?.toLowerCase() ?? '';
  const isNamed = hosts.includes(host) || hosts.includes(/^(.+):\d+$/.exec(host)?.[1] ?? host);
  const lines = rawHeaders.filter((_, at) => at % 2 === 0 && /^host$/i.test(rawHeaders[at]!)).length;
  if (lines !== 1 || !(isNamed || ownHosts(socket).includes(host))) return 'host';
  const schemes = isNamed ? ['http', 'https'] : [schemeOf(socket)];
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && !schemes.some((scheme) => origin === `${scheme}://${host}`)) return 'origin';
  return site === undefined || site === 'same-origin' || site === 'none' ? undefined : 'site';
}

/** Returns the valid Host values for the local address of a connection. */
function ownHosts(socket: Socket): string[] {
  const { localAddress = '', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  const name = address.includes(':') ? `[${address}]` : address;
  const names = isLoopback(name) ? [name, 'localhost'] : [name];
  const isUsual = localPort === (schemeOf(socket) === 'https' ? 443 : 80);
  return names.flatMap((each) => [`${each}:${localPort}`, ...(isUsual ? [each] : [])]);
}

function schemeOf(socket: Socket): 'http' | 'https' {
  return (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
}

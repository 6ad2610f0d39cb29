import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import connectThrough from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { NetworkError } from '../../base/errors.ts';
import { asFault } from './faults.ts';
import type { HeaderLine } from './headers.ts';
import type { HttpProxy } from './proxy.ts';
import { TransportFault } from './transport-fault.ts';

/** A failure to reach the proxy, or its rejection of a CONNECT; separate from faults of the server. */
export class ProxyFailure extends Error {
  constructor(
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super('the proxy failed', { cause });
  }
}

interface Connect {
  timeout: number;
  lookup: LookupFunction;
  secureContext?: SecureContext;
}

/** Returns whether a URL needs a tunnel: a plain http proxy forwards requests for plain http URLs itself. */
export function takesTunnel(target: URL, { url }: HttpProxy): boolean {
  return target.protocol === 'https:' || url.protocol === 'https:';
}

/** Opens tunnels through a proxy. */
export function openTunnels({ url, authorization }: HttpProxy, connect: Connect): Dispatcher {
  return new ProxyAgent({
    uri: url.href,
    ...(authorization === undefined ? {} : { token: authorization }),
    requestTls: connect as object,
    proxyTls: connect as object,
    clientFactory: (origin, options) => {
      const pool = new Pool(origin, { ...options, headersTimeout: connect.timeout });
      const tunnel = async (request: Dispatcher.ConnectOptions) => {
        const answer = await connectThrough.call(pool, request).catch((error: unknown) => {
          throw new ProxyFailure(undefined, error);
        });
        if (answer.statusCode === 200) return answer;
        answer.socket.on('error', () => {}).destroy();
        throw new ProxyFailure(answer.statusCode);
      };
      return Object.assign(pool, { connect: tunnel });
    },
  });
}

/** Returns a request for the proxy to forward: with the whole URL and the proxy's credentials. */
export function plainRequest(
  { host, origin, pathname, search }: URL,
  headers: readonly HeaderLine[],
  { authorization, url }: HttpProxy,
): { origin: string; path: string; headers: readonly HeaderLine[] } {
  const proxyHeaders: HeaderLine[] = [['host', host]];
  if (authorization !== undefined) proxyHeaders.push(['proxy-authorization', authorization]);
  return { origin: url.origin, path: `${origin}${pathname}${search}`, headers: [...proxyHeaders, ...headers] };
}

/** Returns the error for a failed request through a proxy: of the proxy or of the server. */
export function proxyFault(error: unknown, request: string, target: URL, proxy: HttpProxy): NetworkError {
  if (error instanceof ProxyFailure) {
    const { cause, status } = error;
    return status === undefined ? unreachable(cause, request, proxy) : rejected(status, request, target, proxy);
  }
  // A plain request connects only to the proxy, so a failed connection is the proxy's fault.
  const fault = asFault(error, request, target);
  return !takesTunnel(target, proxy) && !fault.sent ? unreachable(error, request, proxy) : fault;
}

function unreachable(cause: unknown, request: string, { url, label }: HttpProxy): TransportFault {
  const { message, hint, lasting } = asFault(cause, request, url);
  const details = { sent: false, cause, request, hint, lasting };
  return new TransportFault(`Can't connect to the proxy ${label}: ${message}`, details);
}

/** Returns the error of a proxy: retryable if the proxy failed, not if it rejected the request. */
function rejected(status: number, request: string, target: URL, proxy: HttpProxy): NetworkError {
  const subject = `The proxy ${proxy.label}`;
  if (status === 407) {
    const answer = proxy.authorization ? 'rejected this user name and password' : 'requires a user name and a password';
    const hint = `Set ${proxy.variable} to http://USER:PASSWORD@${proxy.url.host}`;
    return new NetworkError(`${subject} ${answer} (407).`, { request, hint });
  }
  const message = `${subject} didn't connect to ${target.host} (${status}).`;
  if (status >= 500) return new TransportFault(message, { sent: false, request });
  return new NetworkError(message, { request, hint: `If ${target.hostname} needs no proxy, name it in NO_PROXY.` });
}

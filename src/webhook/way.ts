import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Route } from '../client/http.ts';
import type { HttpProxy } from '../client/proxy.ts';
import { NetworkError } from '../errors.ts';
import { loopbackLookup } from '../loopback-lookup.ts';
import type { HeaderPair } from './delivery.ts';

/** How a request reaches a URL with node's own client. */
export interface Way {
  request: (options: RequestOptions) => ClientRequest;
  options: RequestOptions;
  /** What the proxy wants to hear. */
  headers: readonly HeaderPair[];
  /** What stands in between. */
  proxy: HttpProxy | undefined;
}

/**
 * The way to a URL: direct, by a request to a proxy (http), or through a tunnel that a proxy opens (https).
 * @throws {NetworkError} where the proxy does not open it, and node's own errors where it cannot be reached
 */
export async function wayTo(url: URL, { proxyFor, secureContext }: Route, signal: AbortSignal): Promise<Way> {
  const proxy = proxyFor?.(url);
  const trusted = secureContext === undefined ? {} : { secureContext };
  const whole = {
    protocol: url.protocol,
    host: bare(url),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    lookup: loopbackLookup,
  };
  if (!proxy) {
    const request = url.protocol === 'https:' ? (await import('node:https')).request : overHttp;
    return { request, options: { ...whole, ...trusted, agent: false } as RequestOptions, headers: [], proxy };
  }
  const { request, options } = await wayTo(proxy.url, { secureContext }, signal);
  const headers: HeaderPair[] = proxy.authorization ? [['Proxy-Authorization', proxy.authorization]] : [];
  if (url.protocol === 'http:') return { request, options: { ...options, path: url.href }, headers, proxy };

  const host = `${url.hostname}:${url.port || 443}`;
  const asking = request({
    ...options,
    method: 'CONNECT',
    path: host,
    headers: [['Host', host], ...headers].flat(),
    signal,
  });
  const socket = await tunnel(asking, url, proxy);
  const [{ request: overTls }, { connect }] = await Promise.all([import('node:https'), import('node:tls')]);
  const servername = isIP(bare(url)) ? {} : { servername: url.hostname };
  const createConnection = () => connect({ socket, ...servername, ...trusted });
  return { request: overTls, options: { ...whole, createConnection }, headers: [], proxy };
}

function tunnel(asking: ClientRequest, url: URL, proxy: HttpProxy): Promise<Socket> {
  return new Promise((resolve, reject) => {
    asking.on('error', reject);
    asking.on('response', (answer) => {
      answer.resume();
      asking.destroy();
      reject(refusedBy(proxy, url, answer.statusCode));
    });
    asking.on('connect', (answer, socket: Socket) => {
      if (answer.statusCode === 200) return resolve(socket);
      socket.on('error', () => {}).destroy();
      reject(refusedBy(proxy, url, answer.statusCode));
    });
    asking.end();
  });
}

/** That a proxy said no. */
export function refusedBy({ url, variable, words }: HttpProxy, target: URL, status = 0): NetworkError {
  const hint =
    status === 407
      ? `Set ${variable} to http://USER:PASSWORD@${url.host}`
      : `If ${target.hostname} needs no proxy, name it in NO_PROXY.`;
  return new NetworkError(`The proxy ${words} did not connect to ${target.host} (${status}).`, { hint });
}

const bare = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

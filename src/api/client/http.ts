import type { SecureContext } from 'node:tls';
import type { Agent, Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import DirectAgent from 'undici/lib/dispatcher/agent.js';
import { maskUrl } from '../../base/secrets.ts';
import { loopbackLookup } from '../../base/system/loopback-lookup.ts';
import { optimizeLater } from '../../base/system/processes.ts';
import { throwIfCancelled, untilCancelled } from './deadline.ts';
import { type HeaderLine, type Headers, readHeaders } from './headers.ts';
import type { HttpProxy } from './proxy.ts';
import { codeOf } from './transport-fault.ts';

export interface HttpRequest {
  method: string;
  url: URL;
  /** Sent unchanged, with repeated names. */
  headers: readonly HeaderLine[];
  body?: string | Buffer | undefined;
  /** The kind of request, whose time limits apply: those of discovery are shorter. */
  patience?: 'discovery' | undefined;
}

/** A response whose body has not been read. */
export interface HttpAnswer {
  method: string;
  status: number;
  statusText: string;
  url: URL;
  headers: Headers;
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };
}

/** The time limits of each phase, in milliseconds. */
export const defaultTimeouts = {
  connectMs: 10_000,
  /** For a whole attempt; for the head only, if the body is consumed as it arrives. */
  attemptMs: 30_000,
  /** Between two pieces of a body. */
  idleMs: 30_000,
  /** For a whole attempt at a discovery document. */
  discoveryMs: 10_000,
};
export type Timeouts = typeof defaultTimeouts;

/** Sends one request. It follows no redirect, retries nothing and decodes nothing. */
export interface Transport {
  readonly timeouts: Timeouts;
  /** @throws {TransportFault} when no complete response head arrived; {NetworkError} when a proxy rejects the request */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Returns the proxy for a URL, as text; undefined for a direct connection. */
  via?(url: URL): string | undefined;
  close(): Promise<void>;
}

/** The certificates and proxies for a connection, and the hint if nothing listens. */
export interface Route {
  /** The certificates to trust instead of the system's. */
  secureContext?: SecureContext | undefined;
  /** The proxy for a URL; the same object for the same proxy. */
  proxyFor?: ((url: URL) => HttpProxy | undefined) | undefined;
  startHint?: ((url: URL) => Promise<string | undefined>) | undefined;
}

/** A proxy, and the functions for connections through a proxy. */
type Proxied = typeof import('./proxy-transport.ts') & { proxy: HttpProxy };

/** Returns a transport with undici's keep-alive and pooling. */
export function createTransport(timeouts: Timeouts, { proxyFor, secureContext, startHint }: Route = {}): Transport {
  let direct: Agent | undefined;
  const tunnels = new Map<HttpProxy, Dispatcher>();

  function dispatcher(tunnel: Proxied | undefined): Dispatcher {
    const base = { timeout: timeouts.connectMs, lookup: loopbackLookup };
    const connect = secureContext ? { ...base, secureContext } : base;
    if (!tunnel) {
      direct ??= new DirectAgent({ connect });
      return direct;
    }
    const opened = tunnels.get(tunnel.proxy) ?? tunnel.openTunnels(tunnel.proxy, connect);
    tunnels.set(tunnel.proxy, opened);
    return opened;
  }

  return {
    timeouts,

    via: (url) => proxyFor?.(url)?.label,

    async send(sent, signal) {
      const { method, url } = sent;
      const proxy = proxyFor?.(url);
      const proxied = proxy && { ...(await import('./proxy-transport.ts')), proxy };
      const isTunnel = proxied?.takesTunnel(url, proxied.proxy) === true;
      const route = watchConnection(dispatcher(isTunnel ? proxied : undefined));
      try {
        const { idleMs } = timeouts;
        const answer = await sendOver(route.dispatcher, sent, isTunnel ? undefined : proxied, { idleMs, signal });
        optimizeLater();
        return answer;
      } catch (error) {
        throwIfCancelled(signal);
        const line = `${method} ${maskUrl(url)}`;
        const cause = signal.aborted
          ? { code: route.connected() ? 'UND_ERR_HEADERS_TIMEOUT' : 'UND_ERR_CONNECT_TIMEOUT' }
          : error;
        if (proxied) throw proxied.proxyFault(cause, line, url, proxied.proxy);
        const { asFault } = await import('./faults.ts');
        throw asFault(cause, line, url, codeOf(cause) === 'ECONNREFUSED' ? await startHint?.(url) : undefined);
      }
    },

    async close() {
      for (const opened of [direct, ...tunnels.values()]) await opened?.destroy(closed());
    },
  };
}

/** Returns the error of requests that a close ends: without a stack, which Node would format even if no request is open. */
function closed(): Error {
  return Object.assign(new Error('The transport is closed.'), { code: 'UND_ERR_DESTROYED', stack: '' });
}

/** Sends a request. Without a tunnel, the request goes to the proxy itself. @throws {ProxyFailure} if the proxy requires another login */
async function sendOver(
  dispatcher: Dispatcher,
  { method, url, headers, body }: HttpRequest,
  proxied: Proxied | undefined,
  { idleMs, signal }: { idleMs: number; signal: AbortSignal },
): Promise<HttpAnswer> {
  const target = proxied
    ? proxied.plainRequest(url, headers, proxied.proxy)
    : { origin: url.origin, path: `${url.pathname}${url.search}`, headers };
  const sent = request.call(dispatcher, {
    ...target,
    headers: target.headers.values() as Iterable<[string, string]>,
    method: method as 'GET',
    body: body ?? null,
    signal,
    responseHeaders: 'raw',
    // The signal enforces the time limit: undici's own timer restarts with each byte.
    headersTimeout: 0,
    bodyTimeout: idleMs,
  });
  const answer = await Promise.race([sent, untilCancelled(signal)]);
  // Without a listener, the error of an unread body would end the process. A reader gets the error from its iteration.
  answer.body.on('error', () => {});
  if (proxied && answer.statusCode === 407) {
    answer.body.destroy();
    throw new proxied.ProxyFailure(407);
  }
  return {
    method,
    status: answer.statusCode,
    statusText: answer.statusText,
    url,
    // The type of `responseHeaders: 'raw'` is missing in undici.
    headers: readHeaders(answer.headers as unknown as string[]),
    body: answer.body as HttpAnswer['body'],
  };
}

/** Wraps a dispatcher to record whether its request got a connection. */
function watchConnection(dispatcher: Dispatcher): { dispatcher: Dispatcher; connected(): boolean } {
  let connected = false;
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    const start = handler.onConnect;
    handler.onConnect = (...context) => {
      connected = true;
      start?.apply(handler, context);
    };
    return dispatcher.dispatch(options, handler);
  };
  return { dispatcher: Object.assign(Object.create(dispatcher), { dispatch }), connected: () => connected };
}

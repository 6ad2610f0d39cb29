import type { SecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { Agent, type Dispatcher } from 'undici';
import { loopbackLookup } from '../loopback-lookup.ts';
import { maskUrl } from '../secrets.ts';
import { throwIfCancelled, untilCancelled } from './deadline.ts';
import { asFault } from './faults.ts';
import { type HeaderLine, type Headers, readHeaders } from './headers.ts';
import type { HttpProxy } from './proxy.ts';
import { openTunnels, ProxyFailure, plainRequest, proxyFault, takesTunnel } from './proxy-transport.ts';

/** One attempt at one request. */
export interface HttpRequest {
  method: string;
  url: URL;
  /** Sent as they are, repeated names too. */
  headers: readonly HeaderLine[];
  body?: string | Buffer | undefined;
  /** Whose patience applies: discovery has less of it. */
  patience?: 'discovery' | undefined;
}

/** What came back, body still on the wire. */
export interface HttpAnswer {
  method: string;
  status: number;
  statusText: string;
  url: URL;
  headers: Headers;
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown };
}

/** How long each phase may take, in milliseconds. */
export interface Timeouts {
  connectMs: number;
  /** For a whole attempt; of a body that is consumed as it arrives, for its head. */
  attemptMs: number;
  /** Between two pieces of a body. */
  idleMs: number;
  /** For a whole attempt at a discovery document. */
  discoveryMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  attemptMs: 30_000,
  idleMs: 30_000,
  discoveryMs: 10_000,
};

/** The engine under every request. It decides nothing by itself: no redirect, no retry, no decoding. */
export interface Transport {
  readonly timeouts: Timeouts;
  /** @throws {TransportFault} when no complete head of an answer came; {NetworkError} when a proxy refuses for good */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** What stands between here and a URL, in words; undefined for nothing. */
  via?(url: URL): string | undefined;
  close(): Promise<void>;
}

/** What lies between here and the servers. */
export interface Route {
  /** The certificates to trust, where they are not the system's own. */
  secureContext?: SecureContext | undefined;
  /** The proxy on the way to a URL, the same object for the same one. */
  proxyFor?: ((url: URL) => HttpProxy | undefined) | undefined;
}

/** undici as the engine, with its keep-alive and pooling. */
export function createTransport(timeouts: Timeouts, { proxyFor, secureContext }: Route = {}): Transport {
  // The optimising compiler spends longer on undici's parser than a command takes; the baseline one is enough.
  setFlagsFromString('--liftoff-only');
  let direct: Agent | undefined;
  const tunnels = new Map<HttpProxy, Dispatcher>();

  function dispatcher(tunnel: HttpProxy | undefined): Dispatcher {
    const base = { timeout: timeouts.connectMs, lookup: loopbackLookup };
    const connect = secureContext ? { ...base, secureContext } : base;
    if (!tunnel) {
      direct ??= new Agent({ connect });
      return direct;
    }
    const opened = tunnels.get(tunnel) ?? openTunnels(tunnel, connect);
    tunnels.set(tunnel, opened);
    return opened;
  }

  return {
    timeouts,

    via: (url) => proxyFor?.(url)?.words,

    async send({ method, url, headers, body }, signal) {
      const proxy = proxyFor?.(url);
      const tunnel = proxy && takesTunnel(url, proxy) ? proxy : undefined;
      const plain = { origin: url.origin, path: `${url.pathname}${url.search}`, headers };
      const way = watched(dispatcher(tunnel));
      const words = `${method} ${maskUrl(url)}`;
      try {
        const target = proxy && !tunnel ? plainRequest(url, headers, proxy) : plain;
        const sent = way.dispatcher.request({
          ...target,
          headers: target.headers.values() as Iterable<[string, string]>,
          method: method as 'GET',
          body: body ?? null,
          signal,
          responseHeaders: 'raw',
          // The signal ends what takes too long: the engine's own timer begins anew with each byte.
          headersTimeout: 0,
          bodyTimeout: timeouts.idleMs,
        });
        const answer = await Promise.race([sent, untilCancelled(signal)]);
        // A body that is given up emits an error that nobody may be waiting for; who reads it learns of it all the same.
        answer.body.on('error', () => {});
        if (target !== plain && answer.statusCode === 407) {
          answer.body.destroy();
          throw new ProxyFailure(407);
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
      } catch (error) {
        throwIfCancelled(signal);
        const cause = signal.aborted
          ? { code: way.connected() ? 'UND_ERR_HEADERS_TIMEOUT' : 'UND_ERR_CONNECT_TIMEOUT' }
          : error;
        throw proxy ? proxyFault(cause, words, url, proxy) : asFault(cause, words, url);
      }
    },
    async close() {
      await direct?.destroy();
      for (const opened of tunnels.values()) await opened.destroy();
    },
  };
}

/** The same dispatcher, with whether the request it was given has had a connection to be written to. */
function watched(dispatcher: Dispatcher): { dispatcher: Dispatcher; connected(): boolean } {
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

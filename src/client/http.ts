import type { SecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { loopbackLookup } from '../loopback-lookup.ts';
import { maskUrl } from '../secrets.ts';
import { throwIfCancelled } from './deadline.ts';
import { asFault } from './faults.ts';
import type { HttpProxy } from './proxy.ts';

/** One attempt at one request. */
export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | undefined;
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

/** A response's header lines as they were sent: repeated names stay apart. */
export interface Headers {
  /** Every value of a name, in the order sent. */
  all(name: string): string[];
  /** The first value of a name. */
  get(name: string): string | undefined;
  lines(): [name: string, value: string][];
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
  /** In force now. */
  timeouts(): Timeouts;
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

/** undici as the engine, with its keep-alive and pooling; what a proxy takes is loaded when one stands on the way. */
export function createTransport(timeouts: () => Timeouts, route: Route = {}): Transport {
  // The optimising compiler spends longer on undici's parser than a command takes; the baseline one is enough.
  setFlagsFromString('--liftoff-only');
  const { proxyFor, secureContext } = route;
  let direct: Agent | undefined;
  const proxied = new Map<HttpProxy, Promise<Dispatcher>>();

  function dispatcher(proxy: HttpProxy | undefined): Dispatcher | Promise<Dispatcher> {
    const { connectMs } = timeouts();
    const base = { timeout: connectMs, lookup: loopbackLookup };
    const connect = secureContext ? { ...base, secureContext } : base;
    if (!proxy) {
      direct ??= new Agent({ connect });
      return direct;
    }
    const opened = proxied.get(proxy) ?? import('./proxied.ts').then(({ openProxy }) => openProxy(proxy, connect));
    proxied.set(proxy, opened);
    return opened;
  }

  return {
    timeouts,

    via: (url) => proxyFor?.(url)?.words,

    async send({ method, url, headers, body }, signal) {
      const { idleMs } = timeouts();
      const proxy = proxyFor?.(url);
      const way = watched(await dispatcher(proxy));
      try {
        const answer = await request.call(way.dispatcher, {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: method as 'GET',
          headers,
          body: body ?? null,
          signal,
          responseHeaders: 'raw',
          // The signal ends what takes too long: the engine's own timer begins anew with each byte.
          headersTimeout: 0,
          bodyTimeout: idleMs,
        });
        // A body that is given up emits an error that nobody may be waiting for; who reads it learns of it all the same.
        answer.body.on('error', () => {});
        return {
          method,
          status: answer.statusCode,
          statusText: (answer as { statusText?: string }).statusText ?? '',
          url,
          headers: readHeaders(answer.headers),
          body: answer.body as HttpAnswer['body'],
        };
      } catch (error) {
        throwIfCancelled(signal);
        const words = `${method} ${maskUrl(url)}`;
        const cause = signal.aborted
          ? { code: way.connected() ? 'UND_ERR_HEADERS_TIMEOUT' : 'UND_ERR_CONNECT_TIMEOUT' }
          : error;
        throw proxy ? (await import('./proxied.ts')).proxyFault(cause, words, url, proxy) : asFault(cause, words, url);
      }
    },
    async close() {
      await direct?.destroy();
      for (const opened of proxied.values()) await (await opened).destroy();
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

/** Values without the white space around them (RFC 9110, section 5.5). */
function readHeaders(raw: string[]): Headers {
  const lines: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    lines.push([(raw[i] as string).toLowerCase(), (raw[i + 1] as string).replace(/^[ \t]+|[ \t]+$/g, '')]);
  }
  const all = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value);
  return { all, get: (name) => all(name)[0], lines: () => lines };
}

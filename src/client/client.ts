import { setMaxListeners } from 'node:events';
import { jsonApiMediaType } from '../contract/dialect.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { AuthError, DryRun, type SvcError } from '../errors.ts';
import { maskFields, maskUrl } from '../secrets.ts';
import { type AttemptParts, pause, persist, type Settled } from './attempts.ts';
import { readBody, withFaults } from './body.ts';
import { endpointUrl, explaining, partsOf } from './endpoints.ts';
import type { HttpAnswer, HttpRequest, Transport } from './http.ts';
import { problem } from './problems.ts';
import { isRedirect, maxRedirects, redirectTarget } from './redirects.ts';
import { parseReply } from './reply.ts';

const maxJsonBytes = 64 * 1024 * 1024;
const maxErrorBytes = 1024 * 1024;

/** What the client needs from the rest of the program. */
export interface ClientParts extends AttemptParts {
  transport: Transport;
  /** The token for an origin, and where it came from. */
  tokenFor(origin: string, audience?: SendOptions['audience']): { value: string; origin: string } | undefined;
  /** What gives an origin a token, or another one: what to type next. */
  tokenHint(origin: string, audience?: SendOptions['audience']): string;
  userAgent: string;
  /** Whether writes are only shown. */
  dryRun(): boolean;
  /** Told the body that a reply and each resource in it came in. */
  keepBody(value: object, body: Uint8Array): void;
}

/** One exchange that ended well: a 2xx status, headers, and the decoded body. */
export interface Exchange {
  status: number;
  url: URL;
  headers: HttpAnswer['headers'];
  bytes: Buffer;
  /** The same as UTF-8. */
  text: string;
}

/** How a single request may be made. */
export interface SendOptions {
  /** Sends no token even if there is one. */
  anonymous?: boolean | undefined;
  /** What the server is asked as, which tells which token is for it; a registry unless told, and perhaps a platform too. */
  audience?: 'platform' | 'registry' | undefined;
  /** How many redirects to follow; 5 unless told. */
  redirects?: number | undefined;
  /** The longest body to read, in bytes; 64 MiB unless told. */
  maxBytes?: number | undefined;
  accept?: string | undefined;
  /** Ends the request before the run does. */
  signal?: AbortSignal | undefined;
  /** Whose patience applies; a request's own unless told. */
  patience?: HttpRequest['patience'];
}

/** How a body may be fetched. */
export interface FetchOptions extends SendOptions {
  /** Headers of the next attempt; asked for at each, since one that was cut changes what is still wanted. */
  headers?: (() => Record<string, string>) | undefined;
}

/** Requests with credentials, redirects, retries and errors settled. */
export interface Client {
  /** Calls one endpoint below a base URL and answers its reply. */
  call<E extends Endpoint>(base: URL, endpoint: E, input: Input<E>, options?: SendOptions): Promise<ReplyOf<E>>;
  /** One request to one URL, its body read to the end. */
  send(method: string, url: URL, body?: unknown, options?: SendOptions): Promise<Exchange>;
  /**
   * A GET whose body is consumed as it arrives, undecoded. When the connection fails half-way, `consume` is called again
   * with a new answer, as often as the retry policy says.
   */
  fetch<Result>(url: URL, options: FetchOptions, consume: (answer: HttpAnswer) => Promise<Result>): Promise<Result>;
  /** What an exchange with an endpoint answered. @throws {ProtocolError} when it is not what the API documents */
  reply<E extends Endpoint>(endpoint: E, exchange: Exchange): ReplyOf<E>;
  /** Waits, unless the run is cancelled first. */
  pause(ms: number): Promise<void>;
}

interface Attempted<Result> extends HttpAnswer {
  /** What was made of the body; undefined for a redirect. */
  result: Result | undefined;
  /** The body of a refusal. */
  refusal: string;
  discard(): void;
}

/** @throws {SvcError} from its functions: one of the family for every way a request can end badly */
export function createClient(parts: ClientParts): Client {
  const { transport, trace, signal } = parts;
  // Each request under way listens to the one signal; that many of them are no leak.
  setMaxListeners(0, signal);

  // Many requests are given the same signal, and one of two is dear to make.
  const either = new WeakMap<AbortSignal, AbortSignal>();

  /** What ends a request: the run's own signal, and what else it was given. */
  function ending({ signal: other }: SendOptions): AbortSignal {
    if (!other) return signal;
    const known = either.get(other) ?? AbortSignal.any([signal, other]);
    setMaxListeners(0, known);
    either.set(other, known);
    return known;
  }

  async function attempt(request: HttpRequest, options: FetchOptions, ended: AbortSignal): Promise<HttpAnswer> {
    const token = options.anonymous ? undefined : parts.tokenFor(request.url.origin, options.audience);
    const headers: Record<string, string> = {
      'user-agent': parts.userAgent,
      ...request.headers,
      ...options.headers?.(),
    };
    if (token) headers.authorization = `Bearer ${token.value}`;
    const sent = { ...request, headers };
    trace.request(sent);
    const via = transport.via?.(request.url);
    if (via !== undefined) trace.words(`through the proxy ${via}`);
    const began = performance.now();
    const answer = await transport.send(sent, ended);
    trace.answer(answer, performance.now() - began);
    return answer;
  }

  /** Redirects are followed by hand, so that each request carries the credentials of its own origin and no other's. */
  async function follow<Result>(
    first: HttpRequest,
    options: FetchOptions,
    consume: (answer: HttpAnswer, ended: AbortSignal) => Promise<Result>,
  ): Promise<[HttpAnswer, Result]> {
    const ended = ending(options);
    let request = first;
    for (let hops = 0; ; hops++) {
      const answer = await persist({ ...parts, signal: ended }, request.method, async () => {
        const got = await attempt(request, options, ended);
        const refusal = got.status >= 400 ? await readRefusal(got, ended) : '';
        const result = got.status < 300 ? await consume(got, ended) : undefined;
        return { ...got, result, refusal, discard: () => void got.body.destroy() };
      });
      if (answer.status < 300) return [answer, answer.result as Result];
      if (!isRedirect(answer.status)) throw refused(answer, request.method, options.audience);
      answer.discard();
      const url = redirectTarget(request, answer.headers);
      if (hops >= (options.redirects ?? maxRedirects)) {
        throw problem({
          status: answer.status,
          body: '',
          request: `${request.method} ${maskUrl(first.url)} (after ${hops} redirects)`,
        });
      }
      request = { ...request, url };
    }
  }

  async function readTraced(
    answer: HttpAnswer,
    maxBytes: number,
    ended: AbortSignal,
  ): Promise<Pick<Exchange, 'bytes' | 'text'>> {
    const bytes = await readBody(answer, maxBytes, ended);
    const text = bytes.toString('utf8');
    trace.body(text);
    return { bytes, text };
  }

  /** The words of a refusal, none where they are cut, endless or encoded oddly: the status says enough. */
  async function readRefusal(answer: HttpAnswer, ended: AbortSignal): Promise<string> {
    try {
      return (await readTraced(answer, maxErrorBytes, ended)).text;
    } catch (error) {
      if (ended.aborted) throw error;
      return '';
    }
  }

  function refused(answer: Settled<Attempted<unknown>>, method: string, audience: SendOptions['audience']): SvcError {
    const { status, refusal: body, url, refusedMs } = answer;
    const error = problem({ status, body, request: `${method} ${maskUrl(url)}`, refusedMs });
    if (!(error instanceof AuthError)) return error;
    const token = parts.tokenFor(url.origin, audience);
    const next = parts.tokenHint(url.origin, audience);
    const hint = token ? `The token came from ${token.origin}. For another one: ${next}` : next;
    const message = token || status !== 401 ? error.message : `A token is needed: ${error.request} answered ${status}.`;
    return new AuthError(message, { status, errors: error.errors, request: `${method} ${maskUrl(url)}`, hint });
  }

  async function send(method: string, url: URL, content?: unknown, options: SendOptions = {}): Promise<Exchange> {
    const headers: Record<string, string> = { accept: options.accept ?? 'application/json', 'accept-encoding': 'gzip' };
    if (method !== 'GET') headers['content-type'] = jsonApiMediaType;
    if (method !== 'GET' && parts.dryRun()) throw new DryRun({ method, url: maskUrl(url), body: maskFields(content) });
    const { patience } = options;
    const request = {
      method,
      url,
      headers,
      patience,
      body: content === undefined ? undefined : JSON.stringify(content),
    };
    const [answer, body] = await follow(request, options, (got, ended) =>
      readTraced(got, options.maxBytes ?? maxJsonBytes, ended),
    );
    return { ...answer, ...body };
  }

  function reply<E extends Endpoint>(endpoint: E, exchange: Exchange): ReplyOf<E> {
    const checked = parseReply(endpoint, exchange);
    for (const part of partsOf(checked)) parts.keepBody(part, exchange.bytes);
    return checked as ReplyOf<E>;
  }

  return {
    send,
    reply,
    pause: (ms) => pause(ms, signal),

    async call(base, endpoint, input, options = {}) {
      const url = endpointUrl(base, endpoint, input);
      const rehearsed = endpoint.method !== 'GET' && parts.dryRun();
      if (endpoint.access !== 'anyone' && !rehearsed && !parts.tokenFor(url.origin, options.audience)) {
        throw new AuthError(`No token for ${url.origin}.`, { hint: `svc login ${url.origin}, or set SVC_TOKEN.` });
      }
      const { body } = input as { body?: unknown };
      return reply(endpoint, await send(endpoint.method, url, body, options).catch(explaining(endpoint)));
    },

    async fetch(url, options, consume) {
      const headers = { accept: '*/*', 'accept-encoding': 'identity' };
      const [, result] = await follow({ method: 'GET', url, headers }, options, (answer, ended) => {
        const body = Object.assign(withFaults(answer, ended), { destroy: () => answer.body.destroy() });
        return consume({ ...answer, body });
      });
      return result;
    },
  };
}

import { setMaxListeners } from 'node:events';
import { AuthError, type SvcError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import { type AttemptParts, persist, type Settled } from './attempts.ts';
import { readBody } from './body.ts';
import { startDeadline, throwIfCancelled } from './deadline.ts';
import type { HttpAnswer, HttpRequest, Transport } from './http.ts';
import { problem } from './problems.ts';
import { isRedirect, maxRedirects, redirectTarget } from './redirects.ts';
import { sendTraced } from './trace.ts';

const maxErrorBytes = 1024 * 1024;

/** What following requests to their answers takes. */
export interface FollowingParts extends Omit<AttemptParts, 'attemptMs' | 'began'> {
  transport: Transport;
  /** The token for an origin, and where it came from. */
  tokenFor(origin: string, audience?: SendOptions['audience']): { value: string; origin: string } | undefined;
  /** What gives an origin a token, or another one: what to type next. */
  tokenHint(origin: string, audience?: SendOptions['audience']): string;
  userAgent: string;
  /** Shows what is waited for, until it is stopped. */
  waiting(purpose: string): { stop(): void };
}

/** How a single request may be made. */
export interface SendOptions {
  /** What it is for, such as `Fetching teams` (default: waiting for the host). */
  purpose?: string | undefined;
  /** Sends no token even if there is one. */
  anonymous?: boolean | undefined;
  /** What the server is asked as, which tells which token is for it: a registry (the default), or a platform too. */
  audience?: 'platform' | 'registry' | undefined;
  /** How many redirects to follow (default: 5). */
  redirects?: number | undefined;
  /** The longest body to read, in bytes (default: 64 MiB). */
  maxBytes?: number | undefined;
  accept?: string | undefined;
  /** How often to try again (default: what is in force). */
  retries?: number | undefined;
  /** Ends the request before the run does. */
  signal?: AbortSignal | undefined;
  /** Whose patience applies (default: a request's own). */
  patience?: HttpRequest['patience'];
}

/** A request without what each attempt adds. */
interface Asking extends Omit<HttpRequest, 'headers'> {
  headers: Record<string, string>;
}

/** How a body may be fetched. */
export interface FetchOptions extends SendOptions {
  /** Whether the body may take as long as it keeps coming. */
  lasts?: boolean | undefined;
  /** Headers of the next attempt; asked for at each, since one that was cut changes what is still wanted. */
  headers?: (() => Record<string, string>) | undefined;
}

/** A body that was read to its end. */
export interface ReadBody {
  bytes: Buffer;
  /** The same as UTF-8. */
  text: string;
}

interface Attempted<Result> extends HttpAnswer {
  /** What was made of the body; undefined for a redirect. */
  result: Result | undefined;
  /** The body of a refusal. */
  refusal: string;
  discard(): void;
}

/** From a request to its answer, with credentials, redirects, retries and refusals settled. */
export interface Following {
  /**
   * Redirects are followed by hand, so that each request carries the credentials of its own origin and no other's. When the
   * connection fails half-way, `consume` is called again with a new answer, as often as the retry policy says.
   * @throws {SvcError} for a refusal, and whatever else a request can end with
   */
  follow<Result>(
    first: Asking,
    options: FetchOptions,
    consume: (answer: HttpAnswer, ended: AbortSignal) => Promise<Result>,
  ): Promise<[HttpAnswer, Result]>;
  /** Reads a body, and shows it to the trace. */
  readTraced(answer: HttpAnswer, maxBytes: number, ended: AbortSignal): Promise<ReadBody>;
}

export function createFollowing(parts: FollowingParts): Following {
  const { transport, trace, signal } = parts;
  // Each request under way listens to the one signal; that many of them are no leak.
  setMaxListeners(0, signal);

  async function attempt(request: Asking, options: FetchOptions, ended: AbortSignal): Promise<HttpAnswer> {
    const token = options.anonymous ? undefined : parts.tokenFor(request.url.origin, options.audience);
    const headers = {
      'user-agent': parts.userAgent,
      ...request.headers,
      ...options.headers?.(),
      ...(token && { authorization: `Bearer ${token.value}` }),
    };
    return sendTraced(parts, { ...request, headers: Object.entries(headers) }, ended);
  }

  async function settle<Result>(
    first: Asking,
    options: FetchOptions,
    consume: (answer: HttpAnswer, ended: AbortSignal) => Promise<Result>,
  ): Promise<[HttpAnswer, Result]> {
    const ended = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
    const began = performance.now();
    const { attemptMs, discoveryMs } = transport.timeouts;
    const longestMs = first.patience === 'discovery' ? discoveryMs : attemptMs;
    let request = first;
    for (let hops = 0; ; hops++) {
      const retries = options.retries ?? parts.retries;
      const answer = await persist(
        { ...parts, retries, signal: ended, began, attemptMs: longestMs },
        request,
        async () => {
          const deadline = startDeadline(longestMs, ended);
          try {
            const got = await attempt(request, options, deadline.signal);
            const refusal = got.status >= 400 ? await readRefusal(got, deadline.signal) : '';
            if (options.lasts) deadline.lift();
            const result = got.status < 300 ? await consume(got, deadline.signal) : undefined;
            return { ...got, result, refusal, discard: () => void got.body.destroy() };
          } finally {
            deadline.end();
          }
        },
      );
      if (answer.status < 300) return [answer, answer.result as Result];
      if (!isRedirect(answer.status)) throw refused(answer, request.method, options.audience);
      answer.discard();
      const url = redirectTarget(request, answer.headers);
      if (hops >= (options.redirects ?? maxRedirects)) {
        throw problem({
          status: answer.status,
          body: '',
          attempts: answer.attempts,
          request: `${request.method} ${maskUrl(first.url)} (after ${hops} redirects)`,
        });
      }
      request = { ...request, url };
    }
  }

  const follow: Following['follow'] = (first, options, consume) => {
    const { stop } = parts.waiting(options.purpose ?? `Waiting for ${first.url.host}`);
    return settle(first, options, consume).finally(stop);
  };

  async function readTraced(answer: HttpAnswer, maxBytes: number, ended: AbortSignal): Promise<ReadBody> {
    const bytes = await readBody(answer, maxBytes, ended);
    const text = bytes.toString('utf8');
    trace.body(text);
    return { bytes, text };
  }

  /** The words of a refusal, none where they are cut, endless or encoded oddly: the status says enough. */
  async function readRefusal(answer: HttpAnswer, ended: AbortSignal): Promise<string> {
    try {
      return (await readTraced(answer, maxErrorBytes, ended)).text;
    } catch {
      throwIfCancelled(ended);
      return '';
    }
  }

  function refused(answer: Settled<Attempted<unknown>>, method: string, audience: SendOptions['audience']): SvcError {
    const { attempts, status, refusal: body, url, refusedMs } = answer;
    const error = problem({ status, body, request: `${method} ${maskUrl(url)}`, refusedMs, attempts });
    if (!(error instanceof AuthError)) return error;
    const token = parts.tokenFor(url.origin, audience);
    const next = parts.tokenHint(url.origin, audience);
    const hint = token ? `The token came from ${token.origin}. For another one: ${next}` : next;
    const message = token || status !== 401 ? error.message : 'A token is required.';
    return new AuthError(message, {
      status,
      attempts,
      errors: error.errors,
      request: `${method} ${maskUrl(url)}`,
      hint,
    });
  }

  return { follow, readTraced };
}

import { setMaxListeners } from 'node:events';
import { monotonicMs, pause } from '../../base/clock.ts';
import { AuthError, type SvcError, TryLaterError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { ValueOrigin } from '../../base/value-origin.ts';
import { type AttemptDeps, type LastAnswer, mayBeDone, throwAccepted, unsafeRetry, withRetries } from './attempts.ts';
import { type ReadBody, readBody } from './body.ts';
import { startDeadline, throwIfCancelled } from './deadline.ts';
import type { HttpAnswer, HttpRequest, Transport } from './http.ts';
import { createPace, type Pace } from './pace.ts';
import { problem } from './problems.ts';
import { isRedirect, maxRedirects, redirectTarget } from './redirects.ts';
import { sendTraced } from './trace.ts';

type Audience = 'platform' | 'registry';

const maxErrorBytes = 1024 * 1024;

export interface FollowerDeps extends Omit<AttemptDeps, 'attemptMs' | 'began'> {
  transport: Transport;
  tokenFor(origin: string, audience?: Audience): Promise<{ value: string; origin: ValueOrigin } | undefined>;
  /** Returns the command that sets or replaces the token of an origin. */
  tokenHint(origin: string, audience?: Audience): string;
  userAgent: string;
  /** Shows a progress message until it is stopped. */
  waiting(purpose: string): { stop(): void };
}

export interface SendOptions {
  /** The progress message, such as `Waiting to see teams` (default: `Waiting for HOST`). */
  purpose?: string | undefined;
  /** Sends no token even if there is one. */
  anonymous?: boolean | undefined;
  /** The role of the server, which selects the token (default: registry). */
  audience?: Audience | undefined;
  /** How many redirects to follow (default: 5). */
  redirects?: number | undefined;
  /** The longest body to read, in bytes (default: 64 MiB). */
  maxBytes?: number | undefined;
  accept?: string | undefined;
  /** How often to retry (default: the setting). */
  retries?: number | undefined;
  /** Cancels this request alone; the signal of the run also cancels it. */
  signal?: AbortSignal | undefined;
  /** The kind of request, whose time limits apply (default: those of a request). */
  patience?: HttpRequest['patience'];
}

interface Asking extends Omit<HttpRequest, 'headers'> {
  headers: Record<string, string>;
}

export interface FetchOptions extends SendOptions {
  /** Removes the time limit of the body as long as bytes arrive. */
  isUnlimited?: boolean | undefined;
  /** Returns the headers of each attempt: after a cut download other bytes are missing, and after a redirect the URL differs. */
  headers?: ((url: URL) => Record<string, string>) | undefined;
}

interface Attempted<Result> extends HttpAnswer {
  result: Result | undefined;
  rejection: string;
  discard(): void;
}

/** Sends requests, follows redirects, retries, and converts rejections to errors. */
export class RedirectFollower {
  /** The rate limit of each server, for all requests of a run. */
  private readonly paces = new Map<string, Pace>();

  constructor(private readonly deps: FollowerDeps) {
    // Each request in progress listens to this signal: the default limit of listeners would warn of a leak.
    setMaxListeners(0, deps.signal);
  }

  /**
   * Sends a request and follows redirects itself, so that each request has only the credentials of its own origin. When the
   * connection fails half-way, `consume` is called again with a new answer, as often as the retry policy allows.
   * @throws {SvcError} for a rejection, and for every other way a request can fail
   */
  follow<Result>(
    first: Asking,
    options: FetchOptions,
    consume: (answer: HttpAnswer, ended: AbortSignal) => Promise<Result>,
  ): Promise<[HttpAnswer, Result]> {
    const { stop } = this.deps.waiting(options.purpose ?? `Waiting for ${first.url.host}`);
    return this.settle(first, options, consume).finally(stop);
  }

  async readTraced(answer: HttpAnswer, maxBytes: number, ended: AbortSignal): Promise<ReadBody> {
    const reading = readBody(answer, maxBytes, ended);
    const bytes = await reading.catch((error: unknown) => throwAccepted(error, answer, this.deps.shell));
    const text = bytes.toString('utf8');
    this.deps.trace.body(text);
    return { bytes, text };
  }

  private async settle<Result>(
    first: Asking,
    options: FetchOptions,
    consume: (answer: HttpAnswer, ended: AbortSignal) => Promise<Result>,
  ): Promise<[HttpAnswer, Result]> {
    const { deps } = this;
    const ended = options.signal ? AbortSignal.any([deps.signal, options.signal]) : deps.signal;
    const began = monotonicMs();
    const { attemptMs, discoveryMs } = deps.transport.timeouts;
    const longestMs = first.patience === 'discovery' ? discoveryMs : attemptMs;
    const retries = options.retries ?? deps.retries;
    const attemptDeps = { ...deps, retries, signal: ended, began, attemptMs: longestMs };
    let request = first;
    for (let hops = 0; ; hops++) {
      const answer = await withRetries(attemptDeps, request, () =>
        this.attempt(request, options, consume, { ended, longestMs }),
      );
      if (answer.status < 300) return [answer, answer.result as Result];
      if (!isRedirect(answer.status)) throw await rejectionOf(answer, first, options, deps);
      answer.discard();
      const url = redirectTarget(request, answer.headers);
      if (hops >= (options.redirects ?? maxRedirects)) {
        const { attempts, status } = answer;
        const line = `${request.method} ${maskUrl(first.url)} (after ${hops} redirects)`;
        throw problem({ status, body: '', attempts, request: line });
      }
      request = { ...request, url };
    }
  }

  /** Makes an attempt when the rate limit of the server allows it. */
  private async attempt<Result>(
    request: Asking,
    options: FetchOptions,
    consume: (answer: HttpAnswer, ended: AbortSignal) => Promise<Result>,
    { ended, longestMs }: { ended: AbortSignal; longestMs: number },
  ): Promise<Attempted<Result>> {
    const turn = await this.paceOf(request.url).waitForTurn((ms) => {
      const { stop } = this.deps.waiting('Waiting for the rate limit to reset');
      return pause(ms, ended).finally(stop);
    });
    const deadline = startDeadline(longestMs, ended);
    try {
      const got = await this.sent(request, options, deadline.signal).catch((error: unknown) => {
        turn.failed();
        throw error;
      });
      turn.answered(got.headers, got.status);
      const rejection = got.status >= 400 ? await this.readRejection(got, deadline.signal) : '';
      if (options.isUnlimited) deadline.lift();
      const result = got.status < 300 ? await consume(got, deadline.signal) : undefined;
      return { ...got, result, rejection, discard: () => void got.body.destroy() };
    } finally {
      deadline.end();
    }
  }

  private paceOf({ origin }: URL): Pace {
    const pace = this.paces.get(origin) ?? createPace();
    this.paces.set(origin, pace);
    return pace;
  }

  private async sent(request: Asking, options: FetchOptions, ended: AbortSignal): Promise<HttpAnswer> {
    const token = options.anonymous ? undefined : await this.deps.tokenFor(request.url.origin, options.audience);
    const headers = {
      'user-agent': this.deps.userAgent,
      ...request.headers,
      ...options.headers?.(request.url),
      ...(token && { authorization: `Bearer ${token.value}` }),
    };
    return sendTraced(this.deps, { ...request, headers: Object.entries(headers) }, ended);
  }

  /** Reads the body of a rejection. Returns an empty text for a body that is cut, too long or in an unexpected encoding: the status is enough for an error. */
  private async readRejection(answer: HttpAnswer, ended: AbortSignal): Promise<string> {
    try {
      return (await this.readTraced(answer, maxErrorBytes, ended)).text;
    } catch {
      throwIfCancelled(ended);
      return '';
    }
  }
}

/** Returns the error for a rejection; for a rejected token, with its source and the command that replaces it. */
async function rejectionOf(
  answer: LastAnswer<Attempted<unknown>>,
  original: Asking,
  options: SendOptions,
  deps: Pick<FollowerDeps, 'shell' | 'tokenFor' | 'tokenHint'>,
): Promise<SvcError> {
  const { attempts, status, rejection: body, url, tooLongMs } = answer;
  const { method } = original;
  const error = problem({ status, body, request: `${method} ${maskUrl(url)}`, tooLongMs, attempts });
  if (answer.mayBeDone)
    return new TryLaterError(`${error.message} ${mayBeDone(method)}`, { ...error, ...unsafeRetry(url, deps.shell) });
  if (!(error instanceof AuthError)) return error;
  const { anonymous, audience } = options;
  const token = anonymous ? undefined : await deps.tokenFor(url.origin, audience);
  // Do not suggest a login for the target of a redirect.
  const isElsewhere = url.origin !== original.url.origin;
  const loginHint = anonymous || isElsewhere ? undefined : deps.tokenHint(url.origin, audience);
  // The variable overrides a token that svc login stores.
  const isVariable = token?.origin.kind === 'environment';
  const remedy = isVariable ? ' Set it to another token, or unset it.' : loginHint && ` To replace it: ${loginHint}`;
  const hint = token ? `The token comes from ${token.origin}.${remedy ?? ''}` : loginHint;
  const forbiddenMessage = token ? error.message : 'Not allowed without a token.';
  const message = status === 401 ? `${url.host} ${token ? 'rejected the' : 'requires a'} token.` : forbiddenMessage;
  const challenge = isElsewhere ? undefined : answer.headers.get('www-authenticate');
  return new AuthError(message, { ...error, challenge, hint });
}

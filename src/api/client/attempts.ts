import { monotonicMs, pause } from '../../base/clock.ts';
import { CancelledError, ProtocolError, SvcError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import { type ShellLanguage, shellWord } from '../../base/shell-word.ts';
import { holdSignals } from '../../base/system/signals.ts';
import type { Headers } from './headers.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import { type Decision, decide, isRead, type Outcome } from './retry.ts';
import type { Trace } from './trace.ts';
import { TransportFault } from './transport-fault.ts';

export interface AttemptDeps {
  /** Start of the first request, from `monotonicMs()`. */
  began: number;
  attemptMs: number;
  retries: number | undefined;
  trace: Trace;
  signal: AbortSignal;
  now(): Date;
  /** The shell in which errors give commands. */
  shell: ShellLanguage;
  /** Called with a message for each failed attempt that is retried. */
  retrying(message: string): void;
}

/** The result of the last attempt, successful or not, with the reason why no attempt followed. */
export type LastAnswer<Answer> = Answer & Partial<Decision & { retry: false }> & { attempts: number };

/**
 * Repeats an attempt by the retry policy.
 * @throws {TransportFault} when the last attempt got no response; {CancelledError} when the run is cancelled during a wait
 */
export async function withRetries<Answer extends { status: number; headers: Headers; discard(): void }>(
  { attemptMs, began, retries, retrying, shell, trace, signal, now }: AttemptDeps,
  { method, patience, url }: Pick<HttpRequest, 'method' | 'patience' | 'url'>,
  attempt: () => Promise<Answer>,
): Promise<LastAnswer<Answer>> {
  for (let made = 1; ; made++) {
    const answer = await (isRead(method) ? attempt() : attempt().finally(holdSignals())).catch((error: unknown) => {
      if (error instanceof TransportFault) return error;
      if (isRead(method) || !(error instanceof CancelledError)) throw error;
      throw new CancelledError(`Cancelled. ${mayBeDone(method)}`, error.exit, { hint: checkHint(url, shell) });
    });
    if (!(answer instanceof TransportFault) && answer.status < 400) return { ...answer, attempts: made };
    const elapsedMs = monotonicMs() - began;
    const state = { method, patience, made, elapsedMs, attemptMs, retries };
    const decision = decide(outcomeOf(answer), state, now(), Math.random);
    if (!decision.retry) {
      if (answer instanceof TransportFault) throw lastFault(answer, { method, url, made, shell });
      return { ...answer, ...decision, attempts: made };
    }
    if (!(answer instanceof TransportFault)) answer.discard();
    retrying(`${failureOf(answer, url)}; retrying in ${secondsText(decision.afterMs)} (${made} of ${decision.of})`);
    trace.note(`retrying in ${decision.afterMs} ms (attempt ${made + 1})`);
    await pause(decision.afterMs, signal);
  }
}

function failureOf(answer: TransportFault | { status: number }, { host }: URL): string {
  return answer instanceof TransportFault ? answer.message.replace(/\.$/, '') : `${answer.status} from ${host}`;
}

/** Formats a wait in seconds, to a tenth. */
function secondsText(ms: number): string {
  return `${Math.max(0.1, Math.round(ms / 100) / 10)} s`;
}

/** Returns the error of the last attempt. For a write that was sent, the message adds that the server may have carried it out. */
function lastFault(
  { cause, hint, lasting, message, request = '', sent, timedOut }: TransportFault,
  { made, method, shell, url }: { made: number; method: string; shell: ShellLanguage; url: URL },
): TransportFault {
  const details = { attempts: made, cause, lasting, request, sent, timedOut };
  if (!sent || isRead(method)) return new TransportFault(message, { ...details, hint });
  return new TransportFault(`${message} ${mayBeDone(method)}`, { ...details, ...unsafeRetry(url, shell) });
}

type AnsweredRequest = Pick<HttpAnswer, 'method' | 'status' | 'url'>;

/** Throws an error about the response to a request. If the request was a write, the message adds that the service accepted it (2xx). */
export function throwAccepted(error: unknown, answered: AnsweredRequest, shell: ShellLanguage, done?: string): never {
  const { method, status, url } = answered;
  if (isRead(method) || !(error instanceof SvcError) || error instanceof CancelledError) throw error;
  const message = `${error.message} The service accepted the ${method} (${status}).`;
  const accepted = new ProtocolError(message, { ...error, ...unsafeRetry(url, shell, error.hint), status });
  throw Object.assign(accepted, { done });
}

export const mayBeDone = (method: string) => `The ${method} was sent and may have been carried out.`;

/** Returns the error details for a write that the server may have carried out: a retry is unsafe, and the hint says how to check. */
export function unsafeRetry(url: URL, shell: ShellLanguage, hint = checkHint(url, shell)) {
  return { sent: true, retryable: false, hint };
}

function checkHint(url: URL, shell: ShellLanguage): string {
  // Actions, memberships and single banners have no GET at their own URL, so check their parent; an account is read at `/account/details`.
  const path = maskUrl(url)
    .replace(/\/(?:actions|relationships)\/[^/?]*(?=\?|$)|(?<=\/admin\/banners)\/[^/?]+$/, '')
    .replace(/(?<=\/account\/)(?:update|password)$/, 'details');
  return `To check before sending it again: svc api ${shellWord(path, shell)}`;
}

function outcomeOf(answer: TransportFault | { status: number; headers: Headers }): Outcome {
  if (answer instanceof TransportFault) {
    const { lasting, sent, timedOut } = answer;
    return { kind: 'fault', lasting, sent, timedOut };
  }
  return {
    kind: 'answer',
    status: answer.status,
    date: answer.headers.get('date'),
    retryAfter: answer.headers.get('retry-after'),
    rateLimitReset: answer.headers.get('x-ratelimit-reset'),
  };
}

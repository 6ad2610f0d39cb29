import { CancelledError, SvcError } from '../errors.ts';
import { TransportFault } from './faults.ts';
import type { Headers } from './http.ts';
import { decide, type Outcome } from './retry.ts';
import type { Trace } from './trace.ts';

export interface AttemptParts {
  retries(): number | undefined;
  trace: Trace;
  signal: AbortSignal;
  now(): Date;
}

/** The last attempt's answer, good or bad; `refusedMs` is a wait the server asked for that is longer than we wait. */
export type Settled<Answer> = Answer & { refusedMs?: number | undefined };

/**
 * Repeats an attempt as the retry policy says.
 * @throws {TransportFault} when the last attempt brought no answer; CancelledError within a wait
 */
export async function persist<Answer extends { status: number; headers: Headers; discard(): void }>(
  { retries, trace, signal, now }: AttemptParts,
  method: string,
  attempt: () => Promise<Answer>,
): Promise<Settled<Answer>> {
  const began = performance.now();
  for (let made = 1; ; made++) {
    const answer = await attempt().catch((error: unknown) => {
      if (error instanceof TransportFault) return error;
      throw error;
    });
    if (!(answer instanceof TransportFault) && answer.status < 400) return answer;
    const state = { method, made, elapsedMs: performance.now() - began, retries: retries() };
    const decision = decide(outcomeOf(answer), state, now(), Math.random);
    if (!decision.retry) {
      if (answer instanceof TransportFault) throw answer;
      return { ...answer, refusedMs: decision.refusedMs };
    }
    if (!(answer instanceof TransportFault)) answer.discard();
    trace.words(`trying again in ${decision.afterMs} ms (attempt ${made + 1})`);
    await pause(decision.afterMs, signal);
  }
}

function outcomeOf(answer: TransportFault | { status: number; headers: Headers }): Outcome {
  if (answer instanceof TransportFault) return { kind: 'fault', sent: answer.sent };
  return {
    kind: 'answer',
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    rateLimitReset: answer.headers.get('x-ratelimit-reset'),
  };
}

/** Waits, unless the run is cancelled first. @throws {CancelledError} within 200 ms of the signal */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelled = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof SvcError ? signal.reason : new CancelledError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancelled);
      resolve();
    }, ms);
    if (signal.aborted) cancelled();
    else signal.addEventListener('abort', cancelled, { once: true });
  });
}

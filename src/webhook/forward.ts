import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Delivery, HeaderPair } from './delivery.ts';
import { withoutHopByHop } from './hop-by-hop.ts';
import { plainAnswer } from './http-messages.ts';
import { post, type SendOptions } from './send.ts';

export interface ForwardOptions extends SendOptions {
  /** After the first attempt. 2. */
  retries?: number | undefined;
  /** Before the first retry; twice as long before each other one. 250 ms. */
  pauseMs?: number | undefined;
}

/** The result of forwarding. */
export interface Forwarded {
  /** The answer to return: that of the receiver, or our 502. */
  readonly answer: Answer;
  readonly attempts: number;
  /** Why the receiver did not answer. */
  readonly error: Error | null;
}

/** What is said anew. */
const setAnew = /^(?:host|content-length)$/i;
const worthRetrying = new Set([429, 502, 503, 504]);

/**
 * Forwards a delivery with its own bytes and header lines (`original`, unmasked), and retries if the receiver does not answer or asks
 * for a retry. Receivers of notifications must accept a repeated delivery, so retrying a POST is safe here.
 */
export async function forward(
  url: URL,
  delivery: Pick<Delivery, 'body'>,
  original: readonly HeaderPair[],
  { retries = 2, pauseMs = 250, timeoutMs = 10_000, ...options }: ForwardOptions = {},
): Promise<Forwarded> {
  const headers = withoutHopByHop(original).filter(([name]) => !setAnew.test(name));
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt > retries;
    try {
      const answer = await post(url, headers, delivery.body, { timeoutMs, ...options });
      if (last || !worthRetrying.has(answer.status)) return { answer, attempts: attempt, error: null };
    } catch (error) {
      options.signal?.throwIfAborted();
      if (last)
        return {
          answer: plainAnswer(502, 'The receiver behind the listener did not respond.'),
          attempts: attempt,
          error: error as Error,
        };
    }
    await wait(pauseMs * 2 ** (attempt - 1), undefined, options.signal ? { signal: options.signal } : {});
  }
}

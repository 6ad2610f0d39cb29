import { monotonicMs } from '../../base/clock.ts';
import type { Headers } from './headers.ts';

/** Keeps all requests to one server within the rate limit that its responses announce (docs/protocol/conventions.md#rate-limits). */
export type Pace = ReturnType<typeof createPace>;

/** Added to each wait, because timers and clocks differ by some milliseconds. */
const marginMs = 10;
/** The longest wait for a reset. Longer values are ignored: some servers send a point in time instead of a duration. */
const longestMs = 60_000;

/** Returns a pace without waits until the server announces a limit. `now` is in milliseconds. */
export function createPace(now: () => number = monotonicMs) {
  let limit = Number.POSITIVE_INFINITY;
  /** The number of requests that the server allows until `resetAt`, by its last response. */
  let remainingRequests = Number.POSITIVE_INFINITY;
  let resetAt = 0;
  let inFlight = 0;
  let sent = 0;
  /** The number of the latest request whose response announced a limit: older responses arrive late and are ignored. */
  let latestRequest = 0;

  function applyLimit(request: number, remaining: number, ms: number | undefined): void {
    if (request < latestRequest || ms === undefined || ms <= 0 || ms > longestMs) return;
    latestRequest = request;
    remainingRequests = remaining - inFlight;
    resetAt = now() + ms + marginMs;
  }

  return {
    /** Waits until the limit allows another request. @throws {unknown} what `wait` throws, for a cancelled run */
    async waitForTurn(wait: (ms: number) => Promise<void>) {
      for (;;) {
        if (now() >= resetAt) remainingRequests = Math.max(remainingRequests, limit);
        if (remainingRequests > 0) break;
        await wait(Math.max(1, Math.ceil(resetAt - now())));
      }
      remainingRequests -= 1;
      inFlight += 1;
      sent += 1;
      const request = sent;
      // The caller calls exactly one of these two functions, and calls it once.
      return {
        failed() {
          inFlight -= 1;
        },
        /** Learns the limit from the head of the response. */
        answered(headers: Headers, status: number) {
          inFlight -= 1;
          limit = numberOf(headers, 'x-ratelimit-limit') || limit;
          const reset = secondsOf(headers, 'x-ratelimit-reset');
          const remaining = numberOf(headers, 'x-ratelimit-remaining');
          if (status === 429) applyLimit(request, 0, secondsOf(headers, 'retry-after') ?? reset);
          else if (remaining !== undefined) applyLimit(request, remaining, reset);
        },
      };
    },
  };
}

function secondsOf(headers: Headers, name: string): number | undefined {
  const seconds = numberOf(headers, name);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Reads a number in a header; undefined for anything else. */
function numberOf(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== undefined && /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

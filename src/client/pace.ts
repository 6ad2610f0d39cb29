import { monotonicMs } from '../clock.ts';
import type { Headers } from './headers.ts';

/** A request whose turn has come. One of its functions is called once. */
export interface Turn {
  /** The head of its response has arrived. */
  answered(headers: Headers, status: number): void;
  /** It has no response. */
  failed(): void;
}

/**
 * Keeps all requests to one server within the rate limit that it announces (docs/protocol/conventions.md#rate-limits). A limit holds in
 * windows, such as the seconds of the server's clock, whose start is unknown here. So the pace counts what it sends in each window,
 * and learns the end of the window from each response.
 */
export interface Pace {
  /** Waits until the limit allows another request. @throws {unknown} what `wait` throws, for a cancelled run */
  turn(wait: (ms: number) => Promise<void>): Promise<Turn>;
}

/** The window of a server whose windows are not known yet: the limit is for a second. */
const usualWindowMs = 1000;
/** Timers and clocks differ by some milliseconds. */
const marginMs = 10;
/** A server whose limit resets later is not waited for; some send a point in time. */
const longestWindowMs = 60_000;

/** A pace without waits until the server announces a limit. `now` is in milliseconds. */
export function createPace(now: () => number = monotonicMs): Pace {
  let limit = Number.POSITIVE_INFINITY;
  /** How many requests of the current window are left by the limit, and by what the responses of the window say. */
  let own = Number.POSITIVE_INFINITY;
  let told = Number.POSITIVE_INFINITY;
  let window = 0;
  /** The latest time at which the current window ends. */
  let endsAt = Number.POSITIVE_INFINITY;
  const inFlight = new Set<{ sentAt: number; window: number }>();

  function begin(end: number, counted: number): void {
    window += 1;
    own = limit - counted;
    told = Number.POSITIVE_INFINITY;
    endsAt = end;
  }

  /** What is in flight may be counted in the next window, too. */
  function endWindow(at: number): void {
    if (at >= endsAt) begin(Number.isFinite(limit) ? at + usualWindowMs : Number.POSITIVE_INFINITY, inFlight.size);
  }

  function exceeded(at: number, ms: number | undefined): void {
    if (ms === undefined || ms > longestWindowMs) return;
    own = 0;
    endsAt = at + ms + marginMs;
  }

  function learn(sent: { sentAt: number; window: number }, at: number, remaining: number, resetMs: number): void {
    // The server counted it when it arrived, so the window ends between these two times.
    const earliest = sent.sentAt + resetMs;
    const latest = at + resetMs + marginMs;
    if (sent.window < window && earliest <= at) return;
    if (endsAt === Number.POSITIVE_INFINITY || earliest > endsAt) begin(latest, inFlight.size + 1);
    endsAt = Math.min(endsAt, latest);
    const later = [...inFlight].filter(({ sentAt }) => sentAt > sent.sentAt).length;
    told = Math.min(told, remaining - later);
  }

  return {
    async turn(wait) {
      for (;;) {
        endWindow(now());
        if (Math.min(own, told) > 0) break;
        await wait(Math.max(1, Math.ceil(endsAt - now())));
      }
      own -= 1;
      told -= 1;
      const sent = { sentAt: now(), window };
      inFlight.add(sent);
      return {
        failed: () => void inFlight.delete(sent),
        answered(headers, status) {
          const at = now();
          endWindow(at);
          inFlight.delete(sent);
          limit = numberOf(headers, 'x-ratelimit-limit') ?? limit;
          const remaining = numberOf(headers, 'x-ratelimit-remaining');
          const reset = numberOf(headers, 'x-ratelimit-reset');
          const resetMs = reset === undefined ? undefined : reset * 1000;
          if (status === 429) {
            const retryAfter = numberOf(headers, 'retry-after');
            exceeded(at, retryAfter === undefined ? resetMs : retryAfter * 1000);
          } else if (remaining !== undefined && resetMs !== undefined && resetMs > 0 && resetMs <= longestWindowMs) {
            learn(sent, at, remaining, resetMs);
          }
        },
      };
    },
  };
}

/** The number in a header; undefined for anything else. */
function numberOf(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== undefined && /^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

import type { Headers } from './headers.ts';

/** Keeps requests within the rate limit that the server announces (docs/protocol/conventions.md#rate-limits). */
export interface Pace {
  /** Waits for a turn. Call `answered` with the headers of the response. */
  turn(): Promise<void>;
  answered(headers: Headers): void;
}

const longestPauseMs = 10_000;

/** A pace without waits until the server announces a limit. */
export function createPace(wait: (ms: number) => Promise<void>): Pace {
  let remaining = Number.POSITIVE_INFINITY;
  let resetMs = 0;
  let pause: Promise<void> | undefined;
  return {
    async turn() {
      while (remaining <= 0 && resetMs > 0) {
        pause ??= wait(Math.min(resetMs, longestPauseMs)).then(() => {
          remaining = Number.POSITIVE_INFINITY;
          pause = undefined;
        });
        await pause;
      }
      remaining -= 1;
    },
    answered(headers) {
      const left = headers.get('x-ratelimit-remaining');
      const reset = headers.get('x-ratelimit-reset');
      if (left === undefined || !/^\d+$/.test(left) || reset === undefined || !/^\d+(\.\d+)?$/.test(reset)) return;
      remaining = Math.min(remaining, Number(left));
      resetMs = Number(reset) * 1000;
    },
  };
}

import { NetworkError } from '../../base/errors.ts';
import type { GitLocation } from './git-location.ts';

const defaultTimeoutMs = 5 * 60_000;

/** Options of a time limit. */
export interface TimeoutOptions {
  signal: AbortSignal;
  /** The total limit (default: 5 minutes). */
  timeoutMs?: number | undefined;
}

/**
 * Runs git on a location within a time limit.
 * @param act gets a signal that fires when the time is over, and a function that aborts with an error
 * @throws {NetworkError} when it takes longer; what `act` throws
 */
export async function inTime<Result>(
  { display }: Pick<GitLocation, 'display'>,
  { signal, timeoutMs = defaultTimeoutMs }: TimeoutOptions,
  act: (signal: AbortSignal, reject: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const reject = (error: Error) => stop.abort(error);
  const tooLong = () => {
    const message = `git took longer than ${timeoutMs / 1000} s for ${display}.`;
    reject(new NetworkError(message, { hint: 'Raise the limit with --timeout.', retryable: true }));
  };
  const timer = setTimeout(tooLong, timeoutMs);
  try {
    return await act(AbortSignal.any([signal, stop.signal]), reject);
  } finally {
    clearTimeout(timer);
  }
}

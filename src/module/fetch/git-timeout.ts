import { NetworkError } from '../../errors.ts';
import type { GitLocation } from './git-location.ts';

const defaultTimeoutMs = 5 * 60_000;

/** How long git may take. */
export interface InTimeParts {
  signal: AbortSignal;
  /** For all of it (default: 5 minutes). */
  timeoutMs?: number | undefined;
}

/**
 * Runs git on a location for as long as it may.
 * @param act is given a signal that fires when the time is over, and what ends it all with an error
 * @throws {NetworkError} when it takes longer; what `act` throws
 */
export async function inTime<Result>(
  { display }: Pick<GitLocation, 'display'>,
  { signal, timeoutMs = defaultTimeoutMs }: InTimeParts,
  act: (signal: AbortSignal, refuse: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const refuse = (error: Error) => stop.abort(error);
  const tooLong = () => {
    const message = `git took longer than ${timeoutMs / 1000} s for ${display}.`;
    refuse(new NetworkError(message, { hint: 'Give it more with --timeout.', retryable: true }));
  };
  const timer = setTimeout(tooLong, timeoutMs);
  try {
    return await act(AbortSignal.any([signal, stop.signal]), refuse);
  } finally {
    clearTimeout(timer);
  }
}

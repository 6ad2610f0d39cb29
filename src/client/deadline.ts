/** Why an attempt was ended: it took longer than it may. */
export class Overdue extends Error {
  readonly code = 'SVC_OVERDUE';
}

/** What ends one attempt: the run, or its own time. */
export interface Deadline {
  signal: AbortSignal;
  /** Takes the time away, for a body that may take as long as it keeps coming. */
  lift(): void;
  /** The attempt is over. */
  end(): void;
}

/** A signal that fires with the run's own, and with `Overdue` once that many milliseconds are over. */
export function startDeadline(ms: number, run: AbortSignal): Deadline {
  const attempt = new AbortController();
  const cancel = () => attempt.abort(run.reason);
  const timer = setTimeout(() => attempt.abort(new Overdue()), ms);
  if (run.aborted) cancel();
  else run.addEventListener('abort', cancel, { once: true });
  return {
    signal: attempt.signal,
    lift: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      run.removeEventListener('abort', cancel);
    },
  };
}

/** @throws {unknown} what a signal carries, where it fired for another reason than time */
export function throwIfCancelled({ aborted, reason }: AbortSignal): void {
  if (aborted && !(reason instanceof Overdue)) throw reason;
}

/** Never resolves. @throws {unknown} what a signal carries, once it fires for another reason than time */
export function untilCancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => {
      if (!(signal.reason instanceof Overdue)) reject(signal.reason);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}

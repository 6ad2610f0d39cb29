/** The reason for ending an attempt that exceeded its time limit. */
export class Overdue extends Error {
  readonly code = 'SVC_OVERDUE';
}

/** Starts the signal that ends an attempt: it fires with the signal of the run, and with `Overdue` after the given milliseconds. */
export function startDeadline(ms: number, run: AbortSignal) {
  const attempt = new AbortController();
  const cancel = () => attempt.abort(run.reason);
  const timer = setTimeout(() => attempt.abort(new Overdue()), ms);
  if (run.aborted) cancel();
  else run.addEventListener('abort', cancel, { once: true });
  return {
    signal: attempt.signal,
    /** Removes the time limit, for a body that may take any time while bytes arrive. */
    lift: () => clearTimeout(timer),
    /** Ends the time limit after the attempt. */
    end() {
      clearTimeout(timer);
      run.removeEventListener('abort', cancel);
    },
  };
}

/** Throws the reason of a signal that fired, unless the reason is the time limit. */
export function throwIfCancelled({ aborted, reason }: AbortSignal): void {
  if (aborted && !(reason instanceof Overdue)) throw reason;
}

/** Returns a promise that rejects with the reason of the signal, unless the reason is the time limit. It never resolves. */
export function untilCancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => {
      if (!(signal.reason instanceof Overdue)) reject(signal.reason);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}

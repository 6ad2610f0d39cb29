let holders = 0;
let changed: (isHeld: boolean) => void = () => undefined;

/** Sets the callback that learns when the first cleanup becomes necessary and when the last one is done. Only for `main`. */
export function onHold(change: typeof changed): void {
  changed = change;
}

/**
 * Announces a cleanup that a signal must not prevent; the caller calls the returned function once, after the cleanup. Meanwhile a signal
 * cancels the run; at other times a signal ends the process at once, even during a blocked call.
 */
export function holdSignals(): () => void {
  holders += 1;
  if (holders === 1) changed(true);
  return () => {
    holders -= 1;
    if (holders === 0) changed(false);
  };
}

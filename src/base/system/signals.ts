let holders = 0;
let changed: (isHeld: boolean) => void = () => undefined;

/** Sets the callback for when something must be cleaned up after a signal, and when nothing must be any more. Only for `main`. */
export function onHold(change: typeof changed): void {
  changed = change;
}

/**
 * Announces something that must be cleaned up, until the returned function is called once. Meanwhile a signal cancels the run; otherwise
 * it ends the process at once, even during a blocked call.
 */
export function holdSignals(): () => void {
  holders += 1;
  if (holders === 1) changed(true);
  return () => {
    holders -= 1;
    if (holders === 0) changed(false);
  };
}

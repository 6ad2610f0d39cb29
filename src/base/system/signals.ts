let holders = 0;
let changed: (isHeld: boolean) => void = () => undefined;

/** Calls back when something must be cleaned up after a signal, and when that is over. Only for `main`. */
export function onHold(change: typeof changed): void {
  changed = change;
}

/**
 * Announces something that must be cleaned up, until the returned function is called, once. Meanwhile a signal cancels the run; at all
 * other times it ends the process, which no blocked call delays.
 */
export function holdSignals(): () => void {
  holders += 1;
  if (holders === 1) changed(true);
  return () => {
    holders -= 1;
    if (holders === 0) changed(false);
  };
}

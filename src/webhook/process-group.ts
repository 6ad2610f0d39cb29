import type { ChildProcess } from 'node:child_process';
import { signalGroup } from '../processes.ts';

/** After being asked to end. */
const graceMs = 5000;

/** Ends a process that was started in a group of its own, with all that it started, when the time or the run is over. */
export function endGroup(
  child: Pick<ChildProcess, 'kill' | 'pid'>,
  timeoutMs: number,
  signal?: AbortSignal,
): { timedOut(): boolean; off(): void } {
  let timedOut = false;
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    signalGroup(child, 'SIGTERM');
    killing ??= setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  return {
    timedOut: () => timedOut,
    off() {
      clearTimeout(timer);
      clearTimeout(killing);
      // What it started may have stayed.
      if (killing) signalGroup(child, 'SIGKILL');
      signal?.removeEventListener('abort', end);
    },
  };
}

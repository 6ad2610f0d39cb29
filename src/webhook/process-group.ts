import type { ChildProcess } from 'node:child_process';
import { platform } from 'node:os';
import { kill } from 'node:process';

/** Whether a process can be ended with all that it started. */
export const hasGroups = platform() !== 'win32';

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
    send(child, 'SIGTERM');
    killing ??= setTimeout(() => send(child, 'SIGKILL'), graceMs);
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
      if (killing) send(child, 'SIGKILL');
      signal?.removeEventListener('abort', end);
    },
  };
}

function send(child: Pick<ChildProcess, 'kill' | 'pid'>, signal: NodeJS.Signals): void {
  // One that could not be started has no id.
  if (child.pid === undefined) return;
  try {
    if (hasGroups) kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It was over already.
  }
}

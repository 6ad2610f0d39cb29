import type { ChildProcess } from 'node:child_process';
import { platform } from 'node:os';
import { kill, pid } from 'node:process';

/** The number of this process: whose a file is must hold across processes that never meet, so nobody can hand it in. */
export const ownNumber = pid;

/** Whether a process can be ended with all that it started: Windows has no groups to send a signal to. */
export const hasGroups = platform() !== 'win32';

/** Whether a process of this number runs, as far as that can be told. */
export function mayRun(number: number): boolean {
  try {
    kill(number, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Sends a signal to a process that leads a group of its own, and to all that it started; nothing to one that is over. */
export function signalGroup(child: Pick<ChildProcess, 'kill' | 'pid'>, signal: NodeJS.Signals): void {
  // One that could not be started has no number.
  if (child.pid === undefined) return;
  try {
    if (hasGroups) kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It was over already.
  }
}

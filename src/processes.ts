import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { getegid, geteuid, kill, pid } from 'node:process';
import { errnoOf } from './files.ts';

/** The number of this process: whose a file is must hold across processes that never meet, so nobody can hand it in. */
export const ownNumber = pid;

/** The user this process acts as; undefined on Windows. */
export const ownUser = geteuid?.();

/** The group this process acts as; undefined on Windows. */
export const ownGroup = getegid?.();

/** Whether a process can be ended with all that it started: Windows has no groups to send a signal to. */
export const hasGroups = platform() !== 'win32';

/** Whether a process of this number runs, as far as that can be told. */
export function mayRun(number: number): boolean {
  try {
    kill(number, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** What tells one run of this machine from the next. */
let boot: string | undefined;

/**
 * Tells a process from a later one with the same number: the boot and the tick in which it started. Undefined where the system
 * does not tell; another text for a process that has ended and is still listed.
 */
export function startOf(number: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${number}/stat`, 'utf8');
    // The second field is the name in parentheses, which may hold blanks and parentheses itself.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return fields[0] === 'Z' ? 'ended' : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
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

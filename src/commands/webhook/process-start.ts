import { readFileSync } from 'node:fs';
import { mayRun } from '../../processes.ts';

/** When a process was started, as text that no other process of its number ever has; null where that cannot be told. */
export function startOf(pid: number): string | null {
  try {
    // Behind the name, which may hold anything: the state, and 18 fields later the start in ticks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return isOver(fields[0]) ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

/** Whether the process that was started then still runs. Where nothing tells processes of one number apart, it may. */
export function runsStill(pid: number, started: string | null): boolean {
  return started === null ? mayRun(pid) : startOf(pid) === started;
}

/** Dead, and only not yet taken note of. */
const isOver = (state: string | undefined) => state === 'Z' || state === 'X';

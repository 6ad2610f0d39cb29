import { readFileSync } from 'node:fs';
import { mayRun } from '../../processes.ts';

/** When a process started, as text that is unique among all processes with its id; null where that is unknown. */
export function startOf(pid: number): string | null {
  try {
    // The fields after the name, which may contain anything: the state, and 18 fields later the start in ticks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return isOver(fields[0]) ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

/** Whether the process that started then still runs. Without a known start, any process with its id may be it. */
export function runsStill(pid: number, started: string | null): boolean {
  return started === null ? mayRun(pid) : startOf(pid) === started;
}

/** Dead, but not yet reaped by its parent. */
const isOver = (state: string | undefined) => state === 'Z' || state === 'X';

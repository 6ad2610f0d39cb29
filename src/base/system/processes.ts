import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { getBuiltinModule, getegid, geteuid, kill, pid, versions } from 'node:process';
import { unlessThrown } from '../unless-thrown.ts';
import { errnoOf } from './files.ts';

/** The id of this process. Exported because it identifies the owner of a file to other processes. */
export const ownNumber = pid;

export const runtime = versions.bun === undefined ? `Node.js ${versions.node}` : `Bun ${versions.bun}`;

/**
 * Makes V8 of Node 20 optimize functions a little later: most are called too seldom to earn back their optimization, which takes an eighth
 * of the processor time of an install; those that write a large archive earn it back. Later versions, and Bun, do so by themselves; Node
 * prints an error about the flag. Call it only after Node's modules are loaded: once a flag has changed, V8 compiles them instead of taking
 * them from Node's cache.
 */
export function optimizeLater(): void {
  if (optimizesEarly) getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=144000');
  optimizesEarly = false;
}

let optimizesEarly = versions.node.startsWith('20.');

/** The user this process acts as; undefined on Windows. */
export const ownUser = geteuid?.();

/** The group this process acts as; undefined on Windows. */
export const ownGroup = getegid?.();

/** Returns the user's home folder from the environment, else from the system. Ignores a relative path: it depends on the current folder. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const fromEnv = (platform() === 'win32' ? env.USERPROFILE : env.HOME) ?? '';
  if (isAbsolute(fromEnv)) return fromEnv;
  const fromSystem = unlessThrown(() => userInfo().homedir) ?? '';
  // In the packaged executable, userInfo() returns a relative HOME unchanged.
  return isAbsolute(fromSystem) ? fromSystem : '/';
}

/** True where a process can be ended with its child processes: Windows has no process groups. */
export const hasGroups = platform() !== 'win32';

/** Returns whether a process with this id runs; true if unknown. */
export function mayRun(number: number): boolean {
  try {
    kill(number, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** Identifies the current boot of the machine. */
let boot: string | undefined;

/**
 * Returns the boot and the tick of a process's start, which distinguish it from a later process with the same id; undefined if the
 * system does not provide them. For a process that has ended but is still listed, the text differs.
 */
export function startTimeOf(pid: number): string | undefined {
  return unlessThrown(() => {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain blanks and parentheses.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return /^[ZX]$/.test(fields[0] ?? '') ? 'ended' : `${boot} ${fields[19]}`;
  });
}

/** Sends a signal to the process group of a child process; does nothing if it has ended. */
export function signalGroup(child: Pick<ChildProcess, 'kill' | 'pid'>, signal: NodeJS.Signals): void {
  const { pid: leader } = child;
  // A program that could not be started has no process id.
  if (leader !== undefined) unlessThrown(() => (hasGroups ? kill(-leader, signal) : child.kill(signal)));
}

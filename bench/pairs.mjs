import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Times whole processes in turn, A B A B …, so that a change of the machine's speed affects both equally.
 * @param {number} runs counted runs of each command, after one warm-up run
 * @param {Record<string, { command: string[], env?: Record<string, string>, before?: () => void, after?: () => void }>} commands the baseline first
 * @returns {Record<string, { ms: number, ratio: number }>} for each command the median time, and the median of its ratio to the baseline in the same round
 */
export function compare(runs, commands) {
  const entries = Object.entries(commands);
  const times = new Map(entries.map(([name]) => [name, []]));
  for (let run = -1; run < runs; run++) {
    for (const [name, { command, env, before, after }] of entries) {
      before?.();
      const began = process.hrtime.bigint();
      const { status, stderr } = spawnSync(command[0], command.slice(1), {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, ...env },
      });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      after?.();
      if (run >= 0) times.get(name).push(ms);
    }
  }
  const yardstick = times.get(entries[0][0]);
  const result = ([name, took]) => [
    name,
    { ms: median(took), ratio: median(took.map((ms, run) => ms / yardstick[run])) },
  ];
  return Object.fromEntries([...times].map(result));
}

/**
 * Moves folders away, into the work folder of a measurement, which deletes it at its end. To delete them before a run would slow the run:
 * for five seconds, ext4 does not reuse the inode of a deleted file, and a new file or folder searches past each of them.
 */
export function moveAside(work, ...folders) {
  for (const folder of folders.filter((each) => existsSync(each)))
    renameSync(folder, join(mkdtempSync(join(work, 'aside-')), 'folder'));
}

/** Deletes folders of few large files, which the system would otherwise write to the disk during the next run. */
export function remove(_work, ...folders) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

import { spawnSync } from 'node:child_process';

/**
 * Times whole processes in turn, A B A B …, so that a drift of the machine's speed affects both equally.
 * Prints a line for each command: its median, and the median of the ratios to the first command in each round.
 * @param {number} runs counted runs of each command, after one warm-up run
 * @param {Record<string, { command: string[], env?: Record<string, string>, before?: () => void, after?: () => void }>} commands the baseline first
 * @returns {Record<string, number>} the median ratio of each
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
  const ratios = {};
  for (const [name, took] of times) {
    ratios[name] = median(took.map((ms, run) => ms / yardstick[run]));
    console.log(`${name.padEnd(34)}${median(took).toFixed(0).padStart(7)} ms${ratios[name].toFixed(2).padStart(8)}x`);
  }
  return ratios;
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

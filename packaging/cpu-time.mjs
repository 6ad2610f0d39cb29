import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The ticks of the processor time in /proc, the same on every Linux. */
const ticksPerSecond = 100;
const wanted = 13_300;

/** The processor seconds of this process and of those that it waited for, with theirs; undefined where there is no /proc. */
export function cpuSeconds() {
  try {
    // The second field is the name in parentheses, which may contain blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    const ticks = fields.slice(11, 15).map(Number);
    return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** The seconds that each of some `node -e 0` takes. */
export function nodeStarts(count) {
  // Node reads this file at every start, and takes three times as long.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return Array.from({ length: count }, () => {
    const began = process.hrtime.bigint();
    spawnSync(process.execPath, ['-e', '0'], { env });
    return Number(process.hrtime.bigint() - began) / 1e9;
  });
}

/** Returns the cost of the checks as a multiple of a start of Node, which depends less on the machine than seconds do. */
export function costLine(seconds, starts) {
  if (seconds === undefined) return 'CPU time: unknown, since this system has no /proc.';
  const median = starts.toSorted((a, b) => a - b)[starts.length >> 1];
  const ratio = Math.round(seconds / median).toLocaleString('en');
  const measure = `node -e 0 (${(median * 1000).toFixed(1)} ms, median of ${starts.length})`;
  return `CPU time: ${seconds.toFixed(1)} s, ${ratio} times ${measure}; wanted: ${wanted.toLocaleString('en')}.`;
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The number of ticks per second in /proc, which is the same on every Linux. */
const ticksPerSecond = 100;
const wanted = 13_300;

/** Returns the processor seconds of this process and of its ended descendants; undefined on a system without /proc. */
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

/** Starts `node -e 0` several times, and returns the seconds of each start. */
export function nodeStarts(count) {
  // Node would read the file of this variable at every start, which triples its time.
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

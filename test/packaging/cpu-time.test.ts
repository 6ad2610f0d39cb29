import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { costLine } from '../../packaging/cpu-time.mjs';

const measure = resolve('packaging/cpu-time.mjs');

test.runIf(process.platform === 'linux')('the processor time of the checks includes that of child processes', () => {
  // The child is a shell that waits for a third process, as npm does.
  const busy = 'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; );';
  const script = `
    import { spawnSync } from 'node:child_process';
    import { cpuSeconds } from ${JSON.stringify(measure)};
    const before = cpuSeconds();
    spawnSync('sh', ['-c', '"$0" -e "$1"; true', process.execPath, ${JSON.stringify(busy)}]);
    console.log(cpuSeconds() - before);`;
  const spent = Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  expect(spent).toBeGreaterThanOrEqual(0.3);
  expect(spent).toBeLessThan(30);
});

test('the processor time of the checks is printed as a multiple of the time that Node takes to start', () => {
  const line = 'CPU time: 332.5 s, 13,300 times node -e 0 (25.0 ms, median of 3); wanted: 13,300.';
  expect(costLine(332.5, [0.09, 0.025, 0.02])).toBe(line);
  expect(costLine(undefined, [0.025])).toBe('CPU time: unknown, since this system has no /proc.');
});

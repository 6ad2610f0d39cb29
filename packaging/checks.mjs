// `npm test`: runs every check. Lint, types and unused code run beside the tests, because no test depends on them,
// and print only failures. At the end, the processor time of all checks is printed; no limit applies to it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { costLine, cpuSeconds, nodeStarts } from './cpu-time.mjs';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
// tsc is a Go program: collecting garbage less often saves it a quarter of its processor time.
process.env.GOGC = '400';

/** Runs a script of package.json, in the shell as npm does. Returns whether it failed, and its output if that did not go to the terminal. */
async function run(script, stdio = 'inherit') {
  const child = spawn(scripts[script], { stdio: ['ignore', stdio, stdio], shell: true });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => printed.push(bytes));
  const [code] = await once(child, 'close');
  return { script, failed: code !== 0, text: Buffer.concat(printed).toString() };
}

/** Runs scripts one after another and stops at the first failure. Returns whether all succeeded. */
async function all(...scripts) {
  for (const script of scripts) if ((await run(script)).failed) return false;
  return true;
}

/** Runs scripts one after the other and prints the output of the failed ones only. */
async function beside(...scripts) {
  const results = [];
  for (const script of scripts) results.push(await run(script, 'pipe'));
  const failures = results.filter(({ failed }) => failed);
  return failures.map(({ script, text }) => `npm run ${script} failed:\n${text}`);
}

// The tests run twice, the second time with the executable: the second run takes the transformed modules of the first.
const modules = join(import.meta.dirname, '../build/transformed-modules');
rmSync(modules, { recursive: true, force: true });
process.env.TRANSFORMED_MODULES = modules;
// Measured three times, because the speed of a machine changes.
const starts = nodeStarts(7);
// The tests read the built site.
if (!(await all('build', 'docs'))) process.exit(1);
starts.push(...nodeStarts(7));
const checks = beside('lint', 'types', 'unused');
const passed = await all('vitest:built', 'package', 'test:executable:built');
const failures = await checks;
for (const failure of failures) console.error(`\n${failure}`);
const seconds = cpuSeconds();
console.log(costLine(seconds, [...starts, ...nodeStarts(7)]));
process.exit(passed && failures.length === 0 ? 0 : 1);

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs the test files that import a module of `test/support/`, with extra variables, and prints whether they passed. */
export function runTests(support, variables, what) {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes(`support/${support}.ts'`));
  const env = { ...process.env, ...variables };
  const words = ['vitest', 'run', '--testTimeout=600000', ...files];
  const { status, stdout } = spawnSync('npx', words, { env, encoding: 'utf8' });
  if (status !== 0) {
    console.log(stdout);
    process.exitCode = 1;
  }
  console.log(`${status === 0 ? 'yes' : 'NO '}  ${what} (${files.length} files)`);
}

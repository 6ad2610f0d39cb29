import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { UnavailableError } from './build.mjs';
import { currentExecutable } from './current.mjs';

// Runs the tests of the built program, of the API and of the commands against the executable of this machine, and those of its artifacts.

const root = resolve(import.meta.dirname, '../..');
/** Every verb in every format, with every example, pair of flags or reply of a server: the runtime takes no part in their differences. */
const crossProducts = ['canary', 'contradictions', 'examples', 'formats', 'rejections'];
/** Starts Node and its files only. */
const ofNode = ['chunks'];

let path;
try {
  path = currentExecutable();
} catch (error) {
  if (!(error instanceof UnavailableError)) throw error;
  console.error(`*** SKIPPED: the executable is NOT tested. ${error.message} ***`);
  process.exit(0);
}
const omitted = [...crossProducts.map((name) => `test/commands/${name}`), ...ofNode.map((name) => `test/bin/${name}`)];
const folders = ['test/wire', 'test/bin', 'test/commands', 'test/packaging/image', 'test/packaging/linux'];
const words = ['run', ...folders, ...omitted.map((name) => `--exclude=${name}.test.ts`)];
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SVC_BIN: path },
});
process.exitCode = status ?? 1;

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildExecutable, UnavailableError } from './build.mjs';

// Runs the tests of the built program, of the API and of the commands against the executable of this machine.

const root = resolve(import.meta.dirname, '../..');
/** Every verb in every format, or with every reply of a server: the runtime takes no part in their differences. */
const crossProducts = ['canary', 'formats', 'rejections'].map((name) => `${name}.test.ts`);

let path;
try {
  path = buildExecutable();
} catch (error) {
  if (!(error instanceof UnavailableError)) throw error;
  console.error(`*** SKIPPED: the executable is NOT tested. ${error.message} ***`);
  process.exit(0);
}
// `--exclude` has no effect on the projects of vitest.config.mts.
const ofCommands = readdirSync(join(root, 'test/commands'))
  .filter((name) => name.endsWith('.test.ts') && !crossProducts.includes(name))
  .map((name) => `test/commands/${name}`);
const words = ['run', 'test/bin', 'test/wire', ...ofCommands];
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SVC_BIN: path },
});
process.exitCode = status ?? 1;

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UnavailableError } from './build.mjs';
import { currentExecutable } from './current.mjs';

// Runs the tests of the built program, of the API and of the commands against the executable of this machine.

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
// `--exclude` has no effect on the projects of vitest.config.mts.
const filesIn = (folder, omitted) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.ts') && !omitted.includes(name.slice(0, -'.test.ts'.length)))
    .map((name) => `${folder}/${name}`);
const words = ['run', 'test/wire', ...filesIn('test/bin', ofNode), ...filesIn('test/commands', crossProducts)];
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SVC_BIN: path },
});
process.exitCode = status ?? 1;

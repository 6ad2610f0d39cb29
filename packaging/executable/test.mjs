import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { UnavailableError } from './build.mjs';
import { currentExecutable } from './current.mjs';

// Runs the tests that depend on the runtime with the executable of this machine, and the tests of its artifacts. A file of test/commands starts
// the executable once for each verb with the same flags. With --all, runs every test that starts the program, and each run starts it.

const root = resolve(import.meta.dirname, '../..');
/** Every test that starts the program, for `--all`. */
const all = ['test/wire', 'test/bin', 'test/commands', 'test/packaging/image', 'test/packaging/linux'];
/** Streams, child processes, TLS, servers, files and full disks; test/bin starts every noun and runs git. */
const commands = [
  ...['config-file', 'full-disk', 'login.test', 'sandbox.test', 'doctor-faults', 'retries', 'min-speed'],
  ...['webhook.test', 'webhook-listen-create', 'webhook-publish', 'webhook-subscribe'],
  ...['module-download.test', 'module-planted', 'module-serve'],
];
/** The literal cases of HTTP: headers, bodies, redirects, pages, tokens and streams of bytes. */
const wire = [
  ...['authentication', 'conventions', 'discovery', 'downloads.test', 'errors'],
  ...['partial-documents', 'platform-pages', 'registry-answers'],
];
const runtime = [
  ...['test/bin', 'test/packaging/image', 'test/packaging/linux'],
  ...commands.map((name) => `test/commands/${name}`),
  ...wire.map((name) => `test/wire/${name}`),
];
/** Excludes the tests that start Node with files of its own. */
const ofNode = ['chunks', 'pager'];
/** Excludes also those that kill Node, and those of the shells' scripts, which see only what the program prints. */
const ofOthers = [...ofNode, 'killed', 'killed-apply', 'completion'];

let path;
try {
  path = currentExecutable();
} catch (error) {
  if (!(error instanceof UnavailableError)) throw error;
  console.error(`*** SKIPPED: the executable is NOT tested. ${error.message} ***`);
  process.exit(0);
}
const isAll = process.argv.includes('--all');
const excluded = (isAll ? ofNode : ofOthers).map((name) => `--exclude=test/bin/${name}.test.ts`);
const words = ['run', ...(isAll ? all : runtime), ...excluded];
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SVC_BIN: path, ...(isAll && { SVC_BIN_ALL: '1' }) },
});
process.exitCode = status ?? 1;

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Runs every test that starts the program, with the executable of this machine instead. */
export function run() {
  const { status } = spawnSync('npm', ['run', 'build:executable'], { cwd: root, stdio: 'inherit' });
  const test = join(root, 'packaging/executable/test.mjs');
  const tested =
    status === 0 ? spawnSync(process.execPath, [test, '--all'], { cwd: root, stdio: 'inherit' }) : { status };
  if (tested.status !== 0) process.exitCode = 1;
}

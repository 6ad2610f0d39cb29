import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Every test that starts the program, against the executable of this machine. */
export function run() {
  const { status } = spawnSync('npm', ['run', 'build:executable'], { cwd: root, stdio: 'inherit' });
  const test = join(root, 'packaging/executable/test.mjs');
  const tested =
    status === 0 ? spawnSync(process.execPath, [test, '--all'], { cwd: root, stdio: 'inherit' }) : { status };
  if (tested.status !== 0) process.exitCode = 1;
}

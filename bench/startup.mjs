import { spawnSync } from 'node:child_process';
import { compare } from './pairs.mjs';
import { startSandbox, svc } from './sandbox.mjs';

const node = process.execPath;

/** The time of a command from start to end, against `node -e 0`. */
export async function run() {
  const { env, stop } = await startSandbox();
  const create = ['banner', 'create', '--title', 'Maintenance', '--body', 'Tonight from 22:00'];
  spawnSync(node, [svc, ...create], { env: { ...process.env, ...env } });
  try {
    compare(31, {
      'node -e 0': { command: [node, '-e', '0'] },
      'svc --version': { command: [node, svc, '--version'] },
      'svc --help': { command: [node, svc, '--help'] },
      'svc banner list (a coloured table)': {
        command: [node, svc, 'banner', 'list', '-o', 'table', '--color', 'always'],
        env,
      },
    });
    console.log('\nWanted: --version and --help at most 1.20x, one GET as a table at most 2.50x.');
  } finally {
    await stop();
  }
}

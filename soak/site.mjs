import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const files = ['test/platform/site/raced-apply.test.ts', 'test/bin/killed-apply.test.ts'];

/** 500 applies that another user, a lost reply or Ctrl-C disturbs, and 100 that are killed, with a new seed. */
export async function run() {
  const PROPERTY_SEED = String(randomInt(2 ** 31));
  const env = { ...process.env, PROPERTY_SEED, SITE_ROUNDS: '500', PROPERTY_SHARE: '5' };
  const words = ['vitest', 'run', '--testTimeout=900000', ...files];
  const { status, stdout } = spawnSync('npx', words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) {
    console.log(stdout);
    process.exitCode = 1;
  }
  console.log(
    `${status === 0 ? 'yes' : 'NO '}  applies that are disturbed or killed lose nothing, with PROPERTY_SEED=${PROPERTY_SEED}`,
  );
}

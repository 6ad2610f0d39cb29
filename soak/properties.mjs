import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const rounds = 10;

/** The properties of the tests, each round from a seed of its own; `npm run vitest` runs them from one that never changes. */
export async function run() {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((path) => join('test', path))
    .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('support/properties.ts'));
  for (let round = 0; round < rounds; round += 1) {
    const seed = String(randomInt(2 ** 31));
    const env = { ...process.env, PROPERTY_SEED: seed };
    const { status, stdout } = spawnSync('npx', ['vitest', 'run', ...files], { env, encoding: 'utf8' });
    if (status !== 0) {
      console.log(stdout);
      process.exitCode = 1;
    }
    console.log(
      `${status === 0 ? 'yes' : 'NO '}  the properties of ${files.length} files hold from PROPERTY_SEED=${seed}`,
    );
  }
}

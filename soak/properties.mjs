import { randomInt } from 'node:crypto';
import { runTests } from './run-tests.mjs';

const rounds = 10;

/** The properties of the tests, each round from a seed of its own and all of their runs; `npm run vitest` takes a share of them, from a seed that never changes. */
export async function run() {
  for (let round = 0; round < rounds; round += 1) {
    const PROPERTY_SEED = String(randomInt(2 ** 31));
    runTests(
      'properties',
      { PROPERTY_SEED, PROPERTY_SHARE: '1' },
      `the properties hold from PROPERTY_SEED=${PROPERTY_SEED}`,
    );
  }
}

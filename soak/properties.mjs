import { randomInt } from 'node:crypto';
import { runTests } from './run-tests.mjs';

const rounds = 10;

/** The properties of the tests, each round with a new seed and all runs; `npm run vitest` makes a share of the runs with a fixed seed. */
export async function run() {
  for (let round = 0; round < rounds; round += 1) {
    const PROPERTY_SEED = String(randomInt(2 ** 31));
    runTests(
      'properties',
      { PROPERTY_SEED, PROPERTY_SHARE: '1' },
      `the properties hold with PROPERTY_SEED=${PROPERTY_SEED}`,
    );
  }
}

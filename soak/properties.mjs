import { randomInt } from 'node:crypto';
import { runTests } from './run-tests.mjs';

const rounds = 10;

/** Runs the property tests with a new seed in each round, and all their runs; `npm run vitest` makes only a share of the runs, with a fixed seed. */
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

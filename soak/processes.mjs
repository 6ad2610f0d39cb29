import { runTests } from './run-tests.mjs';

/** The tests of random kills and concurrent processes, with more kills and processes than in the regular tests. */
export async function run() {
  runTests('times', { SOAK: '1' }, 'kills and concurrent processes lose nothing');
}

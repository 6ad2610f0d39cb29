import { runTests } from './run-tests.mjs';

/** The tests of kills at random moments and of many processes at once, with more of both than the checks have time for. */
export async function run() {
  runTests('times', { SOAK: '1' }, 'kills and many processes at once lose nothing');
}

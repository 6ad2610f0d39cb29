import { afterAll, beforeAll, expect } from 'vitest';
import { disableAsyncStores } from './async-stores.ts';
import { separateConcurrentTests } from './test-finished.ts';

// The files of a run share processes (vitest.config.mts): a change that one file leaves would affect the next.

/** The global state of a process, by name; not the exit code, which jq sets at each run. */
const shared = (): Map<string, unknown> =>
  new Map<string, unknown>([
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ['the working folder', process.cwd()],
    ['the umask', process.umask()],
    ['Date.now', Date.now],
    ['process.uptime', process.uptime],
    ['setTimeout', setTimeout],
    ['fetch', fetch],
  ]);

let before: ReturnType<typeof shared>;

beforeAll(() => {
  before = shared();
});

afterAll(() => {
  const after = shared();
  const names = [...new Set([...before.keys(), ...after.keys()])];
  // Names only: a variable may hold a secret.
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  expect(changed, 'what the test file left changed').toEqual([]);
});

separateConcurrentTests();
disableAsyncStores();

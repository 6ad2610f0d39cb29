import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { ownFiles, rawText } from './rolldown.config.mjs';

/** What takes longest: begun last, it would end long after all else. */
const longest = ['webhooks/inspector/page', 'docs/examples', 'options'];

/** What waits for clocks and other programs: begun one after the other, they would leave the processors idle. */
const waiting = [
  ...['bin/bin', 'webhooks/broker/subscriber', 'api/client/client', 'commands/doctor-faults', 'commands/lookups'],
  ...['commands/rate-limit', 'commands/retries', 'commands/webhook-create', 'commands/webhook-listen-create'],
  ...['commands/webhook-publish', 'commands/webhook-subscribe', 'commands/webhook-team', 'modules/fetch/git-ssh'],
  ...['packaging/ci', 'cli/terminal/progress', 'cli/terminal/prompts'],
];

/** Returns whether a test file starts git. The more memory a worker has, the more a fork costs, and a worker grows with each file. */
const startsGit = (path: string) => /support\/git-(repository|server)/.test(readFileSync(path, 'utf8'));

class Spread extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files);
    const named = (names: string[]) =>
      sorted.filter(({ moduleId }) => names.some((name) => moduleId.endsWith(`/test/${name}.test.ts`)));
    const first = [...sorted.filter(({ moduleId }) => startsGit(moduleId)), ...named(longest)];
    const waits = named(waiting).filter((file) => !first.includes(file));
    const others = sorted.filter((file) => !first.includes(file) && !waits.includes(file));
    const spread = others.flatMap((file, index) => (index % 6 === 0 ? [...waits.splice(0, 1), file] : [file]));
    return [...first, ...spread, ...waits];
  }
}

// It triples the start of each process of Node, and no test needs a network.
delete process.env.NODE_EXTRA_CA_CERTS;
// glibc otherwise keeps memory for each thread, and a fork of a worker costs more.
process.env.MALLOC_ARENA_MAX = '1';

/** The folder of transformed modules that the two runs of `npm test` share (packaging/checks.mjs). */
const modules = process.env.TRANSFORMED_MODULES;

export default defineConfig({
  plugins: [rawText(), ownFiles()],
  test: {
    include: ['test/**/*.test.ts'],
    // Where what it imports is resolved as in the bundle.
    server: { deps: { inline: ['conf'] } },
    // jq-web's default export is a promise, which must not be taken for the module itself.
    deps: { interopDefault: false },
    experimental: modules === undefined ? {} : { fsModuleCache: true, fsModuleCachePath: modules },
    // What every file would load anew is most of the program: a process loads it once. No file may leave that process changed.
    pool: 'forks',
    isolate: false,
    // With the default of 16 MB, the garbage of many runs of the program is copied before it is collected. With 64 MB, forks cost more.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: Spread },
    // Tests also wait, for timeouts, retries and processes; another worker runs meanwhile. Each one loads and compiles the program.
    maxWorkers: Math.max(2, availableParallelism()),
    setupFiles: [
      'test/support/compile-less.ts',
      'test/support/left-as-found.ts',
      'test/support/slow-machine.ts',
      'test/support/to-exit.ts',
    ],
    globalSetup: ['test/support/memory-disk.ts', 'test/support/executable-counts.ts'],
    // A test that expects nothing cannot fail.
    expect: { requireAssertions: true },
    // Only what hangs takes that long, on a slow machine too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { include: ['src/**'] },
  },
});

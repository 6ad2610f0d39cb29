import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { ownFiles } from './rolldown.config.mjs';

/** What takes longest: begun last, it would end long after all else. */
const longest = ['webhook/inspector/page', 'docs/examples', 'options', 'module/fetch/git-submodules', 'bin/bin'];

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: (typeof files)[number]) => {
      const index = longest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [ownFiles()],
  test: {
    include: ['test/**/*.test.ts'],
    // Where what it imports is resolved as in the bundle.
    server: { deps: { inline: ['conf'] } },
    // jq-web's default export is a promise, which must not be taken for the module itself.
    deps: { interopDefault: false },
    // The page's style sheets are served as they are; otherwise they would be taken for empty.
    css: { include: [/\?raw$/] },
    // What every file would load anew is most of the program: a process loads it once. No file may leave that process changed.
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Tests also wait, for timeouts, retries and processes; another worker runs meanwhile.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['test/support/left-as-found.ts'],
    globalSetup: ['test/support/memory-disk.ts', 'test/support/executable-counts.ts'],
    // A test that expects nothing cannot fail.
    expect: { requireAssertions: true },
    // Only what hangs takes that long, on a slow machine too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { include: ['src/**'] },
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ownFiles } from './rolldown.config.mjs';

/** Tests of what is built or generated from the sources, run by the programs that it is for: shells, browsers, package managers, proxies. */
const artifacts = [
  'test/bin/**/*.test.ts',
  'test/compatibility/**/*.test.ts',
  'test/docs/examples.test.ts',
  'test/docs/site.test.ts',
  'test/packaging/**/*.test.ts',
  'test/reference/**/*.test.ts',
  'test/webhook/inspector/page.test.ts',
  'test/webhook/proxies.test.ts',
];
/** Reads the types of all commands, as long as the compiler does. */
const unused = ['test/options.test.ts'];

const project = (test: { name: string; include: string[]; exclude?: string[] }) => ({
  plugins: [ownFiles()],
  test: {
    ...test,
    // Where what it imports is resolved as in the bundle.
    server: { deps: { inline: ['conf'] } },
    // jq-web's default export is a promise, which must not be taken for the module itself.
    deps: { interopDefault: false },
    // The page's style sheets are served as they are; otherwise they would be taken for empty.
    css: { include: [/\?raw$/] },
    // What every file would load anew is most of the program: a process loads it once. No file may leave that process changed.
    pool: 'forks' as const,
    isolate: false,
    setupFiles: ['test/support/left-as-found.ts'],
    // A test that expects nothing cannot fail.
    expect: { requireAssertions: true },
    // Only what hangs takes that long, on a slow machine too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      project({ name: 'sources', include: ['test/**/*.test.ts'], exclude: [...artifacts, ...unused] }),
      project({ name: 'artifacts', include: artifacts }),
      project({ name: 'unused', include: unused }),
    ],
    // Tests also wait, for timeouts, retries and processes; another worker runs meanwhile.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/support/memory-disk.ts', 'test/support/executable-counts.ts'],
    coverage: { include: ['src/**'] },
  },
});

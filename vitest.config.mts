import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // jq-web's default export is a promise, which must not be taken for the module itself.
    deps: { interopDefault: false },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    coverage: { include: ['src/**'] },
  },
});

#!/usr/bin/env node
try {
  require('../dist/main.cjs');
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND' || error.requireStack[0] !== __filename) throw error;
  process.stderr.write('Error: svc is not built. Build it with: npm ci && npm run build\n');
  process.exitCode = 1;
}

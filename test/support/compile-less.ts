import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { optimizeLater } from '../../src/base/system/processes.ts';

// On Node 20, functions that are optimized only after much use, and WebAssembly that is never optimized, save four percent of the
// processor time of the tests. The program sets the first flag only once: after this, no command that a test runs resets it.
optimizeLater();
if (versions.node.startsWith('20.')) {
  for (const flag of ['--interrupt-budget=1000000', '--no-wasm-tier-up']) setFlagsFromString(flag);
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('go-client', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-go-client-'));
try {
  process.exitCode = main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Builds the client, which takes too long for every run of the tests, and runs its test with it on PATH. */
function main() {
  const modules = spawnSync('go', ['mod', 'download'], { cwd: source, encoding: 'utf8' });
  if (modules.error) return skipped('there is no go on PATH');
  if (modules.status !== 0) return skipped(modules.stderr.trim());
  const build = ['build', '-trimpath', '-buildvcs=false', '-o', join(folder, 'svc-go-client'), '.'];
  const built = spawnSync('go', build, { cwd: source, stdio: 'inherit' });
  if (built.status !== 0) return 1;
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
  const test = ['vitest', 'run', 'test/compatibility/go-client.test.ts'];
  return spawnSync('npx', test, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

function skipped(why) {
  console.log(`SKIPPED go-client: ${why}.`);
  return 0;
}

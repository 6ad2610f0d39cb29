import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-oci-'));
try {
  process.exitCode = main();
} finally {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** Builds OpenTofu and an OCI registry, which takes minutes, and runs the tests that compare svc with them. */
function main() {
  const modules = [
    ['github.com/distribution/distribution/v3@v3.0.0', './cmd/registry', 'registry'],
    ['github.com/opentofu/opentofu@v1.10.6', './cmd/tofu', 'tofu'],
  ];
  for (const [module, main, name] of modules) {
    const got = spawnSync('go', ['mod', 'download', '-json', module], { cwd: folder, encoding: 'utf8' });
    if (got.error) return skipped('there is no go on PATH');
    if (got.status !== 0) return skipped(got.stderr.trim() || got.stdout.trim());
    // go install rejects a module that replaces others.
    const source = join(folder, `${name}-source`);
    cpSync(JSON.parse(got.stdout).Dir, source, { recursive: true });
    const build = ['build', '-mod=mod', '-buildvcs=false', '-o', join(folder, name), main];
    const built = spawnSync('sh', ['-c', 'chmod -R u+w . && exec go "$@"', 'sh', ...build], {
      cwd: source,
      stdio: 'inherit',
    });
    if (built.status !== 0) return 1;
  }
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
  const names = ['oci', 'variables', 'web-servers'];
  const test = ['vitest', 'run', ...names.map((name) => `test/compatibility/${name}.test.ts`)];
  return spawnSync('npx', test, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

function skipped(why) {
  console.log(`SKIPPED oci: ${why}.`);
  return 0;
}

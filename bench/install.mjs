import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, smallFiles, startRegistry, terraform } from './download.mjs';
import { compare, moveAside } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row, skipped } from './table.mjs';

const filesEach = 8;
const latencyMs = 50;
const unit = 'x as fast as terraform get';

/** Installs the modules of a locked configuration, with a warm cache and without a cache, against `terraform get`. */
export async function run({ quick }) {
  const modules = quick ? 30 : 100;
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-install-'));
  const archives = join(work, 'archives');
  mkdirSync(archives);
  const names = Array.from({ length: modules }, (_, at) => `m${at}`);
  for (const [at, name] of names.entries()) pack(archives, name, (folder) => smallFiles(folder, filesEach, at));
  const { base, close } = await startRegistry(archives, latencyMs);
  try {
    const root = join(work, 'root');
    const [warm, cold] = ['warm', 'cold'].map((name) => join(work, name));
    const fresh = () => moveAside(work, cold, join(root, '.terraform'));
    const theirs = terraform(work, base, names, fresh);
    if (Object.keys(theirs).length === 0) return [skipped('modules of a lock', 'no terraform on PATH')];
    const env = (cache) => ({
      TF_CLI_CONFIG_FILE: join(work, 'cli.tfrc'),
      XDG_CACHE_HOME: cache,
      XDG_CONFIG_HOME: join(work, 'home'),
      HOME: work,
    });
    const words = (verb) => [process.execPath, svc, 'module', verb, root];
    const [program, ...lock] = words('lock');
    const locked = spawnSync(program, lock, { env: { ...process.env, ...env(warm) }, encoding: 'utf8' });
    if (locked.status !== 0) throw new Error(locked.stderr);
    const install = [...words('install'), '--frozen'];
    const took = compare(quick ? 1 : 3, {
      ...theirs,
      'svc, from a warm cache': { command: install, env: env(warm), before: fresh },
      'svc, nothing kept before': { command: install, env: env(cold), before: fresh },
    });
    if (readdirSync(join(root, '.terraform/modules')).length !== modules + 1) throw new Error('modules are missing');
    const title = `${modules} modules, ${latencyMs} ms of latency`;
    return [
      row(`${title}, from a warm cache`, 1 / took['svc, from a warm cache'].ratio, unit, { least: 20 }),
      row(`${title}, nothing kept before`, 1 / took['svc, nothing kept before'].ratio, unit),
    ];
  } finally {
    close();
    rmSync(work, { recursive: true, force: true });
  }
}

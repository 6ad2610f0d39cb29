import { fork, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nextMessage } from './listener.mjs';
import { compare, median, moveAside, remove } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row, skipped } from './table.mjs';

const modules = 50;
/** The number of files of a typical small module: main, variables, outputs, versions, a README, a licence and an example or two. */
const filesEach = 8;
const manyFiles = 20_000;
const gibibyte = 1024 ** 3;
const mostMegabytes = 120;
const peakFile = resolve(import.meta.dirname, 'peak.cjs');

/** Many modules, a module with many files, and a large module, against common tools. TMPDIR chooses the disk. */
export async function run({ quick }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-download-'));
  try {
    const archives = join(work, 'archives');
    mkdirSync(archives);
    for (let at = 0; at < modules; at += 1) pack(archives, `m${at}`, (folder) => smallFiles(folder, filesEach, at));
    const rows = [
      ...(await many(work, archives, { latencyMs: 50, runs: quick ? 1 : 5 })),
      ...(await many(work, archives, { latencyMs: 0, runs: quick ? 1 : 9 })),
    ];
    if (quick) return rows;
    pack(archives, 'files', (folder) => smallFiles(folder, manyFiles, 0));
    rows.push(
      ...(await one(work, archives, {
        name: 'files',
        title: `${manyFiles} small files`,
        most: 1.15,
        runs: 5,
        clear: moveAside,
      })),
    );
    pack(archives, 'text', largeText);
    return [
      ...rows,
      ...(await one(work, archives, { name: 'text', title: '1 GiB of text', most: 0.5, runs: 3, clear: remove })),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Downloads the same 50 modules to an empty folder with each tool. */
async function many(work, archives, { latencyMs, runs }) {
  const { base, close } = await startRegistry(archives, latencyMs);
  const names = Array.from({ length: modules }, (_, at) => `m${at}`);
  const [target, home, warm] = ['target', 'home', 'warm'].map((name) => join(work, name));
  const list = join(work, 'modules.txt');
  writeFileSync(list, names.map((name) => `bench/${name}/null@1.0.0\n`).join(''));
  const env = (cache) => ({
    SVC_REGISTRY: `${base}/v1/modules/`,
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: home,
    GITHUB_ACTIONS: '',
  });
  const ours = [process.execPath, svc, 'module', 'download', '-f', list, '--dir', target, '--json'];
  const fresh = () => {
    moveAside(work, target, home);
    for (const folder of [target, home]) mkdirSync(folder, { recursive: true });
  };
  const commands = {
    ...terraform(work, base, names, fresh),
    ...xargs(base, work, names, target, fresh),
    'svc, nothing kept before': { command: ours, env: env(home), before: fresh },
    'svc, from a warm cache': { command: ours, env: env(warm), before: fresh },
  };
  try {
    fresh();
    const took = compare(runs, commands);
    if (readdirSync(join(target, 'bench')).length !== modules) throw new Error('modules are missing');
    return speeds(took, latencyMs);
  } finally {
    close();
  }
}

/** Returns how many times as fast as the other tools svc is, without a cache and with one. */
function speeds(took, latencyMs) {
  const title = `${modules} modules, ${latencyMs} ms of latency`;
  const [cold, warm] = ['svc, nothing kept before', 'svc, from a warm cache'];
  const wanted = {
    'terraform get': { [cold]: latencyMs > 0 ? 16.5 : 1.5 },
    'xargs -P32 curl | tar xz': { [cold]: 1, [warm]: 5 },
  };
  const missing = Object.keys(wanted).filter((name) => took[name] === undefined);
  return [
    ...Object.entries(wanted).flatMap(([name, limits]) =>
      [cold, warm].flatMap((ours) => {
        if (took[name] === undefined) return [];
        const speed = took[name].ratio / took[ours].ratio;
        return row(`${title}, ${ours.replace('svc, ', '')}`, speed, `x as fast as ${name}`, { least: limits[ours] });
      }),
    ),
    ...missing.map((name) => skipped(title, `${name} cannot run here`)),
  ];
}

/** Measures one archive through a pipe, and with svc and a cold cache. */
async function one(work, archives, { name, title, most, runs, clear }) {
  const { base, close } = await startRegistry(archives, 0);
  const [target, cache] = ['target', 'cache'].map((folder) => join(work, folder));
  const peak = join(work, 'peak');
  const download = [
    'module',
    'download',
    `bench/${name}/null@1.0.0`,
    '--dir',
    join(target, 'it'),
    '--max-size',
    '2GiB',
  ];
  const fresh = () => {
    clear(work, target, cache);
    mkdirSync(target, { recursive: true });
  };
  const peaks = [];
  const measured = () => {
    fresh();
    rmSync(peak, { force: true });
  };
  const env = {
    SVC_REGISTRY: `${base}/v1/modules/`,
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: cache,
    PEAK_FILE: peak,
    GITHUB_ACTIONS: '',
  };
  const ours = (...more) => ({
    command: [process.execPath, '-r', peakFile, svc, ...download, ...more],
    env,
    before: measured,
    after: () => peaks.push(Number(readFileSync(peak, 'utf8')) / 1024),
  });
  const pipe = `curl -fsS ${base}/archives/${name}.tar.gz | tar xz -C ${target}`;
  try {
    if (isAbsent('curl')) return [skipped(title, 'no curl on PATH')];
    const took = compare(runs, {
      'curl | tar xz': { command: ['sh', '-c', pipe], before: fresh },
      svc: ours(),
      'svc --no-cache': ours('--no-cache'),
    });
    return [
      row(title, took.svc.ratio, 'x curl | tar xz', { most }),
      row(`${title}, --no-cache`, took['svc --no-cache'].ratio, 'x curl | tar xz', { most }),
      row(`${title}, peak memory`, Math.round(median(peaks)), 'MB', { most: mostMegabytes }),
    ];
  } finally {
    close();
  }
}

export function terraform(work, base, names, fresh) {
  if (isAbsent('terraform')) return {};
  const root = join(work, 'root');
  mkdirSync(root, { recursive: true });
  const config = join(work, 'cli.tfrc');
  writeFileSync(config, `host "modules.test" {\n  services = { "modules.v1" = "${base}/v1/modules/" }\n}\n`);
  const blocks = names.map(
    (name) => `module "${name}" {\n  source = "modules.test/bench/${name}/null"\n  version = "1.0.0"\n}\n`,
  );
  writeFileSync(join(root, 'main.tf'), blocks.join(''));
  return {
    'terraform get': {
      command: ['terraform', `-chdir=${root}`, 'get', '-no-color'],
      env: { TF_CLI_CONFIG_FILE: config, CHECKPOINT_DISABLE: '1' },
      before() {
        fresh();
        moveAside(work, join(root, '.terraform'));
      },
    },
  };
}

/**
 * Does the work of svc for the same addresses with curl and tar: 32 at a time, each requests the location of its archive from the registry,
 * then downloads and unpacks the archive. Nothing is checked or cached. `%header{}` requires curl 7.84.
 */
function xargs(base, work, names, target, fresh) {
  if (isAbsent('curl')) return {};
  const list = join(work, 'names.txt');
  const script = join(work, 'get.sh');
  writeFileSync(list, names.map((name) => `${name}\n`).join(''));
  const lines = [
    'mkdir "$2/$1"',
    'found=$(curl -fsS -o /dev/null -w "%header{x-terraform-get}" "$3/v1/modules/bench/$1/null/1.0.0/download")',
    'curl -fsS "$3$found" | tar xz -C "$2/$1"',
  ];
  writeFileSync(script, `set -e\n${lines.join('\n')}\n`);
  const command = `xargs -P32 -I{} sh ${script} {} ${target} ${base} < ${list}`;
  return { 'xargs -P32 curl | tar xz': { command: ['sh', '-c', command], before: fresh } };
}

/** A registry of the archives in a folder, in its own process. */
export async function startRegistry(archives, latencyMs) {
  const child = fork(join(import.meta.dirname, 'registry.mjs'), [archives, String(latencyMs)]);
  const port = await nextMessage(child);
  return { base: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}

export function pack(archives, name, fill) {
  const folder = join(archives, name);
  mkdirSync(folder);
  fill(folder);
  const { status, stderr } = spawnSync('tar', ['czf', `${folder}.tar.gz`, '-C', folder, '.'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  rmSync(folder, { recursive: true });
}

export function smallFiles(folder, count, seed) {
  const noise = randomBytes(4096).toString('base64');
  for (let at = 0; at < count; at += 1) {
    const path = join(folder, `d${Math.floor(at / 40)}`);
    if (at % 40 === 0) mkdirSync(path, { recursive: true });
    const line = (row) =>
      `variable "v${seed}_${at}_${row}" { default = "${noise.substr((at * 7 + row * 13) % 4000, 20)}" }\n`;
    const text = Array.from({ length: 80 }, (_, row) => line(row)).join('');
    writeFileSync(join(path, `f${at}.tf`), text.slice(0, 1024 + ((at * 37) % 3072)));
  }
}

function largeText(folder) {
  for (let at = 0; at < 16; at += 1) {
    const lines = Array.from(
      { length: 1_400_000 },
      (_, row) => `resource "r${(row * 7919) % 100_003}" { a = ${Math.random()} }\n`,
    );
    writeFileSync(join(folder, `${at}.tf`), lines.join('').slice(0, gibibyte / 16));
  }
}

function isAbsent(program) {
  return spawnSync(program, ['--version']).error !== undefined;
}

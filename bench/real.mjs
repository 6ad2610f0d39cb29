import { fork, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pack, startRegistry, terraform } from './download.mjs';
import { nextMessage } from './listener.mjs';
import { median, moveAside } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row, skipped } from './table.mjs';

const latencyMs = 30;
const executable = resolve(import.meta.dirname, '../build', `svc-${process.platform}-${process.arch}`);
/** Published modules, by the number and the bytes of their files (taken from their repositories in November 2026). */
const configurations = JSON.parse(readFileSync(join(import.meta.dirname, 'real-packages.json'), 'utf8'));
const words = readFileSync(join(import.meta.dirname, '../docs/cli.md'), 'utf8').match(/[a-z]{4,12}/g);

/** The required speed and processor time of each program; terraform's are 1. */
const limits = {
  npm: { cold: 2.5, warm: 4, cpu: 1.7 },
  executable: { cold: 4, warm: 6, cpu: 1 },
};

/**
 * Installs locked configurations of real size through `svc module serve` with 30 ms of latency, in turn with `terraform get`; svc as the
 * npm package, and as the executable if it is built.
 */
export async function run({ quick }) {
  const places = { 'in memory': '/dev/shm', 'on the disk': process.env.BENCH_DISK ?? tmpdir() };
  const rows = [];
  for (const [place, folder] of Object.entries(places).slice(0, quick ? 1 : 2)) {
    if (!existsSync(folder)) continue;
    for (const [name, packages] of Object.entries(configurations).slice(0, quick ? 1 : undefined))
      rows.push(...(await one(packages, { title: `${name} ${place}`, folder, runs: quick ? 3 : 9 })));
  }
  return rows;
}

async function one(packages, { title, folder, runs }) {
  const work = mkdtempSync(join(folder, 'svc-bench-real-'));
  const opened = [];
  try {
    const archives = join(work, 'archives');
    mkdirSync(archives);
    const names = packages.map((_, at) => `m${at}`);
    for (const [at, each] of packages.entries()) pack(archives, names[at], (to) => fill(to, each, at));
    const registry = await startRegistry(archives, 0);
    opened.push(registry.close);
    const root = join(work, 'root');
    const [warm, cold] = ['warm', 'cold'].map((name) => join(work, name));
    const fresh = () => moveAside(work, cold, join(root, '.terraform'));
    const config = join(work, 'cli.tfrc');
    const env = (cache) => ({ TF_CLI_CONFIG_FILE: config, XDG_CACHE_HOME: cache, XDG_CONFIG_HOME: work, HOME: work });
    terraform(work, registry.base, names, fresh);
    // Lock and mirror the modules from the registry itself; install them from the mirror.
    for (const verb of [
      ['lock', root],
      ['mirror', join(work, 'mirror'), '--from-lock', root],
    ])
      must(verb, env(warm));
    const served = await serve(join(work, 'mirror'), env(cold));
    opened.push(served.close);
    const { 'terraform get': theirs } = terraform(work, `${served.base}/modules.test`, names, fresh);
    if (!theirs) return [skipped(title, 'no terraform on PATH')];
    writeFileSync(config, `host "modules.test" {\n  services = { "modules.v1" = "${served.base}/modules.test/" }\n}\n`);
    const programs = { npm: [process.execPath, svc], ...(existsSync(executable) && { executable: [executable] }) };
    const ours = Object.entries(programs).flatMap(([name, program]) =>
      Object.entries({ cold, warm }).map(([state, cache]) => {
        const command = [...program, 'module', 'install', root, '--frozen'];
        return { name, state, command: { command, env: env(cache), before: fresh } };
      }),
    );
    return rowsOf(title, ours, timedInTurn([theirs, ...ours.map(({ command }) => command)], runs));
  } finally {
    for (const close of opened) close();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns the wall and processor times of all commands, which run in turn after a warm-up run of each. */
function timedInTurn(commands, runs) {
  const took = commands.map(() => []);
  for (let run = -1; run < runs; run += 1)
    for (const [at, command] of commands.entries()) {
      const one = timed(command);
      if (run >= 0) took[at].push(one);
    }
  return took;
}

function rowsOf(title, ours, [theirs, ...took]) {
  const isOnDisk = title.endsWith('on the disk');
  return ours.flatMap(({ name, state }, at) => {
    const speed = median(took[at].map((one, run) => theirs[run].wall / one.wall));
    const cpu = median(took[at].map((one, run) => one.cpu / theirs[run].cpu));
    const what = `${title}, ${name}, ${state === 'warm' ? 'from a warm cache' : 'nothing kept before'}`;
    return [
      row(what, speed, 'x as fast as terraform get', { least: isOnDisk ? 1 : limits[name][state] }),
      row(`${what}, processor time`, cpu, 'x that of terraform get', isOnDisk ? {} : { most: limits[name].cpu }),
    ];
  });
}

/** Returns the wall and CPU time of a command and its children, in ms. */
function timed({ before, command, env }) {
  before();
  const began = process.hrtime.bigint();
  const script = '"$@" >/dev/null || exit 1; times';
  const { status, stderr, stdout } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(stderr);
  const wall = Number(process.hrtime.bigint() - began) / 1e6;
  const [, user, system] = /\n(\S+) (\S+)\s*$/.exec(stdout);
  return { wall, cpu: msOf(user) + msOf(system) };
}

/** Converts a time such as `0m1.234s` to ms. */
function msOf(text) {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text);
  return Number(minutes) * 60_000 + Number(seconds) * 1000;
}

function must(words, env) {
  const { status, stderr } = spawnSync(process.execPath, [svc, 'module', ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(stderr);
}

/** Starts `svc module serve` behind a proxy that delays responses. */
async function serve(mirror, env) {
  const child = spawn(process.execPath, [svc, 'module', 'serve', mirror, '--port', '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        said += piece;
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (found) resolve(found);
      });
    child.once('exit', () => reject(new Error(said)));
  });
  const delay = fork(join(import.meta.dirname, 'delay.mjs'), [url, String(latencyMs)]);
  const port = await nextMessage(delay);
  const close = () => {
    delay.disconnect();
    child.kill();
  };
  return { base: `http://127.0.0.1:${port}`, close };
}

/** Writes the files of a module: text that compresses like HCL, to a fourth or a fifth. */
function fill(folder, { bytes, files }, seed) {
  const each = Math.floor(bytes / files);
  let at = seed * 7919;
  const step = () => {
    at += 7 + (at % 13);
    return at;
  };
  const next = (count) => Array.from({ length: count }, () => words[step() % words.length]);
  for (let file = 0; file < files; file += 1) {
    const path = join(folder, file < 4 ? `f${file}.tf` : `modules/m${file % 12}/f${file}.tf`);
    mkdirSync(dirname(path), { recursive: true });
    let text = '';
    while (text.length < each) {
      const name = next(2).join('_');
      text += `variable "${name}_${text.length}" {\n  description = "${next(9).join(' ')}"\n  type        = string\n  default     = null\n}\n\n`;
    }
    writeFileSync(path, text);
  }
}

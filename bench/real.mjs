import { fork, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pack, startRegistry, terraform } from './download.mjs';
import { nextMessage } from './listener.mjs';
import { median } from './pairs.mjs';
import { svc } from './sandbox.mjs';

const latencyMs = 30;
const runs = 9;
/** Published modules, by the number and the bytes of their files (their repositories, November 2026). */
const configurations = JSON.parse(readFileSync(join(import.meta.dirname, 'real-packages.json'), 'utf8'));
const words = readFileSync(join(import.meta.dirname, '../docs/cli.md'), 'utf8').match(/[a-z]{4,12}/g);

/** Installs locked configurations of real size through `svc module serve` behind 30 ms, in turn with `terraform get`. */
export async function run() {
  for (const [place, folder] of Object.entries({
    'in memory': '/dev/shm',
    'on the disk': process.env.BENCH_DISK ?? tmpdir(),
  })) {
    if (!existsSync(folder)) continue;
    for (const [name, packages] of Object.entries(configurations)) await one(`${name}, ${place}`, packages, folder);
  }
  console.log('Wanted: 2.5x terraform in memory, 1x on the disk, 4x from a warm cache; at most 1.3x its CPU time.\n');
}

async function one(title, packages, folder) {
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
    const fresh = () => {
      for (const each of [cold, join(root, '.terraform')]) rmSync(each, { recursive: true, force: true });
    };
    const config = join(work, 'cli.tfrc');
    const env = (cache) => ({ TF_CLI_CONFIG_FILE: config, XDG_CACHE_HOME: cache, XDG_CONFIG_HOME: work, HOME: work });
    terraform(work, registry.base, names, fresh);
    // Locked and mirrored from the registry itself, installed from the mirror.
    for (const verb of [
      ['lock', root],
      ['mirror', join(work, 'mirror'), '--from-lock', root],
    ])
      must(verb, env(warm));
    const served = await serve(join(work, 'mirror'), env(cold));
    opened.push(served.close);
    const { 'terraform get': theirs } = terraform(work, `${served.base}/modules.test`, names, fresh);
    if (!theirs) return;
    writeFileSync(config, `host "modules.test" {\n  services = { "modules.v1" = "${served.base}/modules.test/" }\n}\n`);
    const install = [process.execPath, svc, 'module', 'install', root, '--frozen'];
    report(title, packages, {
      'terraform get': theirs,
      'svc, nothing kept before': { command: install, env: env(cold), before: fresh },
      'svc, from a warm cache': { command: install, env: env(warm), before: fresh },
    });
  } finally {
    for (const close of opened) close();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Times all commands in turn, and prints their medians and those of their ratios to the first one. */
function report(title, packages, commands) {
  const sum = (key) => packages.reduce((total, each) => total + each[key], 0);
  console.log(`${title}: ${sum('files')} files, ${(sum('bytes') / 1e6).toFixed(1)} MB, ${latencyMs} ms of latency:`);
  const took = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let run = -1; run < runs; run += 1)
    for (const [name, command] of Object.entries(commands)) {
      const one = timed(command);
      if (run >= 0) took.get(name).push(one);
    }
  const [[, first]] = took;
  for (const [name, each] of took) {
    const ratio = (key) => median(each.map((one, run) => first[run][key] / one[key])).toFixed(2);
    const ms = (key) =>
      median(each.map((one) => one[key]))
        .toFixed(0)
        .padStart(6);
    console.log(
      `${name.padEnd(28)}${ms('wall')} ms${ms('cpu')} ms of CPU   ${ratio('wall')}x as fast, ${(1 / ratio('cpu')).toFixed(2)}x its CPU`,
    );
  }
  console.log('');
}

/** Wall and CPU time of a command, its children included, in ms. */
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

/** `0m1.234s` in ms. */
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

/** `svc module serve` behind a delay. */
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

/** The files of a module: text that packs as HCL does, four to five times. */
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

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { compare, median } from './pairs.mjs';
import { startSandbox, svc } from './sandbox.mjs';

const runs = 15;
const executable = resolve(import.meta.dirname, '../build', `svc-${process.platform}-${process.arch}`);
const table = ['banner', 'list', '-o', 'table', '--color', 'always', '--quiet'];

/** Products with a comparable command line: the version, and the help of one command. */
const peers = {
  gh: [['--version'], ['repo', '--help']],
  terraform: [['version'], ['init', '-help']],
  tfctl: [['--version'], ['--help']],
  hcptf: [['--version'], ['--help']],
  curl: [['--version'], ['--help']],
};

/**
 * The time and the memory of a command from start to end, against `node -e 0` of the same Node.
 * `SVC_BENCH_NODES=dir:dir` names the folders of more Nodes.
 */
export async function run() {
  const { env, stop } = await startSandbox();
  const create = ['banner', 'create', '--title', 'Maintenance', '--body', 'Tonight from 22:00'];
  spawnSync(process.execPath, [svc, ...create], { env: { ...process.env, ...env } });
  try {
    for (const node of nodes()) {
      heading(`Node ${text(node, ['--version']).replace('v', '')}`);
      measure([node, '-e', '0'], 'node -e 0', calls('svc', [node, svc]), env);
    }
    if (existsSync(executable)) {
      heading('The executable');
      measure([process.execPath, '-e', '0'], 'node -e 0', calls('svc', [executable]), env);
    }
    heading('Others');
    measure([process.execPath, '-e', '0'], 'node -e 0', [...peerCalls(), ...curlGet(env)], env);
    console.log(`\nLoad: ${loadavg()[0].toFixed(1)} on ${process.platform}-${process.arch}.`);
    console.log(
      'Wanted: the help of any command at most 1.40x, a TAB at most 1.50x (0.60x), one GET as a table at most 2.70x.',
    );
  } finally {
    await stop();
  }
}

function calls(name, program) {
  const pages = [['--version'], ['--help'], ['banner', '--help'], ['module', 'download', '--help']];
  const lines = [...pages, ['complete', '--', 'svc', 'webhook', 'li'], table];
  return lines.map((line) => [
    `${name} ${line === table ? 'banner list (a table)' : line.join(' ')}`,
    [...program, ...line],
  ]);
}

function peerCalls() {
  return Object.entries(peers).flatMap(([name, lines]) => {
    const [path] = found(name);
    return path === undefined ? [] : lines.map((line) => [`${name} ${line.join(' ')}`, [path, ...line]]);
  });
}

/** Returns the same request with curl, but without a token: other users can see arguments. */
function curlGet({ SVC_ADDRESS }) {
  const [curl] = found('curl');
  return curl === undefined ? [] : [['curl, one GET', [curl, '-s', `${SVC_ADDRESS}/api/v2/admin/banners`]]];
}

/** Every Node on PATH and in `SVC_BENCH_NODES`, one of each version. */
function nodes() {
  const extra = (process.env.SVC_BENCH_NODES ?? '').split(delimiter).filter(Boolean);
  const paths = [process.execPath, ...found('node'), ...extra.flatMap((folder) => found('node', folder))];
  return [...new Map(paths.map((path) => [text(path, ['--version']), path])).values()];
}

function found(name, path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file));
}

function measure(yardstick, name, commands, env) {
  const entries = [[name, yardstick], ...commands];
  compare(runs, Object.fromEntries(entries.map(([title, command]) => [title, { command, env }])));
  for (const [title, command] of entries) {
    const peak = peakOf(command, env);
    if (peak !== undefined) console.log(`${title.padEnd(34)}${peak.toFixed(0).padStart(7)} MB`);
  }
}

/** The largest memory of a command in MB, the median of 3 runs; undefined without GNU time. */
function peakOf(command, env) {
  if (!existsSync('/usr/bin/time')) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const report = join(folder, 'peak');
  const peaks = [1, 2, 3].map(() => {
    spawnSync('/usr/bin/time', ['-f', '%M', '-o', report, ...command], { env: { ...process.env, ...env } });
    return Number(readFileSync(report, 'utf8')) / 1024;
  });
  rmSync(folder, { recursive: true });
  return median(peaks);
}

function text(command, args) {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim();
}

function heading(title) {
  console.log(`\n### ${title}\n`);
}

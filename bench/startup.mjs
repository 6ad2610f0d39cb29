import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { compare, median } from './pairs.mjs';
import { startSandbox, svc } from './sandbox.mjs';
import { row } from './table.mjs';

const executable = resolve(import.meta.dirname, '../build', `svc-${process.platform}-${process.arch}`);
const table = ['banner', 'list', '-o', 'table', '--color', 'always', '--quiet'];
const complete = ['complete', '--', 'svc', 'webhook', 'li'];
/** The required ratios to `node -e 0`, for the npm package and for the executable. */
const limits = {
  npm: { help: 1.25, complete: 1.5, table: 3.4 },
  executable: { version: 0.4, complete: 0.6, table: 1.2 },
};

/** Products with a comparable command line: the version, and the help of one command. */
const peers = {
  gh: [['--version'], ['repo', '--help']],
  terraform: [['version'], ['init', '-help']],
  tfctl: [['--version'], ['--help']],
  hcptf: [['--version'], ['--help']],
  curl: [['--version'], ['--help']],
};

/**
 * Measures the time and the memory of a command from start to end, relative to `node -e 0` of the same Node.
 * `SVC_BENCH_NODES=dir:dir` names the folders of further Nodes.
 */
export async function run({ quick }) {
  const { env, stop } = await startSandbox();
  const create = ['banner', 'create', '--title', 'Maintenance', '--body', 'Tonight from 22:00'];
  spawnSync(process.execPath, [svc, ...create], { env: { ...process.env, ...env } });
  const measured = (node, commands) => measure(node, commands, { env, runs: quick ? 5 : 31 });
  try {
    const rows = nodes().flatMap((node) =>
      measured(node, calls(`Node ${text(node, ['--version']).replace('v', '')}`, [node, svc], limits.npm)),
    );
    if (existsSync(executable))
      rows.push(...measured(process.execPath, calls('executable', [executable], limits.executable)));
    return [...rows, ...measured(process.execPath, [...peerCalls(), ...curlGet(env)])];
  } finally {
    await stop();
  }
}

/** Returns the commands to measure for a program: name, command, the required ratio, and whether to measure its memory. */
function calls(name, program, wanted) {
  const helps = [['--help'], ['banner', '--help'], ['module', 'download', '--help']];
  const lines = [
    [['--version'], wanted.version],
    ...helps.map((line) => [line, wanted.help]),
    [complete, wanted.complete],
    [table, wanted.table],
  ];
  return lines.map(([line, most]) => ({
    name: `${name}, svc ${line === table ? 'banner list as a table' : line.join(' ')}`,
    command: [...program, ...line],
    most,
    hasPeak: line === table,
  }));
}

function peerCalls() {
  return Object.entries(peers).flatMap(([name, lines]) => {
    const [path] = found(name);
    return path === undefined
      ? []
      : lines.map((line) => ({ name: [name, ...line].join(' '), command: [path, ...line] }));
  });
}

/** Returns a curl command for the same request, but without a token: other users can see the arguments of a process. */
function curlGet({ SVC_ADDRESS }) {
  const [curl] = found('curl');
  return curl === undefined
    ? []
    : [{ name: 'curl, one GET', command: [curl, '-s', `${SVC_ADDRESS}/api/v2/admin/banners`] }];
}

/** Returns the Nodes on PATH and in `SVC_BENCH_NODES`, one of each version. */
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

function measure(node, commands, { env, runs }) {
  const named = commands.map(({ name, command }) => [name, { command, env }]);
  const took = compare(runs, { 'node -e 0': { command: [node, '-e', '0'], env }, ...Object.fromEntries(named) });
  return commands.flatMap(({ name, command, most, hasPeak }) => {
    const peak = hasPeak ? peakOf(command, env) : undefined;
    return [
      row(name, took[name].ratio, 'x node -e 0', { most }),
      ...(peak === undefined ? [] : [row(`${name}, peak memory`, Math.round(peak), 'MB')]),
    ];
  });
}

/** Returns the peak memory of a command in MB, the median of 3 runs; undefined without GNU time. */
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

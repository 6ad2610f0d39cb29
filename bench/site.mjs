import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crowdedSandbox, svc } from './sandbox.mjs';
import { providerFolder } from './site-provider.mjs';
import { row, skipped } from './table.mjs';
import { runTree } from './tree.mjs';

const names = ['ci', 'chat', 'audit'];
const looped = 50;

/**
 * Measures svc diff, apply and export of three notifications in each of 200 workspaces, and a change of all of them. Compares that with
 * a loop of `svc notification create` for 50 of them, and with terraform and its provider. All use https. The rows have the requests,
 * the time and the peak memory of each.
 */
export async function run({ quick }) {
  const workspaces = Number(process.env.BENCH_WORKSPACES ?? (quick ? 50 : 200));
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-site-'));
  const rows = [];
  try {
    for (const measure of quick ? [measureSvc] : [measureSvc, measureLoop, measureTerraform])
      await withSandbox(join(work, measure.name), { measure, rows, workspaces });
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measureSvc({ env, measured, work, workspaces }) {
  const all = names.length * workspaces;
  const document = `${work}.yaml`;
  writeFileSync(document, `version: 1\norganization: acme\nnotifications:\n${names.map(entry).join('')}`);
  const options = { env: { ...process.env, ...env, XDG_STATE_HOME: work } };
  const svcWith = (what, ...words) => measured(what, [process.execPath, svc, ...words], options);
  await svcWith(`svc diff of ${all} missing`, 'diff', '-f', document);
  await svcWith(`svc apply of ${all} creations`, 'apply', '-f', document, '--yes');
  await svcWith(`svc diff of ${all} equal`, 'diff', '-f', document);
  await svcWith(`svc apply of ${all} equal`, 'apply', '-f', document, '--yes');
  await svcWith(`svc export of ${all}`, 'export');
  change(document);
  await svcWith(`svc apply of ${all} changes`, 'apply', '-f', document, '--yes');
}

async function measureLoop({ env, measured, work }) {
  const create = `"${process.execPath}" "${svc}" notification create --name loop --destination-type slack --url https://chat.example.com/loop`;
  const loop = `for number in $(seq 0 ${looped - 1}); do ${create} -w "$(printf 'web-%04d' "$number")"; done`;
  const options = { env: { ...process.env, ...env, XDG_STATE_HOME: work } };
  await measured(`a loop of ${looped} svc notification create`, ['sh', '-c', loop], options);
}

async function measureTerraform({ env, measured, rows, work, workspaces }) {
  const all = names.length * workspaces;
  const { skipped: reason, ...folder } = providerFolder(work, { ...env, names, workspaces });
  if (reason !== undefined) return rows.push(skipped('terraform', reason));
  const terraform = (what, ...words) => measured(what, ['terraform', ...words, '-no-color', '-input=false'], folder);
  await terraform(`terraform plan of ${all} missing`, 'plan');
  await terraform(`terraform apply of ${all} creations`, 'apply', '-auto-approve');
  await terraform(`terraform plan of ${all} equal`, 'plan');
  change(join(folder.cwd, 'main.tf'));
  await terraform(`terraform apply of ${all} changes`, 'apply', '-auto-approve');
}

const entry = (name) =>
  `  - { name: ${name}, workspaces: ["web-*"], destination-type: slack, url: "https://chat.example.com/${name}" }\n`;

/** Changes the URL of every notification. */
function change(file) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('chat.example.com', 'talk.example.com'));
}

/** Calls `measure` with a sandbox of many workspaces, a path for its files, and a function that measures a program. */
async function withSandbox(work, { measure, rows, workspaces }) {
  const sandbox = await crowdedSandbox(`${work}.json`, workspaces, ['--tls', '--log']);
  try {
    const words = ['sandbox', 'env', '--json', '--no-cli-config', '--quiet'];
    const options = { env: { ...process.env, ...sandbox.env }, encoding: 'utf8' };
    const { SVC_CA_FILE } = JSON.parse(spawnSync(process.execPath, [svc, ...words], options).stdout);
    await measure({ env: { ...sandbox.env, SVC_CA_FILE }, measured: measuring(sandbox, rows), rows, work, workspaces });
  } finally {
    await sandbox.stop();
  }
}

function measuring({ log }, rows) {
  const lines = () => log().split('\n').length;
  return async (what, words, options) => {
    const before = lines();
    const { megabytes = '?', processor, seconds, status, stderr } = await runTree(words, options);
    const requests = lines() - before;
    if (status !== 0) throw new Error(`${what} ended with ${status}: ${stderr}`);
    rows.push(
      row(what, seconds, `s (${requests} requests, ${processor.toFixed(1)} s of processor time, ${megabytes} MB)`),
    );
  };
}

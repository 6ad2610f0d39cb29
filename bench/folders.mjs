import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, startRegistry } from './download.mjs';
import { median, moveAside } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row } from './table.mjs';

const modules = 10;
const filesEach = 20;
const fileBytes = 40 * 1024;

/**
 * Installs the same ten modules in many folders. Compares that with one folder that has all of them, and with `cp -r` of the same trees,
 * which shows what the disk can do: no tree may be shared, because users edit them. TMPDIR chooses the disk.
 */
export async function run({ quick }) {
  const [folders, rounds] = quick ? [10, 1] : [100, 3];
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-folders-'));
  const archives = join(work, 'archives');
  mkdirSync(archives);
  const names = Array.from({ length: modules }, (_, at) => `m${at}`);
  for (const name of names) pack(archives, name, fill);
  const { base, close } = await startRegistry(archives, 0);
  const [many, one] = [join(work, 'many'), join(work, 'one')];
  const all = Array.from({ length: folders }, (_, at) => join(many, `f${at}`));
  try {
    const calls = names.map(
      (name) => `module "${name}" {\n  source = "modules.test/bench/${name}/null"\n  version = "1.0.0"\n}\n`,
    );
    for (const folder of [one, ...all]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'main.tf'), calls.join(''));
    }
    const config = join(work, 'cli.tfrc');
    writeFileSync(config, `host "modules.test" {\n  services = { "modules.v1" = "${base}/v1/modules/" }\n}\n`);
    const env = { TF_CLI_CONFIG_FILE: config, XDG_CACHE_HOME: join(work, 'cache'), HOME: work };
    const ours = (...words) => seconds([process.execPath, svc, 'module', ...words], env);
    ours('lock', one);
    for (const folder of all) cpSync(join(one, 'svc.modules.lock.json'), join(folder, 'svc.modules.lock.json'));
    const fresh = () => moveAside(work, ...[one, ...all].map((folder) => join(folder, '.terraform')));
    const took = { one: [], many: [], copies: [] };
    for (let round = 0; round < rounds; round += 1) {
      fresh();
      took.one.push(ours('install', one, '--frozen'));
      took.many.push(ours('install', ...all, '--frozen'));
      if (!existsSync(join(all.at(-1), '.terraform/modules/modules.json'))) throw new Error('modules are missing');
      moveAside(work, ...all.map((folder) => join(folder, '.terraform')));
      const copy = `for each in ${many}/*; do cp -r ${one}/.terraform $each/.terraform || exit; done`;
      took.copies.push(seconds(['sh', '-c', copy], {}));
    }
    const [alone, together, copies] = [took.one, took.many, took.copies].map(median);
    const limit = 1.3 * alone + 0.01 * folders;
    const title = `${modules} modules in ${folders} folders from a warm cache`;
    return [
      row(title, together, 's'),
      row(`${title}, of 1.3 x one folder and 10 ms each`, together / limit, 'x', { most: 1 }),
      row(`${title}, without the time of one folder`, (together - alone) / copies, 'x cp -r', { most: 1.5 }),
    ];
  } finally {
    close();
    rmSync(work, { recursive: true, force: true });
  }
}

function fill(folder) {
  for (let at = 0; at < filesEach; at += 1) {
    const text = at < 4 ? `variable "v${at}" {\n  default = "${'a'.repeat(fileBytes)}"\n}\n` : noise();
    writeFileSync(join(folder, at < 4 ? `f${at}.tf` : `f${at}.md`), text.slice(0, fileBytes));
    if (at < 4) writeFileSync(join(folder, `f${at}.tf`), text);
  }
}

function noise() {
  return randomBytes(fileBytes).toString('base64');
}

function seconds([program, ...words], env) {
  const began = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, words, { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - began) / 1e9;
}

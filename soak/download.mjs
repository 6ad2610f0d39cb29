import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../bench/download.mjs';
import { svc } from '../bench/sandbox.mjs';

const kills = 100;
const modules = 12;
const filesEach = 30;
const largeBytes = 4 * 1024 * 1024;

/** Kills 100 runs at random moments. A folder must never be incomplete, the cache must always be valid, and the next run must finish and clean up. */
export async function run() {
  const work = mkdtempSync(join(tmpdir(), 'svc-soak-download-'));
  const archives = join(work, 'archives');
  mkdirSync(archives);
  const wanted = Object.fromEntries(Array.from({ length: modules }, (_, at) => [`m${at}`, pack(archives, `m${at}`)]));
  const { base, close } = await startRegistry(archives, 2);
  const env = {
    ...process.env,
    SVC_REGISTRY: `${base}/v1/modules/`,
    XDG_CACHE_HOME: join(work, 'cache'),
    XDG_CONFIG_HOME: work,
  };
  const target = join(work, 'target');
  const list = join(work, 'modules.txt');
  writeFileSync(
    list,
    Object.keys(wanted)
      .map((name) => `bench/${name}/null@1.0.0\n`)
      .join(''),
  );
  const words = [svc, 'module', 'download', '-f', list, '--dir', target];
  const whole = (...more) => spawnSync(process.execPath, [...words, ...more], { env, encoding: 'utf8' });
  try {
    let began = performance.now();
    check('a run without a kill succeeds', whole().status === 0);
    let tookMs = performance.now() - began;
    const seen = { cache: 0, temps: 0, killed: 0, folders: 0 };
    const faults = [];
    for (let round = 0; seen.killed < kills && round < 4 * kills; round += 1) {
      rmSync(target, { recursive: true, force: true });
      // Every other run starts without a cache, so that the kill interrupts writing one.
      if (round % 2 === 0) rmSync(join(work, 'cache'), { recursive: true, force: true });
      began = performance.now();
      if (await killed(words, env, Math.random() * tookMs)) seen.killed += 1;
      // This run ended before its kill: kill the next runs earlier.
      else tookMs = performance.now() - began;
      for (const [name, files] of Object.entries(wanted)) {
        const folder = join(target, 'bench', name, 'null', '1.0.0');
        if (!existsSync(folder)) continue;
        seen.folders += 1;
        if (contentOf(folder) !== files) faults.push(`round ${round}: ${folder} is incomplete`);
      }
      seen.temps += tempsIn(target).length;
      seen.cache += leftIn(join(work, 'cache')).length;
      const verified = spawnSync(process.execPath, [svc, 'module', 'cache', 'verify'], { env, encoding: 'utf8' });
      if (verified.status !== 0) faults.push(`round ${round}: the cache is invalid: ${verified.stderr}`);
      const next = whole('--force');
      if (next.status !== 0) faults.push(`round ${round}: the next run fails: ${next.stderr}`);
      if (/is corrupt|is ignored/.test(next.stderr)) faults.push(`round ${round}: ${next.stderr}`);
      const left = [...tempsIn(target), ...leftIn(join(work, 'cache'))];
      if (left.length > 0) faults.push(`round ${round}: the next run leaves ${left.join(', ')}`);
    }
    console.log(
      `${seen.killed} runs killed half-way; they completed ${seen.folders} folders, and left ${seen.temps} temporary folders and ${seen.cache} files in the cache.`,
    );
    for (const fault of faults.slice(0, 10)) console.log(fault);
    check('no incomplete folder, no invalid cache, every next run succeeds and cleans up', faults.length === 0);
    check(`${kills} kills, some of them between two files`, seen.killed === kills && seen.temps + seen.cache > 0);
  } finally {
    close();
    rmSync(work, { recursive: true, force: true });
  }
}

async function killed(words, env, afterMs) {
  const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [, signal] = await once(child, 'exit');
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

/** Packs a module; returns the expected digest of its unpacked folder. */
function pack(archives, name) {
  const folder = join(archives, name);
  mkdirSync(folder);
  for (let at = 0; at < filesEach; at += 1) writeFileSync(join(folder, `f${at}.tf`), `# ${name} ${at}\n`.repeat(100));
  if (name === 'm0') writeFileSync(join(folder, 'noise.bin'), randomBytes(largeBytes));
  const { status, stderr } = spawnSync('tar', ['czf', `${folder}.tar.gz`, '-C', folder, '.'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const content = contentOf(folder);
  rmSync(folder, { recursive: true });
  return content;
}

function contentOf(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

function tempsIn(target) {
  if (!existsSync(target)) return [];
  return readdirSync(target, { recursive: true }).filter((path) => /\.svc-[^/]*\.tmp$/.test(path));
}

function leftIn(cache) {
  const folders = ['locks', 'staging'].map((name) => join(cache, 'svc', 'modules', name));
  return folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
}

function check(what, holds) {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) process.exitCode = 1;
}

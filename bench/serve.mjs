import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, smallFiles, startRegistry } from './download.mjs';
import { nextMessage } from './listener.mjs';
import { median } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row } from './table.mjs';

const modules = 50;
const filesEach = 40;
const clients = 16;
const requests = 3000;
const largeBytes = 8 * 1024 * 1024;
const largeRequests = 100;

/** Serves the archives of a mirror with `svc module serve`, against a bare `node:http` server that streams the same files. */
export async function run({ quick }) {
  const rounds = quick ? 1 : 7;
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-serve-'));
  const started = [];
  try {
    const archives = join(work, 'archives');
    mkdirSync(archives);
    const names = Array.from({ length: modules }, (_, at) => `m${at}`);
    for (const [at, name] of names.entries()) pack(archives, name, (folder) => smallFiles(folder, filesEach, at));
    pack(archives, 'large', (folder) => writeFileSync(join(folder, 'noise.bin'), randomBytes(largeBytes)));
    names.push('large');
    const mirror = join(work, 'mirror');
    await fill(mirror, archives, names, work);
    const { packages } = JSON.parse(readFileSync(join(mirror, 'mirror.json'), 'utf8'));
    const serving = spawn(process.execPath, [svc, 'module', 'serve', mirror, '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(serving);
    const [line] = await once(serving.stdout, 'data');
    const bare = fork(join(import.meta.dirname, 'bare.mjs'), [mirror]);
    started.push(bare);
    const servers = {
      'bare node:http': `http://127.0.0.1:${await nextMessage(bare)}`,
      'svc module serve': JSON.parse(line).url,
    };
    const isLarge = ({ bytes }) => bytes > largeBytes / 2;
    const groups = [
      [packages.filter((each) => !isLarge(each)), requests],
      [packages.filter(isLarge), largeRequests],
    ];
    const rows = [];
    for (const [group, count] of groups) rows.push(await compareServers(servers, group, { count, rounds }));
    return rows;
  } finally {
    for (const child of started) child.kill();
    rmSync(work, { recursive: true, force: true });
  }
}

async function fill(mirror, archives, names, work) {
  const { base, close } = await startRegistry(archives, 0);
  const env = {
    ...process.env,
    SVC_REGISTRY: `${base}/v1/modules/`,
    HOME: work,
    TF_CLI_CONFIG_FILE: '',
    XDG_CACHE_HOME: work,
    XDG_CONFIG_HOME: work,
  };
  const words = ['module', 'mirror', mirror, ...names.map((name) => `bench/${name}/null`)];
  const child = spawn(process.execPath, [svc, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = await once(child, 'exit');
  close();
  if (status !== 0) throw new Error(`svc module mirror ended with ${status}`);
}

async function compareServers(servers, packages, { count, rounds }) {
  const names = Object.keys(servers);
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  const paths = packages.map(({ file }) => `/${file}`);
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const rate = await load(servers[name], paths, count);
      if (round >= 0) rates[name].push(rate);
    }
  }
  const average = packages.reduce((sum, { bytes }) => sum + bytes, 0) / packages.length / 1024;
  const [bare, ours] = names;
  const ratios = rates[ours].map((rate, round) => rate / rates[bare][round]);
  const title = `archives of ${average.toFixed(0)} KiB, ${clients} clients`;
  return row(title, median(ratios), `x the speed of ${bare}`, { least: 0.7 });
}

/** Returns the archives per second while all clients are busy. */
async function load(url, paths, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let next = 0;
  const began = performance.now();
  const client = async () => {
    while (next < count) await fetchOne(`${url}${paths[next++ % paths.length]}`, agent);
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return count / ((performance.now() - began) / 1000);
}

function fetchOne(url, agent) {
  return new Promise((done, failed) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`${url}: ${response.statusCode}`));
      response
        .on('data', () => {})
        .on('end', done)
        .on('error', failed);
    }).on('error', failed);
  });
}

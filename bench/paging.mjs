import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row } from './table.mjs';
import { plainScript, startThings } from './things.mjs';

const execute = promisify(execFile);
const resources = 5_000;
const latencyMs = 50;

/** The time for 5,000 resources at 50 ms of latency: svc against a bare script that reads one page after another. */
export async function run({ quick }) {
  const runs = quick ? 2 : 5;
  const { address, close } = await startThings(resources, latencyMs);
  const home = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const env = { ...process.env, XDG_CONFIG_HOME: home, SVC_ADDRESS: address, PEAK_FILE: join(home, 'peak') };
  const list = ['-r', resolve(import.meta.dirname, 'peak.cjs'), svc, 'api', '/things', '--paginate', '-o', 'ndjson'];
  const ratios = [];
  const peaks = [];
  try {
    for (let round = -1; round < runs; round++) {
      const plain = await timed(['-e', plainScript, `${address}/api/v2/things`], env);
      const ours = await timed(list, env);
      checkOrder(ours.stdout);
      if (round < 0) continue;
      ratios.push(plain.ms / ours.ms);
      peaks.push(Number(readFileSync(env.PEAK_FILE, 'utf8')) / 1024);
    }
  } finally {
    close();
    rmSync(home, { recursive: true, force: true });
  }
  const title = `${resources} resources, ${latencyMs} ms of latency`;
  return [
    row(title, median(ratios), 'x as fast as one page after another', { least: 4 }),
    row(`${title}, peak memory`, Math.round(median(peaks)), 'MB'),
  ];
}

async function timed(args, env) {
  const began = performance.now();
  const { stdout } = await execute(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return { ms: performance.now() - began, stdout };
}

function checkOrder(stdout) {
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  if (ids.length !== resources || ids.some((id, index) => id !== `thing-${index + 1}`))
    throw new Error('the order differs');
}

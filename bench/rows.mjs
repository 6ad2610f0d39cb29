import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { plainScript, startThings } from './things.mjs';

const resources = 10_000;
const runs = 5;

/** The time for 10,000 rows in each format, and for the first row, against the plain writes of a bare script. */
export async function run() {
  const { address, close } = await startThings(resources, 0);
  const home = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const env = { ...process.env, XDG_CONFIG_HOME: home, SVC_ADDRESS: address };
  const commands = { 'plain writes': ['-e', plainScript, `${address}/api/v2/things`] };
  for (const format of ['ndjson', 'json', 'tsv', 'csv', 'table', 'yaml']) {
    commands[`svc -o ${format}`] = [svc, 'api', '/things', '--paginate', '-o', format];
  }
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, { all: [], first: [] }]));
  try {
    for (let round = -1; round < runs; round++) {
      for (const [name, args] of Object.entries(commands)) {
        const { all, first } = await timed(args, env);
        if (round < 0) continue;
        times[name].all.push(all);
        times[name].first.push(first);
      }
    }
  } finally {
    close();
    rmSync(home, { recursive: true, force: true });
  }
  for (const [name, { all, first }] of Object.entries(times)) {
    const ratio = median(all.map((ms, index) => ms / times['plain writes'].all[index]));
    console.log(
      `${name.padEnd(16)}${median(all).toFixed(0).padStart(6)} ms${ratio.toFixed(2).padStart(7)}x   first row after ${median(first).toFixed(0)} ms`,
    );
  }
  console.log('\nWanted: at most 2x, the first row long before the last.');
}

function timed(args, env) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let first;
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', () => {
      first ??= performance.now() - began;
    });
    child.on('close', (code) => {
      if (code === 0) resolve({ all: performance.now() - began, first });
      else reject(new Error(`${args.join(' ')} ended with ${code}`));
    });
  });
}

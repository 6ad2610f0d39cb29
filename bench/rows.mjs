import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './pairs.mjs';
import { svc } from './sandbox.mjs';
import { row } from './table.mjs';
import { plainScript, startThings } from './things.mjs';

const resources = 10_000;

/** Measures the time for 10,000 rows in each format, and for the first row, against a bare script that only writes the same rows. */
export async function run({ quick }) {
  const runs = quick ? 1 : 5;
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
  return Object.entries(times)
    .slice(1)
    .flatMap(([name, { all, first }]) => {
      const ratio = (took) => median(took.map((ms, index) => ms / times['plain writes'].all[index]));
      return [
        row(`${name}, ${resources} rows`, ratio(all), 'x plain writes', { most: 2 }),
        row(`${name}, the first row`, median(first.map((ms, index) => ms / all[index])), 'of the time of all'),
      ];
    });
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

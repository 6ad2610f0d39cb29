import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from './pairs.mjs';
import { svc } from './sandbox.mjs';

const execute = promisify(execFile);
const resources = 5_000;
const latencyMs = 50;
const runs = 5;

/** How long 5,000 resources take at 50 ms of latency: all of svc against one page after another in a bare script. */
export async function run() {
  const server = createServer(answer);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${server.address().port}`;
  const home = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const env = { ...process.env, XDG_CONFIG_HOME: home, SVC_ADDRESS: address, PEAK_FILE: join(home, 'peak') };
  try {
    const ratios = [];
    const peaks = [];
    for (let round = -1; round < runs; round++) {
      const plain = await timed(['-e', onePageAfterAnother, `${address}/api/v2/things`], env);
      const args = ['-r', resolve(import.meta.dirname, 'peak.cjs'), svc, 'api', '/things', '--paginate', '-o', 'ndjson'];
      const ours = await timed(args, env);
      if (round < 0) checkOrder(ours.stdout);
      else {
        ratios.push(plain.ms / ours.ms);
        peaks.push(Number(readFileSync(env.PEAK_FILE, 'utf8')) / 1024);
        console.log(`one after another ${plain.ms.toFixed(0)} ms   svc ${ours.ms.toFixed(0)} ms   ${ratios.at(-1).toFixed(1)}x`);
      }
    }
    console.log(`\nmedian ${median(ratios).toFixed(1)}x faster (wanted: 4x), order kept, peak memory ${median(peaks).toFixed(0)} MB`);
  } finally {
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const onePageAfterAnother = `(async () => {
  for (let page = 1; page; ) {
    const answer = await (await fetch(process.argv[1] + '?page[number]=' + page + '&page[size]=100')).json();
    for (const row of answer.data) process.stdout.write(JSON.stringify(row) + '\\n');
    page = answer.meta.pagination['next-page'];
  }
})()`;

async function timed(args, env) {
  const began = performance.now();
  const { stdout } = await execute(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return { ms: performance.now() - began, stdout };
}

function checkOrder(stdout) {
  const ids = stdout.trimEnd().split('\n').map((line) => JSON.parse(line).id);
  if (ids.length !== resources || ids.some((id, index) => id !== `thing-${index + 1}`)) throw new Error('the order is not kept');
}

function answer({ url }, response) {
  const query = new URL(url, 'http://localhost').searchParams;
  const page = Number(query.get('page[number]'));
  const size = Number(query.get('page[size]'));
  const totalPages = Math.ceil(resources / size);
  const first = (page - 1) * size;
  const data = Array.from({ length: Math.max(0, Math.min(size, resources - first)) }, (_, index) => ({
    id: `thing-${first + index + 1}`,
    type: 'things',
    attributes: { name: `thing ${first + index + 1}`, description: 'x'.repeat(200) },
  }));
  const pagination = {
    'current-page': page,
    'page-size': size,
    'next-page': page < totalPages ? page + 1 : null,
    'total-pages': totalPages,
    'total-count': resources,
  };
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
    response.end(JSON.stringify({ data, meta: { pagination } }));
  }, latencyMs);
}

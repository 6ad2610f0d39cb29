import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { natsServer, startNats } from './nats.mjs';
import { svc } from './sandbox.mjs';
import { row, skipped } from './table.mjs';

const token = 'a token of the measurement';
const parallel = 32;
const pacedPerSecond = 100;

/**
 * Measures deliveries per second, and the ms from a request to its response and to the line of a reader: for the local listener with
 * its journal, and for a server between one or two publishers and 1, 4 or 16 readers, each of which reads every delivery.
 */
export async function run({ quick }) {
  if (!natsServer()) return [skipped('deliveries through NATS', 'no nats-server on PATH')];
  const counts = quick ? { many: 1000, paced: 200 } : { many: 4000, paced: 1000 };
  const pairs = [1, 2].flatMap((publishers) => [1, 4, 16].map((readers) => [publishers, readers]));
  const rows = await measure('local listener with its journal', 0, 1, counts);
  for (const [publishers, readers] of quick ? [[1, 1]] : pairs)
    rows.push(...(await measure(`${publishers} publishing, ${readers} reading`, publishers, readers, counts)));
  return rows;
}

async function measure(name, publishers, readers, { many, paced }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-broker-'));
  const nats = publishers > 0 ? await startNats(join(work, 'nats')) : undefined;
  const env = { ...process.env, HOME: work, XDG_STATE_HOME: join(work, 'state'), HOOK_TOKEN: token };
  if (nats) env.SVC_NATS = nats.url;
  const children = [];
  const start = async (words, home = work) => {
    const child = spawn(
      process.execPath,
      [svc, 'webhook', 'listen', ...words, '--token-env', 'HOOK_TOKEN', '-o', 'ndjson'],
      {
        env: { ...env, XDG_STATE_HOME: join(home, 'state') },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const [first] = await once(lines, 'line');
    return { child, lines, url: JSON.parse(first).url };
  };
  try {
    if (nats) spawnSync(process.execPath, [svc, 'webhook', 'stream', 'create'], { env });
    const listeners = [];
    for (let index = 0; index < Math.max(1, publishers); index += 1)
      listeners.push(await start(nats ? ['--publish'] : []));
    const sources = [];
    if (nats)
      for (let index = 0; index < readers; index += 1)
        sources.push(await start(['--subscribe'], join(work, `${index}`)));
    const seen = collect(nats ? sources : listeners);
    const urls = listeners.map(({ url }) => url);
    await send(urls, 200, parallel, Number.POSITIVE_INFINITY);
    await seen.total(200);
    const pids = listeners.map(({ child }) => child.pid);
    const before = cpuOf(pids);
    const serverBefore = cpuOf(nats?.pids() ?? []);
    const busy = await send(urls, many, parallel, Number.POSITIVE_INFINITY);
    await seen.total(200 + many);
    const readSeconds = (seen.last() - busy.began) / 1000;
    const cpu = (cpuOf(pids) - before) / many;
    const serverCpu = (cpuOf(nats?.pids() ?? []) - serverBefore) / many;
    seen.forget();
    const calm = await send(urls, paced, parallel, pacedPerSecond);
    await seen.total(200 + many + paced);
    const processor = `${cpu.toFixed(2)} ms of its processor time each`;
    const server = nats ? `, ${serverCpu.toFixed(2)} ms of the server's, ${storedBytes(env)} bytes` : '';
    const [answered, read] = [calm.times, seen.times()].map((times) =>
      [0.5, 0.99].map((share) => percentile(times, share)),
    );
    return [
      row(`${name}, stored`, Math.round(many / busy.seconds), `a second (${processor}${server})`),
      row(`${name}, read`, Math.round((many * seen.readers) / readSeconds), 'a second by all readers'),
      row(
        `${name}, ${pacedPerSecond} a second, to the response`,
        answered[0],
        `ms (99th: ${answered[1].toFixed(1)} ms)`,
      ),
      row(`${name}, ${pacedPerSecond} a second, to the reader's line`, read[0], `ms (99th: ${read[1].toFixed(1)} ms)`),
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await nats?.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Counts the lines of readers, and measures the ms between the creation of a delivery and its line. */
function collect(sources) {
  let times = [];
  let total = 0;
  let last = 0;
  for (const { lines } of sources) {
    lines.on('line', (line) => {
      const { notification } = JSON.parse(line);
      last = Date.now();
      total += 1;
      times.push(last - notification.sent_at);
    });
  }
  return {
    readers: sources.length,
    times: () => times,
    last: () => last,
    forget() {
      times = [];
    },
    async total(each) {
      while (total < each * sources.length) await wait(20);
    },
  };
}

/** Sends signed deliveries over keep-alive connections, at most `perSecond`. Any response except 2xx is an error. */
async function send(urls, count, connections, perSecond) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  const began = Date.now();
  let next = 0;
  const one = async (index) => {
    const body = Buffer.from(
      JSON.stringify({
        payload_version: 1,
        run_id: `run-${index}`,
        workspace_id: 'ws-0123456789abcdef',
        sent_at: Date.now(),
        notifications: [{ message: 'x'.repeat(600), trigger: 'run:completed', run_status: 'applied' }],
      }),
    );
    const from = performance.now();
    const signature = createHmac('sha512', token).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-svc-notification-signature': signature };
    const sent = request(urls[index % urls.length], { method: 'POST', agent, headers });
    sent.end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    if (response.statusCode >= 300) throw new Error(`status ${response.statusCode}`);
    times.push(performance.now() - from);
  };
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) {
        const index = next;
        next += 1;
        if (Number.isFinite(perSecond)) await wait(began + (index / perSecond) * 1000 - Date.now());
        await one(index);
      }
    }),
  );
  agent.destroy();
  return { began, times, seconds: (Date.now() - began) / 1000 };
}

/** The bytes of a stored delivery of this size. */
function storedBytes(env) {
  const shown = spawnSync(process.execPath, [svc, 'webhook', 'stream', 'show', '-o', 'json'], { env });
  const { bytes, messages } = JSON.parse(shown.stdout.toString());
  return Math.round(bytes / messages);
}

/** The ms of processor time that processes have used. */
function cpuOf(pids) {
  const ticks = pids.map((pid) => {
    const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}

function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

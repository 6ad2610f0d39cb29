import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { natsServer, startNats } from '../bench/nats.mjs';
import { svc } from '../bench/sandbox.mjs';

const token = 'a token of the soak';
const deliveries = 20_000;
const senders = 8;
const kills = 20;

/**
 * Runs three servers, two publishers and two readers that share a durable name. 8 senders send 20,000 deliveries and repeat each that got
 * no 2xx; meanwhile the leader of the stream is killed 20 times, and a publisher 20 times. Every acknowledged delivery must be read at least once.
 */
export async function run() {
  if (!natsServer()) {
    console.log('*** SKIPPED: nats-server is not on PATH. ***');
    return;
  }
  const work = mkdtempSync(join(tmpdir(), 'svc-soak-broker-'));
  const nats = await startNats(join(work, 'nats'), 3);
  const env = {
    ...process.env,
    HOME: work,
    XDG_STATE_HOME: join(work, 'state'),
    HOOK_TOKEN: token,
    SVC_NATS: nats.url,
  };
  const children = new Set();
  try {
    const created = spawnSync(process.execPath, [svc, 'webhook', 'stream', 'create', '--replicas', '3'], { env });
    if (created.status !== 0) throw new Error(created.stderr.toString());
    const read = createReading();
    const readers = await Promise.all([1, 2].map((number) => startReader(number, { env, children, read })));
    const publishers = [1, 2].map(() => createPublisher({ env, children }));
    await Promise.all(publishers.map((publisher) => publisher.start()));
    const acknowledged = new Set();
    const gate = createGate(2 * kills + 1);
    const tries = { sent: 0, repeated: 0 };
    const sending = Promise.all(
      Array.from({ length: senders }, (_, sender) => send({ sender, publishers, acknowledged, gate, tries })),
    );
    for (let round = 0; round < kills; round += 1) {
      const leader = await nats.leader('svc-deliveries');
      await nats.kill(leader);
      await gate.open();
      await nats.restart(leader);
      await nats.healthy();
      const publisher = publishers[round % 2];
      await publisher.kill();
      await gate.open();
      await publisher.start();
    }
    gate.release();
    await sending;
    await read.all(acknowledged);
    const counts = await Promise.all(readers.map((reader) => reader.end()));
    report(acknowledged, read, tries, counts);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await nats.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Counts how often the output of the readers has each delivery. */
function createReading() {
  const times = new Map();
  return {
    times,
    add: (number) => times.set(number, (times.get(number) ?? 0) + 1),
    /** Resolves when all deliveries were read, or after 60 s in which none was. */
    async all(wanted) {
      for (let quiet = 0, before = -1; quiet < 600; quiet += 1) {
        if ([...wanted].every((number) => times.has(number))) return;
        if (times.size !== before) quiet = 0;
        before = times.size;
        await wait(100);
      }
    },
  };
}

async function startReader(number, { env, children, read }) {
  const words = ['webhook', 'listen', '--subscribe', '--durable', 'soak', '--token-env', 'HOOK_TOKEN', '-o', 'ndjson'];
  const child = spawn(process.execPath, [svc, ...words], {
    env: { ...env, XDG_STATE_HOME: join(env.HOME, `reader-${number}`) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  lines.on('line', (line) => {
    const { notification, verified } = JSON.parse(line);
    if (verified) read.add(notification.run_id);
  });
  return {
    async end() {
      child.kill('SIGINT');
      await once(child, 'close');
      return stderr.split('\n').find((line) => line.includes(' verified'));
    },
  };
}

/** A publisher that starts again on the same port. */
function createPublisher({ env, children }) {
  let child;
  let port = 0;
  return {
    url: () => `http://127.0.0.1:${port}/`,
    async start() {
      const words = [
        'webhook',
        'listen',
        '--publish',
        '--port',
        String(port),
        '--token-env',
        'HOOK_TOKEN',
        '-o',
        'ndjson',
      ];
      child = spawn(process.execPath, [svc, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      children.add(child);
      const lines = createInterface({ input: child.stdout });
      const [line] = await once(lines, 'line');
      lines.resume();
      port = Number(new URL(JSON.parse(line).url).port);
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      children.delete(child);
    },
  };
}

/** Lets the senders send one share of the deliveries for each kill, because deliveries must be in flight at every kill. */
function createGate(shares) {
  let allowed = deliveries / shares;
  let wake = () => {};
  let changed = new Promise((resolve) => {
    wake = resolve;
  });
  const change = (count) => {
    allowed = count;
    wake();
    changed = new Promise((resolve) => {
      wake = resolve;
    });
  };
  return {
    /** Allows one more share of the deliveries, and waits until a part of it is probably sent. */
    async open() {
      change(allowed + deliveries / shares);
      await wait(500);
    },
    release: () => change(deliveries),
    async pass(number) {
      while (number >= allowed) await changed;
    },
  };
}

/** Sends every eighth delivery, to either publisher, until each is acknowledged. */
async function send({ sender, publishers, acknowledged, gate, tries }) {
  for (let number = sender; number < deliveries; number += senders) {
    await gate.pass(number);
    const body = JSON.stringify({
      payload_version: 1,
      run_id: `run-${number}`,
      workspace_id: `ws-${sender}`,
      workspace_name: `workspace-${sender}`,
      notifications: [{ message: 'Run completed', trigger: 'run:completed', run_status: 'applied' }],
    });
    const headers = {
      'content-type': 'application/json',
      'x-svc-notification-signature': createHmac('sha512', token).update(body).digest('hex'),
    };
    for (let attempt = 0; ; attempt += 1) {
      tries.sent += 1;
      const url = publishers[(number + attempt) % publishers.length].url();
      const signal = AbortSignal.timeout(10_000);
      const reply = await fetch(url, { method: 'POST', body, headers, signal }).catch(() => undefined);
      await reply?.arrayBuffer().catch(() => undefined);
      if (reply?.ok) break;
      tries.repeated += 1;
      await wait(Math.min(50 * 2 ** attempt, 1000));
    }
    acknowledged.add(`run-${number}`);
  }
}

function report(acknowledged, { times }, { sent, repeated }, summaries) {
  const missing = [...acknowledged].filter((number) => !times.has(number));
  const reads = [...times.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${sent} requests, ${repeated} of them repeated; ${acknowledged.size} deliveries acknowledged.`);
  console.log(`${times.size} deliveries read, ${reads - times.size} of them again.`);
  for (const summary of summaries) console.log(`reader: ${summary}`);
  if (missing.length > 0) console.log(`missing: ${missing.slice(0, 10).join(', ')}`);
  const good = missing.length === 0 && acknowledged.size === deliveries;
  console.log(
    `${good ? 'yes' : 'NO '}  every acknowledged delivery was read, with ${kills} kills of the leader and ${kills} of a publisher`,
  );
  if (!good) process.exitCode = 1;
}

import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { median } from './pairs.mjs';
import { row } from './table.mjs';

const perRound = 8000;
const connections = 64;
const token = 'a token of the measurement';

/** The minimal receiver: reads the body, computes and compares the HMAC, and responds with 204. */
const bare = `
const { createServer } = require('node:http');
const { createHmac, timingSafeEqual } = require('node:crypto');
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const wanted = createHmac('sha512', process.argv[2]).update(Buffer.concat(chunks)).digest();
    const given = Buffer.from(request.headers['x-svc-notification-signature'] ?? '', 'hex');
    response.writeHead(given.length === wanted.length && timingSafeEqual(given, wanted) ? 204 : 401).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ rss: process.memoryUsage().rss }));
`;

/** Our listener, with a journal and a consumer. */
const ours = `
const { openListener, createJournal } = require('./webhook.cjs');
const journal = createJournal({ folder: process.argv[3] });
openListener({ tokens: [{ name: 'bench', value: process.argv[2] }], onDelivery: (delivery) => journal.append(delivery) }).then(async (listener) => {
  process.send({ port: listener.port });
  process.on('message', () => process.send({ rss: process.memoryUsage().rss, ...listener.counters }));
  for await (const delivery of listener) if (!delivery.verified) throw new Error(delivery.reason);
});
`;

/** Measures requests per second of the listener with its checks and journal, and of a bare server, under the same load in turn. */
export async function run({ quick }) {
  const pairs = quick ? 3 : 21;
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-listener-'));
  const children = [];
  try {
    await bundle(work);
    const start = async (name, source) => {
      writeFileSync(join(work, name), source);
      const child = fork(join(work, name), [token, join(work, 'journal')]);
      children.push(child);
      const { port } = await nextMessage(child);
      return port;
    };
    const ports = [await start('bare.cjs', bare), await start('ours.cjs', ours)];
    const ratios = [];
    for (let round = -1; round < pairs; round += 1) {
      // The order alternates between rounds.
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      const rates = [];
      for (const index of order) rates[index] = await load(ports[index], perRound);
      if (round < 0) continue;
      ratios.push(rates[1] / rates[0]);
    }
    const sent = (pairs + 1) * perRound;
    const lines = journalled(join(work, 'journal'));
    return [
      row('deliveries a second, checked and stored', median(ratios), 'x a bare node:http server', { least: 0.55 }),
      row(`deliveries kept in the journal, of ${sent}`, lines, ''),
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  }
}

/** Bundles the measured modules into one file. */
export async function bundle(folder) {
  const room = fileURLToPath(new URL('../src/webhooks', import.meta.url));
  writeFileSync(
    join(folder, 'webhook.mjs'),
    `export * from '${room}/listener.ts';\nexport * from '${room}/journal.ts';\n`,
  );
  const built = await rolldown({ input: join(folder, 'webhook.mjs'), platform: 'node' });
  await built.write({ file: join(folder, 'webhook.cjs'), format: 'cjs', codeSplitting: false });
  await built.close();
}

/**
 * Sends signed deliveries over 64 connections by default, and returns the requests per second. The deliveries of a connection belong to
 * one run of its own. Any response except 204 is an error.
 */
export function load(port, count, onAnswer = () => {}, parallel = connections) {
  let left = count;
  let answered = 0;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const one = (request) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      const send = () => {
        if (left === 0) return socket.end();
        left -= 1;
        socket.write(request);
      };
      socket.on('connect', send);
      socket.on('data', (answer) => {
        // A response without a body to a single request arrives as one chunk.
        if (answer.toString('latin1', 9, 12) !== '204') reject(new Error(answer.toString()));
        answered += 1;
        onAnswer();
        if (answered === count) resolve(count / ((performance.now() - began) / 1000));
        send();
      });
      socket.on('error', reject);
    };
    for (let index = 0; index < parallel; index += 1) one(requestAbout(port, index));
  });
}

function requestAbout(port, number) {
  const run = `run-${String(number).padStart(16, 'Mjx7CzE5zUWyGwHR')}`;
  const body = Buffer.from(
    JSON.stringify({
      payload_version: 1,
      notification_configuration_id: 'nc-W6VGEi8A7Cfoaf4K',
      run_url: `https://svc.example.com/app/acme/workspaces/network/runs/${run}`,
      run_id: run,
      run_message: 'Queued by hand',
      run_created_at: '2026-08-18T10:00:00.000Z',
      run_created_by: 'alice',
      workspace_id: 'ws-XdeUVMWShTesDMME',
      workspace_name: 'network',
      organization_name: 'acme',
      notifications: [
        {
          message: 'Run Applied',
          trigger: 'run:completed',
          run_status: 'applied',
          run_updated_at: '2026-08-18T10:05:00.000Z',
          run_updated_by: 'alice',
        },
      ],
    }),
  );
  const signature = createHmac('sha512', token).update(body).digest('hex');
  const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAccept: application/json\r\nUser-Agent: bench\r\nX-Svc-Notification-Signature: ${signature}\r\nX-TFE-Notification-Signature: ${signature}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function journalled(folder) {
  return readdirSync(folder)
    .map(
      (name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter((line) => line !== '').length,
    )
    .reduce((sum, lines) => sum + lines, 0);
}

export function nextMessage(child) {
  return new Promise((resolve) => child.once('message', resolve));
}

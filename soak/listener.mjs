import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, load, nextMessage } from '../bench/listener.mjs';

const token = 'a token of the measurement';
const rounds = 5;
const perRound = 20_000;
const wantedMs = 100;
const gibibyte = 1024 ** 3;

/** The listener with its journal, in a process of its own. It reports its state on request, and reads the journal at the end. */
const ours = `
const { openListener, createJournal } = require('./webhook.cjs');
const [, , token, folder] = process.argv;
const journal = createJournal({ folder, keep: 1000 });
let yielded = 0;
openListener({ tokens: [{ name: 'soak', value: token }], onDelivery: (delivery) => journal.append(delivery) }).then(async (listener) => {
  process.send({ port: listener.port });
  process.on('message', async (what) => {
    if (what === 'state') return process.send({ rss: process.memoryUsage().rss, yielded, ...listener.counters });
    const ids = new Set();
    for await (const { id, verified } of journal.read()) if (verified) ids.add(id);
    process.send({ verified: ids.size });
  });
  for await (const delivery of listener) yielded += delivery.verified ? 1 : 0;
});
`;

/**
 * Sends 100,000 deliveries over 64 connections, then abusive requests. None may be lost, each must have a response, memory must
 * stay flat, and valid deliveries must stay fast.
 */
export async function run() {
  const work = mkdtempSync(join(tmpdir(), 'svc-soak-listener-'));
  let child;
  try {
    await bundle(work);
    writeFileSync(join(work, 'ours.cjs'), ours);
    child = fork(join(work, 'ours.cjs'), [token, join(work, 'journal')]);
    const { port } = await nextMessage(child);
    const ask = (what) => {
      const answer = nextMessage(child);
      child.send(what);
      return answer;
    };
    await load(port, perRound);
    const peaks = [];
    let answered = 0;
    for (let round = 0; round < rounds; round += 1) {
      const rate = await load(port, perRound, () => {
        answered += 1;
      });
      const { rss, yielded, unseen, unrecorded } = await ask('state');
      peaks.push(rss / 1024 / 1024);
      console.log(
        `${rate.toFixed(0)}/s   ${peaks.at(-1).toFixed(0)} MB   yielded ${yielded}   unseen ${unseen}   unrecorded ${unrecorded}`,
      );
    }
    const sent = perRound * (rounds + 1);
    check('every delivery has a response', answered === perRound * rounds);
    check('every delivery is in the journal', (await ask('journal')).verified === sent);
    check('memory is flat (the last round below 1.25x of the first)', peaks.at(-1) < peaks[0] * 1.25);
    await abuse('200 slow-loris connections', port, () => hold(port, 200));
    await abuse('10,000 garbage requests', port, () => garbage(port, 10_000));
    await abuse('a body of 1 GiB', port, () => flood(port, gibibyte));
    await abuse('a body of 1 GiB, chunked', port, () => flood(port, gibibyte, true));
    await abuse('100,000 headers', port, () => headers(port, 100_000));
    await abuse('1,000 unsigned bodies of 1 MB', port, () => unsigned(port, 1000));
    const { rss, ...counters } = await ask('state');
    console.log(`\n${(rss / 1024 / 1024).toFixed(0)} MB at the end.`, JSON.stringify(counters));
    console.log(`${readdirSync(join(work, 'journal')).length} files of the journal.`);
  } finally {
    child?.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  }
}

function check(what, holds) {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) process.exitCode = 1;
}

/** Sends valid deliveries one after another during the abuse; checks the time of the slowest. */
async function abuse(name, port, begin) {
  let over = false;
  const times = [];
  const bad = begin().finally(() => {
    over = true;
  });
  do {
    const began = performance.now();
    await load(port, 1, undefined, 1);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  } while (!over || times.length < 50);
  await bad;
  times.sort((a, b) => a - b);
  const [median, worst] = [times[times.length >> 1], times.at(-1)];
  check(
    `${name}: ${times.length} valid deliveries, median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`,
    worst < wantedMs,
  );
}

/** A connection that sends data and ignores errors; resolves when it is closed. */
function rude(port, send) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => send(socket));
    socket.on('error', () => {});
    socket.on('close', resolve);
    socket.resume();
  });
}

async function hold(port, count) {
  await Promise.all(
    Array.from({ length: count }, () =>
      rude(port, (socket) => {
        const drip = setInterval(() => socket.write('x'), 500);
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
        socket.on('close', () => clearInterval(drip));
      }),
    ),
  );
}

async function garbage(port, count) {
  for (let left = count; left > 0; left -= 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        rude(port, (socket) =>
          socket.end(index % 2 ? '\0\x01garbage\r\n\r\n' : 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{'),
        ),
      ),
    );
  }
}

async function flood(port, bytes, chunked = false) {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  await rude(port, (socket) => {
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\n${chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`}\r\n\r\n`,
    );
    let left = bytes;
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= piece.length;
        if (chunked) socket.write('100000\r\n');
        const flowing = socket.write(piece);
        if (chunked) socket.write('\r\n');
        if (!flowing) return socket.once('drain', more);
      }
    };
    more();
  });
}

async function headers(port, count) {
  await rude(port, (socket) => socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(count)}\r\n`));
}

async function unsigned(port, count) {
  const body = Buffer.alloc(1_000_000, 'x');
  for (let left = count; left > 0; left -= 4) {
    await Promise.all(
      Array.from({ length: 4 }, () =>
        rude(port, (socket) => {
          socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
          socket.write(body);
        }),
      ),
    );
  }
}

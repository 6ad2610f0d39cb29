import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, nextMessage } from '../bench/listener.mjs';

const token = 'a token of the soak';
const rounds = 60;
const parallel = 32;
const [goodOnes, fileBytes, keptFiles] = [14, 2000, 2];

/**
 * A listener whose journal has small files. It is killed before the disk change with the number KILL_AT; with KILL_TORN, after half of that
 * write.
 */
const ours = `
const fs = require('node:fs');
const { KILL_AT, KILL_TORN } = process.env;
let changes = 0;
for (const name of KILL_AT ? ['mkdirSync', 'chmodSync', 'openSync', 'fchmodSync', 'writeSync', 'rmSync'] : []) {
  const call = fs[name];
  fs[name] = (...given) => {
    changes += 1;
    if (changes === Number(KILL_AT)) {
      const [file, bytes, from = 0] = given;
      if (KILL_TORN && name === 'writeSync') call(file, bytes, from, (bytes.length - from) >> 1);
      process.kill(process.pid, 'SIGKILL');
    }
    return call(...given);
  };
}
const { openListener, createJournal } = require('./webhook.cjs');
const [, , token, folder, maxBytes, keep] = process.argv;
const journal = createJournal({ folder, maxBytes: Number(maxBytes), keep: Number(keep) });
journal.check();
openListener({ tokens: [{ name: 'soak', value: token }], onDelivery: (delivery) => journal.append(delivery), limits: { queue: 0 } })
  .then(({ port }) => process.send({ port }));
process.on('disconnect', () => process.exit());
`;

/** Kills a listener, alone and next to another one with the same journal: no delivery acknowledged with 204 is lost. */
export async function run() {
  const work = mkdtempSync(join(tmpdir(), 'svc-soak-kills-'));
  try {
    await bundle(work);
    writeFileSync(join(work, 'ours.cjs'), ours);
    for (const listeners of [1, 2]) await everyPoint(work, listeners);
    for (const listeners of [1, 2]) await underLoad(work, listeners);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Kills a listener before and half-way through each of its changes to the disk. */
async function everyPoint(work, listeners) {
  const faults = [];
  let killed = 0;
  for (const torn of ['', '1']) {
    for (let point = 1; ; point += 1) {
      const folder = mkdtempSync(join(work, 'journal-'));
      const env = { KILL_AT: String(point), KILL_TORN: torn };
      const where = `point ${point}${torn === '1' ? ', torn' : ''}`;
      const { answered, died } = await deliverSome(work, folder, listeners, env);
      // Expect the deliveries in order. The journal has room for some of them, so only the first ones may be missing.
      const found = (await keptIn(work, folder)).filter((name) => answered.includes(name));
      const latest = answered.slice(-found.length);
      if (found.length < Math.min(4, answered.length) || found.join() !== latest.join())
        faults.push(`${where}: kept ${found} of ${answered}`);
      const names = readdirSync(folder).filter((name) => !/^(?:deliveries|rejected)\.\d{8}\.ndjson$/.test(name));
      if (names.length > 0) faults.push(`${where}: leaves ${names}`);
      const files = readdirSync(folder).filter((name) => name.startsWith('deliveries.'));
      if (files.length > keptFiles + 2) faults.push(`${where}: keeps ${files}`);
      rmSync(folder, { recursive: true });
      if (!died) break;
      killed += 1;
    }
  }
  report(`${counted(listeners)}, killed at each of ${killed} changes to the disk`, faults);
}

/** Sends deliveries one after another: first to listeners of which one may be killed, then to a new listener. */
async function deliverSome(work, folder, listeners, env) {
  const answered = [];
  const children = [start(work, folder, env)];
  for (let more = 1; more < listeners; more += 1) children.push(start(work, folder));
  const [first] = children;
  try {
    for (let number = 0; number < goodOnes; number += 1) {
      const { port } = await children[number % listeners].ready;
      if (port === undefined) continue;
      if (await deliver(port, `${number}`, false)) throw new Error('a forged one was accepted');
      if (await deliver(port, `${number}`)) answered.push(`${number}`);
    }
    const died = first.child.exitCode !== null || first.child.signalCode !== null;
    const next = start(work, folder);
    children.push(next);
    const { port } = await next.ready;
    for (const name of ['next', 'and the next']) {
      if (!(await deliver(port, name))) throw new Error('the next run accepts nothing');
      answered.push(name);
    }
    return { answered, died };
  } finally {
    for (const { child } of children) child.kill('SIGKILL');
  }
}

/** Kills a listener under load at random moments, repeatedly with one journal. */
async function underLoad(work, listeners) {
  const folder = mkdtempSync(join(work, 'journal-'));
  const faults = [];
  const answered = [];
  for (let round = 0; round < rounds; round += 1) {
    const children = Array.from({ length: listeners }, () => start(work, folder, {}, [100_000, 100_000]));
    const ports = await Promise.all(children.map(async ({ ready }) => (await ready).port));
    const over = AbortSignal.timeout(100 + Math.floor(Math.random() * 150));
    over.addEventListener('abort', () => children[0].child.kill('SIGKILL'));
    const senders = Array.from({ length: parallel }, async (_, index) => {
      for (let number = 0; !over.aborted || (listeners > 1 && number < 30); number += 1) {
        const name = `${round}-${index}-${number}`;
        if (await deliver(ports[(index + number) % listeners], name)) answered.push(name);
      }
    });
    await Promise.all(senders);
    for (const { child } of children) child.kill('SIGKILL');
  }
  const kept = new Set(await keptIn(work, folder));
  const lost = answered.filter((name) => !kept.has(name));
  if (lost.length > 0) faults.push(`${lost.length} lost: ${lost.slice(0, 5)}`);
  report(`${counted(listeners)}, killed ${rounds} times under load, ${answered.length} answered`, faults);
}

function start(work, folder, env = {}, [maxBytes, keep] = [fileBytes, keptFiles]) {
  const child = fork(join(work, 'ours.cjs'), [token, folder, String(maxBytes), String(keep)], {
    env: { ...process.env, ...env },
  });
  const gone = once(child, 'exit').then(() => ({ port: undefined }));
  return { child, ready: Promise.race([nextMessage(child), gone]) };
}

/** Sends a delivery and returns whether the response is 204. */
async function deliver(port, name, signs = true) {
  const body = JSON.stringify({ n: name, filler: 'x'.repeat(200) });
  const signature = createHmac('sha512', signs ? token : 'another')
    .update(body)
    .digest('hex');
  const headers = { 'x-svc-notification-signature': signature };
  const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
  return (await sent.catch(() => undefined))?.status === 204;
}

/** The names of the verified deliveries in a journal, in order, each once. */
async function keptIn(work, folder) {
  const { createJournal } = createRequire(import.meta.url)(join(work, 'webhook.cjs'));
  const names = new Set();
  for await (const { verified, body } of createJournal({ folder }).read()) {
    if (verified) names.add(JSON.parse(body.toString()).n);
  }
  return [...names];
}

const counted = (listeners) => (listeners === 1 ? 'one listener' : 'two listeners on a journal, one');

function report(what, faults) {
  for (const fault of faults.slice(0, 10)) console.log(fault);
  console.log(`${faults.length === 0 ? 'yes' : 'NO '}  ${what}`);
  if (faults.length > 0) process.exitCode = 1;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { svc } from '../bench/sandbox.mjs';
import { openRegistry, rows } from './kill-rows.mjs';

const killAt = resolve(import.meta.dirname, 'kill-at.cjs');
/** The longest time of a run. A longer run is waiting for something that a killed run left. */
const longestMs = 20_000;

/**
 * Kills every command of `kill-rows.mjs` before each of its changes to the file system, and in the middle of each write. After that, the
 * state must be the old or the new one, the next run of the command must succeed, and no other files may be left.
 */
export async function run() {
  const work = mkdtempSync(join(tmpdir(), 'svc-soak-kills-'));
  const registry = await openRegistry(work);
  try {
    for (const row of rows(registry)) await killEverywhere(row, join(work, 'rows'));
  } finally {
    await registry.close();
    rmSync(work, { recursive: true, force: true });
  }
}

async function killEverywhere(row, work) {
  const template = placeAt(join(work, 'template'));
  await row.prepare(template, (words) => finished(template, row, words));
  const whole = copyOf(template, join(work, 'whole'));
  const faults = [];
  for (const words of [row.words, row.again ?? row.words]) {
    const { code, stderr } = await finished(whole, row, words);
    if (code !== 0) faults.push(`without a kill, the command fails: ${stderr}`);
  }
  const wanted = listing(whole);
  const seen = {};
  let points = 0;
  for (const torn of ['', 'write', 'appendFile']) {
    let [at, isOver] = [0, false];
    const worker = async (_, number) => {
      while (!isOver) {
        at += 1;
        const point = torn ? `${torn}:${at}` : String(at);
        const place = copyOf(template, join(work, `worker${number}`));
        const found = await killOnce(place, row, { point, torn }, wanted, seen);
        if (found === undefined) isOver = true;
        else {
          points += 1;
          for (const fault of found) faults.push(`${torn ? 'in the middle of' : 'before'} ${point}: ${fault}`);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  }
  const states = Object.entries(seen).map(([state, count]) => `${count} ${state}`);
  console.log(`${row.name}: ${points} points; ${states.join(', ')}`);
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
  check(`${row.name}: old or new at each point; the next run succeeds and leaves nothing`, faults.length === 0);
  rmSync(work, { recursive: true, force: true });
}

/** Returns the faults after a killed run and after the next one; undefined if the first run ended before the kill. */
async function killOnce(place, row, { point, torn }, wanted, seen) {
  const killed = await finished(place, row, row.words, { KILL_AT: point, KILL_TORN: torn ? '1' : '' });
  if (killed.code === 0) return undefined;
  if (killed.signal !== 'SIGKILL')
    return [`it fails before the kill: ${killed.code ?? killed.signal} ${killed.stderr}`];
  const state = row.state(place);
  seen[state] = (seen[state] ?? 0) + 1;
  const faults = row.states.includes(state) ? [] : [`it is ${state}`];
  const next = await finished(place, row, state === 'old' ? row.words : (row.again ?? row.words));
  if (next.code !== 0) faults.push(`the next run fails: ${next.code ?? next.signal} ${next.stderr}`);
  const after = row.state(place);
  if (after !== 'new') faults.push(`after the next run it is ${after}`);
  const found = listing(place);
  const more = [...found].filter((path) => !wanted.has(path));
  const less = [...wanted].filter((path) => !found.has(path));
  if (more.length > 0) faults.push(`left behind: ${more.join(', ')}`);
  if (less.length > 0) faults.push(`missing: ${less.join(', ')}`);
  return faults;
}

/** Creates the folders of one user: a home that is also the current folder, a cache, and a folder for temporary files. */
function placeAt(root) {
  const place = { root, home: join(root, 'home'), cache: join(root, 'cache'), temporary: join(root, 'tmp') };
  for (const folder of [place.home, place.cache, place.temporary]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return place;
}

function copyOf({ root }, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(root, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return placeAt(to);
}

/** Runs `svc` in a place until it ends or is killed. */
async function finished({ cache, home, temporary }, { env = {} }, words, more = {}) {
  const child = spawn(process.execPath, ['--require', killAt, svc, ...words], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CACHE_HOME: cache,
      TMPDIR: temporary,
      SVC_RETRIES: '2',
      ...env,
      ...more,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestMs,
    // A timeout sends a different signal than a kill point does.
    killSignal: 'SIGQUIT',
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    stderr += piece;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, stderr: stderr.trim() };
}

/** All paths in a place. */
function listing({ root }) {
  return new Set(readdirSync(root, { recursive: true }));
}

function check(what, holds) {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) process.exitCode = 1;
}

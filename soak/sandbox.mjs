import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { svc } from '../bench/sandbox.mjs';

const samples = 300;
const writers = 3;

/**
 * Kills `svc sandbox start --data` with SIGKILL at 300 moments: half of them during the start, half during writes. Each time, the file must
 * have the old or the new state with every acknowledged write, and the next start must succeed and clean up.
 */
export async function run() {
  const work = mkdtempSync(join(tmpdir(), 'svc-soak-sandbox-'));
  const folders = { data: join(work, 'data'), runtime: join(work, 'runtime') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o700 });
  const env = {
    ...process.env,
    HOME: work,
    XDG_RUNTIME_DIR: folders.runtime,
    XDG_CONFIG_HOME: work,
    XDG_CACHE_HOME: work,
  };
  const file = join(folders.data, 'state.json');
  const start = () =>
    spawn(process.execPath, [svc, 'sandbox', 'start', '--json', '--data', file], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const answered = new Set();
  const found = { damaged: 0, lost: 0, invented: 0, failed: 0, left: 0 };
  let sent = 0;
  let midway = 0;

  /** The line that a sandbox prints when it accepts connections; undefined if it ends instead. */
  async function ready(child, ended) {
    const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [])]);
    if (line === undefined) found.failed += 1;
    return line && JSON.parse(line);
  }

  /** Writes until the sandbox is killed; every acknowledged write must be stored. */
  async function write({ api, tokens }) {
    for (;;) {
      sent += 1;
      const title = `Banner ${sent}`;
      const status = await postBanner(api, tokens['site-admin'], title).catch(() => undefined);
      if (status !== 201) return;
      answered.add(title);
    }
  }

  function check() {
    let titles;
    try {
      titles = JSON.parse(readFileSync(file, 'utf8')).world.banners.map(({ attributes }) => attributes.title);
    } catch (error) {
      if (error.code !== 'ENOENT' || answered.size > 0) found.damaged += 1;
      return;
    }
    const kept = new Set(titles);
    found.lost += [...answered].filter((title) => !kept.has(title)).length;
    const unanswered = titles.filter((title) => !answered.has(title));
    found.invented += Math.max(0, unanswered.length - writers);
    // A write without a response may still be stored. A later restart must not lose it.
    for (const title of unanswered) answered.add(title);
  }

  try {
    const startMs = await timeOf(async () => {
      const child = start();
      const ended = once(child, 'exit');
      await ready(child, ended);
      child.kill('SIGKILL');
      await ended;
    });
    for (let sample = 0; sample < samples; sample += 1) {
      const child = start();
      const ended = once(child, 'exit');
      if (sample % 2 === 0) {
        // The first half of a start only loads the program, so kill in the second half, which changes the disk.
        await wait(startMs * (0.4 + (0.7 * sample) / samples));
      } else {
        const info = await ready(child, ended);
        const left = [
          ...readdirSync(folders.data).filter((name) => name !== 'state.json'),
          ...readdirSync(join(folders.runtime, 'svc')).slice(1),
        ];
        found.left += left.length;
        if (info) {
          const writing = Promise.all(Array.from({ length: writers }, () => write(info)));
          await wait(5 + (sample * 80) / samples);
          child.kill('SIGKILL');
          await writing;
        }
      }
      child.kill('SIGKILL');

      await ended;
      if (existsSync(`${file}.new`)) midway += 1;
      check();
    }
    console.log(
      `${samples} kills (a start takes ${startMs.toFixed(0)} ms), ${answered.size} of ${sent} writes acknowledged or stored`,
    );
    console.log(`${midway} of them in the middle of a save: ${JSON.stringify(found)}`);
    holds('some kills interrupt a save', midway > 0);
    holds('every file has a complete state', found.damaged === 0);
    holds('no acknowledged write is lost', found.lost === 0);
    holds('no file has a write that was not sent', found.invented === 0);
    holds('every start after a kill succeeds', found.failed === 0);
    holds('the next start removes all temporary files of a killed run', found.left === 0);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The status of the response to a new banner; rejects if the connection ends first. */
async function postBanner(api, token, title) {
  const attributes = { title, body: 'Tonight', style: 'info', audience: 'all_users' };
  const asking = request(`${api}/admin/banners`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
  });
  asking.end(JSON.stringify({ data: { type: 'admin-banners', attributes } }));
  const [answer] = await once(asking, 'response');
  answer.on('error', () => {}).resume();
  return answer.statusCode;
}

async function timeOf(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function holds(what, does) {
  console.log(`${does ? 'yes' : 'NO '}  ${what}`);
  if (!does) process.exitCode = 1;
}

// `npm run picture:team`: records a trial in three network namespaces, for the guide of the team listener (docs/images/team-listener.svg). The
// publisher and the reader can reach only the NATS server between them. Requires Linux, root, ip and nats-server.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { natsServer } from '../bench/nats.mjs';
import { terminalPicture } from './terminal-picture.mjs';

const root = resolve(import.meta.dirname, '..');
const columns = 100;
const [publisher, broker, reader] = ['svc-publisher', 'svc-broker', 'svc-reader'];
const addresses = { publisher: '10.77.1.1', toPublisher: '10.77.1.2', reader: '10.77.2.1', toReader: '10.77.2.2' };

const home = mkdtempSync(join(tmpdir(), 'svc-team-'));
const env = {
  PATH: `${home}:${process.env.PATH}`,
  HOME: home,
  XDG_RUNTIME_DIR: home,
  HOOK_TOKEN: 'the-key-of-the-hook',
  FORCE_COLOR: '1',
  // TERM=dumb prevents a spinner.
  TERM: 'dumb',
  SHELL: '/bin/bash',
};
const children = [];
try {
  writeFileSync(join(home, 'svc'), `#!/bin/sh\nexec "${process.execPath}" "${root}/bin/svc.js" "$@"\n`, {
    mode: 0o755,
  });
  connect();
  const configuration = join(home, 'nats.conf');
  writeFileSync(configuration, `max_payload: 2MB\njetstream { store_dir: "${join(home, 'jetstream')}" }\n`);
  const server = spawn('ip', ['netns', 'exec', broker, natsServer(), '-c', configuration], { env, stdio: 'ignore' });
  children.push(server);
  const terminals = { publisher: [], reader: [] };
  const record = (terminal, typed, output) =>
    terminals[terminal].push({ typed, prompt: `${terminal}$` }, ...output, '');

  const create = `svc webhook stream create --nats nats://${addresses.toPublisher}`;
  record('publisher', create, await untilIt(() => typed(publisher, create)));
  const publish = `svc webhook listen --port 8080 --token-env HOOK_TOKEN --publish nats://${addresses.toPublisher} --count 2`;
  const publishing = start(publisher, publish);
  await publishing.says('8080');
  const subscribe = `svc webhook listen --subscribe nats://${addresses.toReader} --token-env HOOK_TOKEN --count 2`;
  const reading = start(reader, subscribe);
  await reading.says('Reading');
  for (const trigger of ['run:created', 'run:errored']) {
    typed(publisher, `svc webhook trigger ${trigger} --token-env HOOK_TOKEN --to http://127.0.0.1:8080/`);
  }
  record('publisher', publish, await publishing.end());
  const reach = `curl -sS http://${addresses.reader}/`;
  record('publisher', reach, typed(publisher, `${reach} 2>&1`));
  record('reader', subscribe, await reading.end());
  const lines = [...terminals.publisher, ...terminals.reader].slice(0, -1);
  const path = join(root, 'docs/images/team-listener.svg');
  writeFileSync(
    path,
    terminalPicture('A publisher and a reader that reach only the NATS server between them', lines, columns),
  );
  process.stdout.write(`Wrote ${path}.\n`);
} finally {
  for (const child of children) child.kill();
  for (const name of [publisher, broker, reader]) ip(`netns delete ${name}`);
  rmSync(home, { recursive: true, force: true });
}

/** Connects the namespaces by two cables; there is no route from one cable to the other. */
function connect() {
  for (const name of [publisher, broker, reader]) {
    ip(`netns add ${name}`);
    ip(`-n ${name} link set lo up`);
  }
  for (const [name, end, here, there] of [
    [publisher, 'svc-p', addresses.publisher, addresses.toPublisher],
    [reader, 'svc-r', addresses.reader, addresses.toReader],
  ]) {
    ip(`link add ${end}0 netns ${name} type veth peer name ${end}1 netns ${broker}`);
    ip(`-n ${name} address add ${here}/24 dev ${end}0`);
    ip(`-n ${broker} address add ${there}/24 dev ${end}1`);
    ip(`-n ${name} link set ${end}0 up`);
    ip(`-n ${broker} link set ${end}1 up`);
  }
}

function ip(words) {
  execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns the words that run a command in a namespace, on a terminal. */
function onTerminal(namespace, line) {
  return ['netns', 'exec', namespace, 'script', '-qec', `stty cols ${columns}; ${line}`, '/dev/null'];
}

/** Returns the lines that a command prints. */
function typed(namespace, line) {
  const text = execFileSync('ip', onTerminal(namespace, `${line} || true`), {
    env,
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return linesOf(String(text));
}

async function untilIt(attempt) {
  for (;;) {
    const lines = attempt();
    if (!lines.some((line) => line.includes('Error'))) return lines;
    await wait(100);
  }
}

function start(namespace, line) {
  const child = spawn('ip', onTerminal(namespace, line), { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  return {
    async says(pattern) {
      while (!new RegExp(pattern).test(text)) await wait(20);
    },
    async end() {
      if (child.exitCode === null) await once(child, 'close');
      return linesOf(text);
    },
  };
}

function linesOf(text) {
  return text.trimEnd().split(/\r?\n/);
}

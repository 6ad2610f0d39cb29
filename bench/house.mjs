import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import config from '../rolldown.config.mjs';
import { startSandbox } from './sandbox.mjs';
import { row } from './table.mjs';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');
/** Each spelling of the timeout setting in the source, but not the timers of Node. */
const timeout = /(?<!set|clear)timeout/i;

/** Measures the size of the source, and for four commands the number of files with a function that the command calls. */
export async function run() {
  const files = filesBelow(src).filter((file) => file.endsWith('.ts'));
  const lines = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
  const work = mkdtempSync(join(tmpdir(), 'svc-house-'));
  const { env, stop } = await startSandbox();
  try {
    const main = await buildWithMaps(join(work, 'dist'));
    const way = (name, args, during) => calledFiles({ main, args, env, during, folder: join(work, name) });
    const list = await way('timeout', ['banner', 'list']);
    const kilobytes = filesBelow(join(root, 'dist')).reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
    const called = async (...path) => (await way(...path)).length;
    return [
      row('src', lines, `lines in ${files.length} files`),
      row('banner create', await called('banner', create), 'files'),
      row('a delivery to the journal', await called('delivery', listen, deliver), 'files'),
      row('an archive to the disk', await called('archive', [...download, join(work, 'module')]), 'files'),
      row('SVC_TIMEOUT to its use', list.filter((file) => timeout.test(readFileSync(file, 'utf8'))).length, 'files'),
      row('the bundle', Math.round(kilobytes), 'KB'),
    ];
  } finally {
    await stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/** Builds the program without minifying it and with source maps; returns its entry. */
async function buildWithMaps(dir) {
  const { input, platform, tsconfig, plugins, output } = config;
  const bundling = await rolldown({ input: join(root, input), cwd: root, platform, tsconfig, plugins });
  await bundling.write({ ...output, dir, sourcemap: true, minify: false });
  await bundling.close();
  return join(dir, 'main.cjs');
}

/** The files of src with a function that a run of the program calls. */
async function calledFiles({ main, args, env, during, folder }) {
  const home = join(folder, 'home');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env, ...homes(home), HOOK_TOKEN: token, SVC_TIMEOUT: '20s', NODE_V8_COVERAGE: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const [, code] = await Promise.all([during?.(lines), once(child, 'exit').then(([status]) => status)]);
  if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code}`);
  const reports = readdirSync(folder).filter((name) => name.startsWith('coverage-'));
  const scripts = reports.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result);
  const called = new Set(scripts.filter(({ url }) => url.startsWith('file:')).flatMap(sourcesCalled));
  return [...called].filter((file) => !isOtherVerb(file, args));
}

/** Returns whether a file belongs to another verb of the noun. Such a verb is declared, but does not run. */
function isOtherVerb(file, [noun, verb]) {
  const page = readFileSync(join(root, 'docs/reference', `${noun}.md`), 'utf8');
  const verbs = [...page.matchAll(/^## svc \S+ (\S+)/gm)].map(([, name]) => name);
  const [, part] = /\/commands\/[^/]+\/([\w-]+)/.exec(file) ?? [];
  return part !== verb && verbs.includes(part);
}

const homes = (home) => ({ XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home });

/** Returns the files of src that have called functions in a script's coverage. Module bodies and the getters of exports do not count. */
function sourcesCalled({ url, functions }) {
  const path = fileURLToPath(url);
  // A script without a source map is the bundler's own code.
  if (!existsSync(`${path}.map`)) return [];
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  const text = readFileSync(path, 'utf8');
  const starts = lineStarts(text);
  const isGetter = (at) => text.startsWith('get: function', at - 'get: '.length);
  const called = functions
    .map(({ ranges }) => ranges[0])
    .filter(({ count, startOffset }) => count > 0 && startOffset > 0 && !isGetter(startOffset));
  return called.flatMap(({ startOffset }) => {
    const line = starts.findLastIndex((start) => start <= startOffset);
    const { originalSource } = map.findEntry(line, startOffset - starts[line]);
    const source = originalSource === undefined ? '' : resolve(path, '..', originalSource.replace(/^file:\/\//, ''));
    return source.startsWith(`${src}/`) && source.endsWith('.ts') ? [source] : [];
  });
}

function lineStarts(text) {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

const token = 'a token of the measurement';
const create = ['banner', 'create', '--title', 'Maintenance', '--body', 'Tonight'];
const download = ['module', 'download', 'acme/network/cloud', '--dir'];
const listen = ['webhook', 'listen', '--count', '1', '--token-env', 'HOOK_TOKEN', '-o', 'ndjson'];

/** Sends one signed notification to the listener that prints these lines. */
async function deliver(lines) {
  const [first] = await once(lines, 'line');
  const notification = { message: 'Run Applied', trigger: 'run:completed', run_status: 'applied' };
  const body = JSON.stringify({ payload_version: 1, run_id: 'run-1', notifications: [notification] });
  const signature = createHmac('sha512', token).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-svc-notification-signature': signature };
  const { status } = await fetch(JSON.parse(first).url, { method: 'POST', headers, body });
  if (status >= 300) throw new Error(`The listener answered ${status}`);
}

function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

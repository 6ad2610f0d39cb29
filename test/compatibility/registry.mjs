import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { crc32, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

const usage = `Usage: npm run compatibility -- registry [--pairs N] [--seed N] [--tool terraform|tofu] [--svc FILE] [--verbose]

Downloads the modules of random registries with terraform and svc, and compares the files: random lists of versions with
constraints, and random download locations, with redirects and pages. Prints the pairs that differ.

  --pairs N    how many modules (default: 1500, about 2 minutes)
  --seed N     another seed repeats other registries (default: 1)
  --tool NAME  the stock tool (default: terraform)
  --svc FILE   another svc to run (default: the one that was built here)
  --verbose    print every pair that only one of the two accepts
`;
const { values: flags } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'registry' ? 3 : 2),
  options: {
    pairs: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
    tool: { type: 'string', default: 'terraform' },
    svc: { type: 'string', default: fileURLToPath(new URL('../../bin/svc.js', import.meta.url)) },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
/** Modules of one run of each program. */
const batch = 25;
const random = mulberry(Number(flags.seed));

if (flags.help) process.stdout.write(usage);
else if (spawnSync(flags.tool, ['version']).error !== undefined) {
  process.stderr.write(
    `\nSKIPPED: there is no ${flags.tool} on PATH, so nobody compares its downloads with those of svc.\n\n`,
  );
} else await main();

async function main() {
  const work = mkdtempSync(join(tmpdir(), 'svc-registry-'));
  const service = await serve();
  const count = { same: 0, rejected: 0, different: 0 };
  const only = { svc: new Map(), [flags.tool]: new Map() };
  try {
    for (let done = 0; done < Number(flags.pairs); done += batch) {
      const pairs = Array.from({ length: batch }, (_, n) => randomPair(`m${done + n}`, service));
      service.pairs = new Map(pairs.map((pair) => [pair.name, pair]));
      const folder = join(work, String(done));
      const [theirs, ours] = [await stock(pairs, service, folder), await svc(pairs, service, folder)];
      for (const pair of pairs) {
        const [a, b] = [theirs.get(pair.name), ours.get(pair.name)];
        if (a.files !== undefined && a.files === b.files) count.same += 1;
        else if (a.files !== undefined && b.files !== undefined) {
          count.different += 1;
          console.log(`DIFFERENT FILES ${describe(pair)}\n  ${flags.tool}: ${a.files}\n  svc: ${b.files}`);
        } else if (a.files === b.files) count.rejected += 1;
        else add(a.files === undefined ? only.svc : only[flags.tool], a.error ?? b.error, pair);
      }
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    service.close();
    rmSync(work, { recursive: true, force: true });
  }
  console.log(
    `Seed ${flags.seed}: ${count.same} pairs with the same files, ${count.rejected} rejected by both, ${count.different} with different files.`,
  );
  for (const [name, reasons] of Object.entries(only)) {
    const total = [...reasons.values()].flat().length;
    console.log(`Only ${name} accepts ${total}:`);
    for (const [reason, pairs] of [...reasons].sort((a, b) => b[1].length - a[1].length)) {
      console.log(`  ${pairs.length} ${reason}`);
      for (const pair of flags.verbose ? pairs : pairs.slice(0, 1)) console.log(`    ${describe(pair)}`);
    }
  }
  process.exitCode = count.different > 0 || only[flags.tool].size > 0 ? 1 : 0;
}

function add(reasons, error, pair) {
  const reason = error
    .replace(/on main\.tf line.*? \{ /, '')
    .replaceAll(/ \(main\.tf:\d+\)| on line \d+/g, '')
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/\S*(127\.0\.0\.1|m\d+\b)\S*/g, '…')
    .slice(0, 160);
  reasons.set(reason, [...(reasons.get(reason) ?? []), pair]);
}

function describe({ constraint, location, redirect, sub, versions }) {
  return JSON.stringify({ versions, constraint, location, sub, redirect });
}

/** A module whose registry lists random versions and names a random location. */
function randomPair(name, service) {
  const { other, url } = service;
  const versions = Array.from({ length: 1 + below(4) }, randomVersion);
  return {
    name,
    versions,
    constraint: chance(0.5)
      ? undefined
      : pick(['>= 0', '~> 1.0', '>= 1.1, < 2', '< 1.2', '!= 1.1.0', '~> 1.1.0', '> 1', '2.0.0-rc1']),
    location: randomLocation(service),
    sub: chance(0.15) ? '//sub' : '',
    redirect: chance(0.35)
      ? {
          status: pick([301, 302, 307, 308]),
          to: `${pick(['', url, other])}/moved/${pick(['a', 'a/b', 'v1/modules'])}`,
        }
      : undefined,
  };
}

function randomVersion() {
  return pick('1.0.0 1.0.0 1.1.0 1.2.0 v1.2.0 1.1 v1 2.0.0 2.0.0-rc1 1.10.0 latest 01.2.0 1.2.3.4'.split(' '));
}

/** Odd parts are rare, so that most locations are accepted by at least one of the two. */
function randomLocation({ other, url }) {
  const base = often([url, '.', '..', ''], [other, './', '../..', '/x', `http::${url}`, './..', '.x', 'https::']);
  const steps = Array.from({ length: 1 + below(2) }, () =>
    often(
      ['a', 'b c', 'é', 'x%20y', '%C3%A9', 'a+b', 'p', 'page'],
      [
        ...['a@b', 'a:b', '~', "it's", '(1)', 'ü n', 'a%2Fb', '日本', 'a;b', '[z]', 'a,b', 'a&b', '$a', '!', 'a=b'],
        ...['a\u00a0b'],
      ],
    ),
  );
  const named = often(['.zip', '.tar.gz', '.tgz'], ['', '', '/', '.ZIP', '.tar.xz', '.tar.bz2', '.tar', '.zip.x']);
  const folder = often([''], ['//sub', '//', '//sub/', '//none', '//s*', '//./sub']);
  const odd = [
    ...['?x=a b', '?x=é', '?x=1&archive=tgz', '?archive=false', '?checksum=md5:0', '?x=%20&archive=zip', '?a=b=c&'],
    ...['?archive='],
  ];
  const query = often(['', '', '?x=1', '?archive=zip', '?archive=tar.gz'], odd);
  // Neither program sends archive=, so the path must also identify the server.
  // terraform decodes %2F in a path with a blank or UTF-8, and svc does not.
  const path = /[^!-~]/.test(steps.join('')) ? steps.map((step) => step.replace('%2F', '-')) : steps;
  const ending = /[?&]archive=(zip|tar\.gz|tgz)/.exec(query)?.[1].replace(/^/, chance(0.5) ? '-' : '.') ?? named;
  const fragment = often(['', '', '', '', '#top'], ['', '', '# a', '#é']);
  return `${base}/${path.join('/')}${ending}${folder}${query}${fragment}`;
}

/** Two hosts, of which the first is the registry. Every archive holds the path that it was requested by. */
async function serve() {
  const service = { pairs: new Map() };
  const open = () =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        answer(service, request, response).catch((error) => response.writeHead(500).end(String(error)));
      }).listen(0, '127.0.0.1', () => resolve(server));
    });
  const [registry, other] = [await open(), await open()];
  const at = (server) => `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    for (const server of [registry, other]) {
      server.closeAllConnections();
      server.close();
    }
  };
  return Object.assign(service, { url: at(registry), other: at(other), close });
}

async function answer(service, request, response) {
  const { pairs } = service;
  const { host } = request.headers;
  const { pathname, search } = new URL(request.url, `http://${host}`);
  const [, name, version] = /\/t\/(m\d+)\/x\/(.+?)(?:\/download)?$/.exec(pathname) ?? [];
  const pair = pairs.get(name);
  if (version === 'versions') {
    const body = JSON.stringify({ modules: [{ versions: pair.versions.map((each) => ({ version: each })) }] });
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }
  if (pair && pathname.endsWith('/download')) {
    if (pair.redirect && !pathname.includes('/moved/')) {
      return response
        .writeHead(pair.redirect.status, { location: `${pair.redirect.to}/t/${name}/x/${version}/download` })
        .end();
    }
    if (!pair.versions.map(canonical).includes(version)) return response.writeHead(404).end();
    return named(response, 204, pair.location);
  }
  const isAsked = /[?&]terraform-get=1/.test(search);
  const path = decodeURI(pathname);
  // The server cannot know which pair sends the request, so a page depends on its path only.
  if (isAsked && !/\.(zip|tar\.gz|tgz|tar)$/i.test(path)) {
    const target = `${path.length % 5 ? service.other : '.'}/named by-page${path.length % 3}.zip${path.length % 7 ? '' : '#é'}`;
    const meta = `<html><head><meta name="terraform-get" content="${target}"></head></html>`;
    if (path.length % 4 === 0) return named(response, 200, target, meta);
    if (path.length % 4 === 1) return response.writeHead(200, { 'content-type': 'text/html' }).end(meta);
    if (path.length % 4 === 2) return response.writeHead(302, { location: `${path}/deeper.zip` }).end();
    return response.writeHead(404).end();
  }
  // The two write a query differently.
  const query = [...new URLSearchParams(search)].filter(
    ([key, value]) => key !== 'terraform-get' && `${key}${value}` !== 'archive',
  );
  const text = `# ${host === new URL(service.url).host ? 'registry' : 'other'} ${path} ${JSON.stringify(query.sort())}\n`;
  const files = ['main.tf', 'sub/main.tf'].map((file) => [file, `${text}# ${file}\n`]);
  const format = /(zip|tar\.gz|tgz)$/i.exec(path)?.[1].toLowerCase();
  if (format === 'zip') response.writeHead(200, { 'content-type': 'application/zip' }).end(zipOf(files));
  else response.writeHead(200, { 'content-type': 'application/gzip' }).end(await tgzOf(files));
}

/** Three segments or more, without `v` and leading zeros. */
function canonical(version) {
  const [, numbers = '', rest] = /^v?([\d.]*)(.*)$/.exec(version);
  const segments = [...numbers.split('.'), '0', '0'].map(Number);
  return segments.slice(0, Math.max(3, segments.length - 2)).join('.') + rest;
}

/** Both headers; the bytes of a location are UTF-8, as written. */
function named(response, status, location, body = '') {
  const bytes = Buffer.from(location).toString('latin1');
  response.writeHead(status, { 'x-terraform-get': bytes, 'x-svc-get': bytes, 'content-type': 'text/html' }).end(body);
}

async function tgzOf(files) {
  return gzipSync(
    await packTar(files.map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body }))),
  );
}

function zipOf(files) {
  const [locals, central] = [[], []];
  let at = 0;
  for (const [name, body] of files) {
    const [label, bytes] = [Buffer.from(name), Buffer.from(body)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, label, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o100644 * 65536, 6);
    tail.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), fields, tail, label]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Returns the files or the error of each pair. A failure ends the whole run of the stock tool, so a second run omits it. */
async function stock(pairs, { url }, folder) {
  const results = new Map();
  let left = pairs;
  while (left.length > 0) {
    const root = join(folder, `stock-${left.length}`);
    mkdirSync(root, { recursive: true });
    writeFileSync(
      join(root, 'cli.tfrc'),
      `host "modules.test" {\n  services = { "modules.v1" = "${url}/v1/modules/" }\n}\n`,
    );
    const blocks = left.map(({ constraint, name, sub }) => {
      const version = constraint === undefined ? '' : `  version = ${JSON.stringify(constraint)}\n`;
      return `module "${name}" {\n  source = "modules.test/t/${name}/x${sub}"\n${version}}\n`;
    });
    writeFileSync(join(root, 'main.tf'), blocks.join('\n'));
    const env = { ...process.env, TF_CLI_CONFIG_FILE: join(root, 'cli.tfrc'), CHECKPOINT_DISABLE: '1', HOME: root };
    const { code, text } = await run(flags.tool, ['get', '-no-color'], { cwd: root, env });
    if (code === 0) {
      const { Modules } = JSON.parse(readFileSync(join(root, '.terraform/modules/modules.json'), 'utf8'));
      for (const { Dir, Key } of Modules) if (Key !== '') results.set(Key, { files: textOf(join(root, Dir)) });
      return results;
    }
    const failed = new Map();
    for (const [, report] of text.matchAll(/Error: ([\s\S]*?)(?=\nError: |$)/g)) {
      const name = /module "(m\d+)"|t\/(m\d+)\/x|modules\/(m\d+)\//.exec(report)?.slice(1).find(Boolean);
      if (name)
        failed.set(
          name,
          report
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join(' '),
        );
    }
    if (failed.size === 0) throw new Error(`${flags.tool} failed: ${text}`);
    for (const [name, error] of failed) results.set(name, { error });
    left = left.filter(({ name }) => !failed.has(name));
  }
  return results;
}

async function svc(pairs, { url }, folder) {
  const root = join(folder, 'svc');
  mkdirSync(root, { recursive: true });
  const list = pairs.map(
    ({ constraint, name, sub }) => `modules.test/t/${name}/x${sub}${constraint === undefined ? '' : `@${constraint}`}`,
  );
  writeFileSync(join(root, 'list.json'), JSON.stringify(list));
  const words = [
    ...['module', 'download', '-f', 'list.json', '--dir', 'out', '-o', 'json', '--no-cache', '--registry'],
    `modules.test=${url}/v1/modules/`,
  ];
  const env = { ...process.env, HOME: root, SVC_RETRIES: '0', XDG_CACHE_HOME: join(root, 'cache') };
  const { stdout, text } = await run(process.execPath, [flags.svc, ...words], { cwd: root, env });
  const found = stdout.startsWith('[') ? JSON.parse(stdout) : [];
  if (found.length !== pairs.length) throw new Error(`svc failed: ${text}`);
  return new Map(
    found.map(({ address, dir, error }) => [
      /t\/(m\d+)\/x/.exec(address)[1],
      error ? { error: error.message } : { files: textOf(dir) },
    ]),
  );
}

function run(file, words, options) {
  return new Promise((resolve) => {
    execFile(file, words, { ...options, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? -1) : 0, stdout, text: `${stdout}${stderr}` }),
    );
  });
}

/** Returns all files of a folder with their content. */
function textOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return JSON.stringify(files.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
}

function mulberry(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function below(limit) {
  return Math.floor(random() * limit);
}

function pick(choices) {
  return choices[below(choices.length)];
}

/** Mostly one of the usual choices. */
function often(usual, odd) {
  return chance(0.8) ? pick(usual) : pick(odd);
}

function chance(probability) {
  return random() < probability;
}

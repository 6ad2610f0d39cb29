import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { random } from './random.mjs';

// Repositories with floating, renamed and tags/ spellings, drawn from a seed, and what update chooses among their tags. The expected
// version is computed from the release numbers that the corpus was made of, never from the texts of the tags.

const bin = fileURLToPath(new URL('../../bin/svc.js', import.meta.url));
const reaches = ['patch', 'minor', 'major'];
const modes = {
  plain: 'one tag for each release',
  floating: 'vN and vN.N beside them',
  renamed: 'v from some release on',
  unnamed: 'without v from some release on',
  short: 'two numbers, no longer tag',
};
const writings = [(tag) => tag, (tag) => `tags/${tag}`, (tag) => `refs/tags/${tag}`, (tag) => `tags%2F${tag}`];

const order = (a, b) => a.numbers[0] - b.numbers[0] || a.numbers[1] - b.numbers[1] || a.numbers[2] - b.numbers[2];

/** A repository: its releases with their tags, oldest first, and all of its tags. */
function repositoryFrom(draw, mode) {
  const prefix = ['', '', 'net-', 'modules/net/'][draw(4)];
  const numbers = new Set();
  for (let n = 3 + draw(9); n > 0; n -= 1) numbers.add(`${1 + draw(3)}.${draw(12)}.${mode === 'short' ? 0 : draw(4)}`);
  const releases = [...numbers].map((text) => ({ numbers: text.split('.').map(Number) })).sort(order);
  const turn = 1 + draw(releases.length);
  const hasV = (at) =>
    mode === 'renamed' ? at >= turn : mode === 'unnamed' ? at < turn : mode !== 'short' || turn % 2 === 0;
  const tags = new Set();
  for (const [at, release] of releases.entries()) {
    const shown = mode === 'short' ? release.numbers.slice(0, 2) : release.numbers;
    release.tag = `${prefix}${hasV(at) ? 'v' : ''}${shown.join('.')}`;
    tags.add(release.tag);
    const [major, minor] = release.numbers;
    if (mode === 'floating')
      for (const float of [`v${major}`, `v${major}.${minor}`]) if (draw(4) > 0) tags.add(prefix + float);
    if (draw(4) === 0) tags.add(`${release.tag}-rc1`);
  }
  for (const other of ['latest', 'other-9.9.9', 'nightly/v99.0.0', `${prefix}v99.0.0-beta1`]) tags.add(other);
  return { mode, prefix, releases, tags: [...tags] };
}

/** The newest release in reach of one; itself if none is newer. */
function expected({ releases }, current, reach) {
  const fixed = { patch: 2, minor: 1, major: 0 }[reach];
  return releases
    .filter((each) => each.numbers.slice(0, fixed).join() === current.numbers.slice(0, fixed).join())
    .sort(order)
    .at(-1);
}

function fill(folder, { tags }) {
  const git = (words, input) => execFileSync('git', ['-C', folder, ...words], { input, encoding: 'utf8' }).trim();
  mkdirSync(folder, { recursive: true });
  git(['init', '--quiet', '--bare']);
  const tree = git(['mktree'], `100644 blob ${git(['hash-object', '-w', '--stdin'], '')}\tmain.tf\n`);
  const who = ['-c', 'user.name=svc', '-c', 'user.email=svc@example.com'];
  const commit = git([...who, 'commit-tree', tree, '-m', 'one']);
  git(['update-ref', '--stdin'], tags.map((tag) => `create refs/tags/${tag} ${commit}\n`).join(''));
}

/** Serves repositories below a folder by git's upload-pack. */
function serve(root) {
  return createServer((request, response) => {
    const { headers, url } = request;
    const { pathname } = new URL(url, 'http://localhost');
    const [, name, service] = /^\/([\w.-]+)\/(info\/refs|git-upload-pack)$/.exec(pathname) ?? [];
    if (name === undefined) return void response.writeHead(404).end();
    const isList = service === 'info/refs';
    const protocol = headers['git-protocol'] ?? '';
    response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${isList ? 'advertisement' : 'result'}` });
    if (isList && protocol !== 'version=2') response.write('001e# service=git-upload-pack\n0000');
    const words = ['upload-pack', isList ? '--http-backend-info-refs' : '--stateless-rpc', join(root, name)];
    const child = spawn('git', words, { env: { ...process.env, GIT_PROTOCOL: protocol } });
    child.stdin.on('error', () => undefined);
    (headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request).pipe(child.stdin);
    child.stdout.pipe(response);
  });
}

/**
 * Choices of update beside those that Renovate documents (docs.renovatebot.com, November 2026): the datasources git-tags and github-tags
 * have no versioning of their own, so semver-coerced applies, which reads "v1" as 1.0.0 and "2.1" as 2.1.0.
 */
export const renovateTable = [
  {
    ref: 'v1.0.0',
    tags: ['v1.0.0', 'v1.1.0', 'v1.1', 'v2.0.0', 'v2.0', 'v2'],
    ...{ patch: 'v1.0.0', minor: 'v1.1.0', major: 'v2.0.0' },
  },
  { ref: 'v1', tags: ['v1', 'v1.0.0', 'v1.4.0', 'v2.0.0', 'v2'], ...{ patch: 'v1', minor: 'v1', major: 'v1' } },
  { ref: '2.1.1', tags: ['2.1.1', 'v2.2.0'], ...{ patch: '2.1.1', minor: 'v2.2.0', major: 'v2.2.0' } },
  { ref: 'tags/1.0.0', tags: ['1.0.0', '1.2.0'], ...{ patch: 'tags/1.0.0', minor: 'tags/1.2.0', major: 'tags/1.2.0' } },
  {
    ref: 'net-1.0.0',
    tags: ['net-1.0.0', 'net-1.1.0', 'other-9.9.9'],
    ...{ patch: 'net-1.0.0', minor: 'net-1.1.0', major: 'net-1.1.0' },
  },
  { ref: 'v1.0.0', tags: ['v1.0.0', 'v1.1.0-rc1'], ...{ patch: 'v1.0.0', minor: 'v1.0.0', major: 'v1.0.0' } },
  { ref: '1.0', tags: ['1.0', '1.1', '1.10'], ...{ patch: '1.0', minor: '1.10', major: '1.10' } },
  { ref: 'v1.0.0', tags: ['v1.0.0', 'v1.2.0', 'v2.0.0'], ...{ patch: 'v1.0.0', minor: 'v1.2.0', major: 'v2.0.0' } },
];

/** Runs svc without the configuration of the user. */
function svc(home, words) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...words], { cwd: home, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => (stdout += text));
    child.stderr.on('data', (text) => (stderr += text));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const refOf = (home, folder, call) =>
  new RegExp(`module "${call}" \\{\\n  source = "[^"]*\\?ref=([^"]*)"`).exec(
    readFileSync(join(home, folder, 'main.tf'), 'utf8'),
  )?.[1];

/** Updates the calls of each folder, with a reach, and returns the new ref of each call, and the messages. */
async function updated(work, port, folders, reach) {
  const home = join(work, `home-${reach}`);
  for (const [folder, calls] of folders) {
    mkdirSync(join(home, folder), { recursive: true });
    const block = ({ name, ref, repository }) =>
      `module "${name}" {\n  source = "git::http://127.0.0.1:${port}/${repository}.git?ref=${ref}"\n}\n`;
    writeFileSync(join(home, folder, 'main.tf'), calls.map(block).join(''));
  }
  const locked = await svc(home, ['module', 'lock', '--recursive']);
  if (locked.code !== 0) throw new Error(`module lock: ${locked.stderr}`);
  const flags = reach === 'minor' ? [] : [`--${reach}`];
  const { code, stderr } = await svc(home, ['module', 'update', '--recursive', ...flags]);
  if (code !== 0) throw new Error(`module update: ${stderr}`);
  const checked = await svc(home, ['module', 'lock', '--recursive', '--check']);
  if (checked.code !== 0) throw new Error(`module lock --check: ${checked.stderr}`);
  return { refAfter: (folder, call) => refOf(home, folder, call), stderr };
}

/**
 * Updates a seeded corpus and the table beside it.
 * @returns how many choices were wrong
 */
export async function compareChoices({ repositories, seed, table = renovateTable }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-tags-'));
  const draw = random(seed);
  const names = Object.keys(modes);
  const corpus = Array.from({ length: repositories }, (_, nth) => repositoryFrom(draw, names[nth % names.length]));
  for (const [nth, repository] of corpus.entries()) fill(join(work, 'git', `r${nth}.git`), repository);
  for (const [nth, row] of table.entries()) fill(join(work, 'git', `t${nth}.git`), row);
  const server = serve(join(work, 'git'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const counts = Object.fromEntries(names.map((name) => [name, { calls: 0, moved: 0, wrong: 0 }]));
  let floats = 0;
  let wrong = 0;
  const fail = (text) => {
    wrong += 1;
    console.log(`WRONG ${text}`);
  };
  try {
    const cases = corpus.map((repository) => {
      const current = Array.from({ length: 3 }, () => repository.releases[draw(repository.releases.length)]);
      const writing = current.map(() => writings[draw(writings.length)]);
      return {
        ...repository,
        current,
        writing,
        floating: repository.tags.find((tag) => /(^|[^\d.a-z])v\d+(\.\d+)?$/.test(tag)),
      };
    });
    for (const reach of reaches) {
      const folders = new Map();
      for (const [nth, { current, floating, mode, writing }] of cases.entries()) {
        const calls = current.map(({ tag }, at) => ({ name: `c${at}`, ref: writing[at](tag), repository: `r${nth}` }));
        if (mode === 'floating' && floating) calls.push({ name: 'float', ref: floating, repository: `r${nth}` });
        folders.set(`r${nth}`, calls);
      }
      for (const [nth, { ref }] of table.entries())
        folders.set(`t${nth}`, [{ name: 'c0', ref, repository: `t${nth}` }]);
      const { refAfter, stderr } = await updated(work, port, folders, reach);
      for (const [nth, each] of cases.entries()) {
        for (const [at, current] of each.current.entries()) {
          const best = expected(each, current, reach);
          const [is, due] = [refAfter(`r${nth}`, `c${at}`), each.writing[at](best.tag)];
          counts[each.mode].calls += 1;
          if (best !== current) counts[each.mode].moved += 1;
          if (is === due) continue;
          counts[each.mode].wrong += 1;
          fail(`--${reach} ${each.writing[at](current.tag)} became ${is}, due ${due}, among ${each.tags.join(' ')}`);
        }
        if (each.mode !== 'floating' || !each.floating) continue;
        floats += 1;
        const is = refAfter(`r${nth}`, 'float');
        if (is !== each.floating || !stderr.includes(`stays: ${each.floating} is a floating tag;`))
          fail(`the floating ref ${each.floating} became ${is}, or was not named`);
      }
      for (const [nth, row] of table.entries()) {
        const is = refAfter(`t${nth}`, 'c0');
        if (is !== row[reach]) fail(`table: --${reach} ${row.ref} became ${is}, due ${row[reach]}`);
      }
    }
  } finally {
    server.close();
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`\nChosen versions: ${repositories} repositories of seed ${seed}, three reaches`);
  for (const [name, { calls, moved, wrong: bad }] of Object.entries(counts))
    console.log(`  ${name} (${modes[name]}): ${calls} calls, ${moved} with a newer version in reach, ${bad} wrong`);
  console.log(`  ${floats} floating refs left and named; ${table.length} rows beside Renovate's documentation`);
  return wrong;
}

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { random } from './random.mjs';

// The job of docs/ci.md on configurations from a seed. Whether it must fail follows from the parts that a configuration was made of: each
// part says which findings it brings, and at which level. Nothing here reads the levels of svc.

const bin = fileURLToPath(new URL('../../bin/svc.js', import.meta.url));
const run = promisify(execFile);
const host = 'modules.test';
const program = 'resource "null_resource" "x" {\n  provisioner "local-exec" {\n    command = "id"\n  }\n}\n';

/** Published modules in two versions: those that run a program, and the note about each from a registry. */
const published = { quiet: '', runs: program, calls: call('inner', './inner') };
const releases = Object.entries(published).flatMap(([name, text]) =>
  ['1.0.0', '1.1.0'].map((version) => [`acme/${name}/null/${version}`, { 'main.tf': text, 'inner/main.tf': '' }]),
);

function call(name, source, version) {
  return `module "${name}" {\n  source = "${source}"\n${version ? `  version = "${version}"\n` : ''}}\n`;
}

/** The parts of a configuration: their text, further files, and the levels of their findings. */
const parts = {
  pinned: (name) => ({ text: call(name, `${host}/acme/quiet/null`, '1.0.0'), levels: ['note'] }),
  ranged: (name) => ({ text: call(name, `${host}/acme/quiet/null`, '~> 1.0'), levels: ['note'] }),
  nested: (name) => ({ text: call(name, `${host}/acme/calls/null`, '1.1.0'), levels: ['note'] }),
  local: (name) => ({ text: call(name, `./${name}`), files: { [`${name}/main.tf`]: '' }, levels: [] }),
  unpinned: (name) => ({ text: call(name, `${host}/acme/quiet/null`), levels: ['note', 'warning'] }),
  program: (name) => ({ text: call(name, `${host}/acme/runs/null`, '1.0.0'), levels: ['note', 'warning'] }),
  localProgram: (name) => ({
    text: call(name, `./${name}`),
    files: { [`${name}/main.tf`]: program + program.replace('"x"', '"y"') },
    levels: ['warning'],
  }),
  outside: (name) => ({ text: call(name, '../../outside'), levels: ['error'] }),
};
const harmless = ['pinned', 'ranged', 'nested', 'local'];
/** Beside the parts: a policy that accepts programs, or that allows no host. */
const policies = [
  {},
  {},
  { text: 'rules: { local-exec: off }\n', drops: ['program', 'localProgram'] },
  { text: 'hosts: [other.example.com]\n', levels: ['error'] },
  { text: 'rules: { unverified: error }\n', levels: ['error'] },
];

/** A configuration from a seed; half of them have harmless parts alone. */
function configurationFrom(draw) {
  const known = draw(2) === 0 ? harmless : Object.keys(parts);
  const names = Array.from({ length: 1 + draw(4) }, () => known[draw(known.length)]);
  const { drops = [], levels = [], text } = policies[draw(policies.length)];
  const made = names.map((name, nth) => ({ name, ...parts[name](`m${nth}`) }));
  const isRemote = made.some(({ levels: own }) => own.includes('note'));
  const found = made.flatMap(({ levels: own, name }) =>
    drops.includes(name) ? own.filter((each) => each === 'note') : own,
  );
  const files = Object.assign({ 'main.tf': made.map((each) => each.text).join('') }, ...made.map((each) => each.files));
  return { names, files, policy: text, levels: [...found, ...(isRemote ? levels : [])] };
}

/** The lines of the job of docs/ci.md that do not need a network of its own, after the lock is written. */
function recipe() {
  const text = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
  const [, job = ''] = /In the job:\n\n```sh\n([\s\S]*?)```/.exec(text) ?? [];
  const lines = job.split('\n').filter((line) => line.startsWith('svc '));
  if (!lines.includes('svc module audit --check infra')) throw new Error('docs/ci.md has no audit in its job.');
  return lines.map((line) => line.split(' ').slice(1));
}

function writeAll(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Runs the job on a seeded number of configurations. @returns how many of them were wrong */
export async function auditRecipe({ configurations, seed }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-recipe-'));
  const draw = random(seed);
  const env = {
    PATH: process.env.PATH,
    HOME: work,
    XDG_CACHE_HOME: join(work, 'cache'),
    XDG_STATE_HOME: join(work, 'state'),
  };
  const svc = (words, cwd) =>
    run(process.execPath, [bin, ...words], { cwd, env }).then(
      ({ stderr, stdout }) => ({ code: 0, stderr, stdout }),
      ({ code, stderr, stdout }) => ({ code, stderr, stdout }),
    );
  for (const [folder, files] of releases) writeAll(join(work, 'published', folder), files);
  const server = execFile(
    process.execPath,
    [bin, 'sandbox', 'start', '--port', '0', '--modules', join(work, 'published')],
    { env },
  );
  const counts = { green: 0, red: 0, notes: 0, wrong: 0 };
  try {
    const registry = await new Promise((resolve, reject) => {
      let said = '';
      const read = (text) => {
        said += text;
        const [, found] = /registry +(http\S+)\n/.exec(said) ?? [];
        if (found) resolve(found);
      };
      server.stdout.on('data', read);
      server.stderr.on('data', read);
      server.on('close', () => reject(new Error(`The sandbox ended: ${said}`)));
    });
    writeFileSync(join(work, '.terraformrc'), `host "${host}" {\n  services = { "modules.v1" = "${registry}" }\n}\n`);
    for (let nth = 0; nth < configurations; nth += 1) {
      const { files, levels, names, policy } = configurationFrom(draw);
      const repository = join(work, `r${nth}`);
      mkdirSync(join(repository, '.git'), { recursive: true });
      writeAll(join(work, 'outside'), { 'main.tf': '' });
      writeAll(join(repository, 'infra'), files);
      if (policy) writeFileSync(join(repository, 'svc.policy.yaml'), policy);
      const locked = await svc(['module', 'lock', 'infra'], repository);
      if (locked.code !== 0) throw new Error(`module lock: ${locked.stderr}`);
      const due = levels.some((level) => level !== 'note') ? 8 : 0;
      let code = 0;
      for (const words of recipe()) {
        const ran = await svc(words, repository);
        if (ran.code !== 0 && words[1] !== 'audit') throw new Error(`svc ${words.join(' ')}: ${ran.stderr}`);
        code ||= ran.code;
      }
      counts[code === 0 ? 'green' : 'red'] += 1;
      if (code === 0 && levels.includes('note')) counts.notes += 1;
      if (code === due) continue;
      counts.wrong += 1;
      console.log(`WRONG exit ${code}, due ${due}: ${names.join(' ')}, policy ${policy ?? 'none'}`);
    }
  } finally {
    server.kill();
    rmSync(work, { recursive: true, force: true });
  }
  const { green, notes, red, wrong } = counts;
  console.log(
    `The job of docs/ci.md on ${configurations} configurations of seed ${seed}: ${green} green (${notes} of them with notes), ${red} red, ${wrong} wrong`,
  );
  return wrong;
}

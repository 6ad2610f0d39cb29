// Writes the name, the addresses and the version to every file that repeats them: `npm run identity`.
// `npm run identity -- downloads=https://…` also changes packaging/identity.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Pages and scripts written by hand that repeat an address. */
const repeating = [
  'README.md',
  'action.yml',
  'docs/ci.md',
  'docs/install.md',
  'packaging/Dockerfile',
  'packaging/gitlab-ci.yml',
  '.github/workflows/release.yml',
];

/** The names and addresses of packaging/identity.json. */
export function readIdentity(folder = root) {
  return JSON.parse(readFileSync(join(folder, 'packaging/identity.json'), 'utf8'));
}

/** Every generated file with its text: path to text. */
export function identityFiles(folder = root, identity = readIdentity(folder)) {
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  const manifest = withIdentity(JSON.parse(read('package.json')), identity);
  const lock = JSON.parse(read('package-lock.json'));
  Object.assign(lock, { name: identity.package, version: manifest.version });
  Object.assign(lock.packages[''], { name: identity.package, version: manifest.version });
  const files = new Map([
    ['package.json', json(manifest)],
    ['package-lock.json', json(lock)],
  ]);
  const installer = 'packaging/install.sh';
  if (existsSync(join(folder, installer))) {
    files.set(
      installer,
      assigned(read(installer), { version: manifest.version, downloads: identity.downloads, bugs: identity.bugs }),
    );
  }
  const template = 'packaging/gitlab-ci.yml';
  if (existsSync(join(folder, template))) {
    files.set(template, read(template).replace(/(?<=^ *SVC_VERSION: )'.*'$/m, `'${manifest.version}'`));
  }
  for (const page of ['docs/install.md', 'docs/ci.md'].filter((path) => existsSync(join(folder, path)))) {
    files.set(page, withVersion(read(page), manifest.version));
  }
  return files;
}

/** A page with another version in its addresses and names of files. */
function withVersion(page, version) {
  return page.replace(/(?<=[/@]v|[a-z][-_])\d+\.\d+\.\d+/g, version);
}

/** package.json with the name and the addresses. */
function withIdentity(manifest, { package: name, command, homepage, repository, bugs }) {
  return {
    ...manifest,
    name,
    bin: { [command]: 'bin/svc.js' },
    homepage,
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: { url: bugs },
  };
}

/** A shell script with other values in its lines `name='value'`. */
export function assigned(script, values) {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name}='[^']*'$`, 'm');
    if (!line.test(text)) throw new Error(`no line ${name}='…' in the script`);
    if (/['\n]/.test(value)) throw new Error(`${name} must not have a quote or a line break`);
    return text.replace(line, () => `${name}='${value}'`);
  }, script);
}

/** Replaces the former addresses in the pages written by hand; the longest first, since one may be the start of another. */
function moveAddresses(folder, before, after) {
  const moved = Object.keys(after)
    .filter((key) => /[./@]/.test(before[key] ?? '') && before[key] !== after[key])
    .sort((a, b) => before[b].length - before[a].length);
  for (const path of repeating.filter((each) => existsSync(join(folder, each)))) {
    const text = readFileSync(join(folder, path), 'utf8');
    const marked = moved.reduce((page, key, at) => page.replaceAll(before[key], `\0${at}\0`), text);
    writeFileSync(
      join(folder, path),
      marked.replace(/\0(\d+)\0/g, (_, at) => after[moved[at]]),
    );
  }
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Applies `key=value` changes, then writes every generated file. */
export function updateIdentity(folder, changes) {
  const before = readIdentity(folder);
  const after = { ...before };
  for (const change of changes) {
    const [, key, value] = /^(\w+)=(.+)$/.exec(change) ?? [];
    if (key === undefined || !(key in before))
      throw new Error(`"${change}" must be KEY=VALUE with a key of packaging/identity.json`);
    after[key] = value;
  }
  writeFileSync(join(folder, 'packaging/identity.json'), json(after));
  moveAddresses(folder, before, after);
  for (const [path, text] of identityFiles(folder, after)) writeFileSync(join(folder, path), text);
}

if (process.argv[1] === import.meta.filename) updateIdentity(root, process.argv.slice(2));

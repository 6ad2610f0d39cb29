// Writes the names and addresses of packaging/identity.json, and the version, to the manifests and scripts that repeat them:
// `npm run identity`. Pages are edited by hand; a test names the lines with another address or version.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The names and addresses of packaging/identity.json. */
export function readIdentity(folder = root) {
  return JSON.parse(readFileSync(join(folder, 'packaging/identity.json'), 'utf8'));
}

/** Returns the text of every file that repeats the names, by path. */
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
  return files;
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

/** Returns a shell script with new values in its lines `name='value'`. */
export function assigned(script, values) {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name}='[^']*'$`, 'm');
    if (!line.test(text)) throw new Error(`no line ${name}='…' in the script`);
    if (/['\n]/.test(value)) throw new Error(`${name} must not have a quote or a line break`);
    return text.replace(line, () => `${name}='${value}'`);
  }, script);
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of identityFiles()) writeFileSync(join(root, path), text);
